import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem

/// Creates the doctor for a library in the same way for commands, editors and the browser.
///
/// Doctor examines a library in memory. This structure collects the facts from the disk that doctor also needs: the
/// state of the journal, leftovers of merges, copies of the manifest, and the covers.
package struct DoctorMaker {
  private let root: String
  private let library: Library
  private let attributes: [UInt8]?
  private var distrust: JournalDistrust?
  private var mergeLeftovers: [String] = []
  private var manifestCopies: [(path: String, source: [UInt8])] = []
  private var covers = Covers()
  private var coversProblem: FileError?

  /// - Parameter attributes: the contents of the library's `.gitattributes`, or nil if there is no such file.
  package init(root: String, library: Library, attributes: [UInt8]?) {
    self.root = root
    self.library = library
    self.attributes = attributes
  }

  /// Collects the facts that doctor needs from the disk.
  package init(_ workspace: Workspace, _ library: Library) {
    self.init(root: workspace.root, library: library, attributes: DoctorMaker.attributes(workspace))
    distrust = try? workspace.journal.state().distrust
    mergeLeftovers = library.mergeLeftovers(workspace.host.fileSystem)
    do throws(FileError) {
      covers = try Covers(at: root, fileSystem: workspace.host.fileSystem)
    } catch {
      coversProblem = error
    }
    manifestCopies = library.manifestCopies(workspace.host.fileSystem)
  }

  /// Returns the contents of the library's `.gitattributes`, or nil if the file cannot be read.
  package static func attributes(_ workspace: Workspace) -> [UInt8]? {
    try? workspace.host.fileSystem.contents(of: workspace.root + "/.gitattributes", limit: 1 << 20)
  }

  package func doctor(_ host: Host, asking ask: @escaping (HistoryFacts.Questions) -> HistoryFacts) -> Doctor {
    var doctor = Doctor(
      settings: library.manifest.doctor, today: host.today(), now: host.now(), newID: host.newID, asking: ask)
    doctor.attributes = attributes
    doctor.distrust = distrust
    doctor.mergeLeftovers = mergeLeftovers
    doctor.manifestCopies = manifestCopies
    let (root, fileSystem) = (root, host.fileSystem)
    doctor.covers = CoverFacts(covers, problem: coversProblem) { path, limit, isStart in
      guard isStart else { return try? fileSystem.contents(of: root + "/" + path, limit: limit) }
      guard let file = try? fileSystem.open(root + "/" + path, in: nil, .read) else { return nil }
      defer { fileSystem.close(file) }
      return try? fileSystem.start(of: file, count: limit, path: path)
    }
    doctor.obstacle = { path in host.fileSystem.obstacle(to: path, in: root) }
    return doctor
  }
}
