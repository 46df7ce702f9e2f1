import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem

/// Makes the doctor of a library, as the command line has it.
package struct DoctorMaker {
  private let root: String
  private let library: Library
  private let strays: [StrayFile]
  private let attributes: [UInt8]?

  package init(root: String, library: Library, strays: [StrayFile], attributes: [UInt8]?) {
    self.root = root
    self.library = library
    self.strays = strays
    self.attributes = attributes
  }

  package func doctor(_ host: Host, asking ask: @escaping (HistoryFacts.Questions) -> HistoryFacts) -> Doctor {
    var doctor = Doctor(
      settings: library.manifest.doctor, today: host.today(), now: host.now(), newID: host.newID, asking: ask)
    doctor.attributes = attributes
    doctor.obstacle = { path in host.fileSystem.obstacle(to: path, in: root) }
    return doctor
  }
}
