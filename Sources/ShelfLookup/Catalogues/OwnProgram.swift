import ShelfModel
import ShelfSystem
import ShelfText

/// A program of the reader's own that knows books: the reader's settings name it by its absolute path.
///
/// It gets `isbn 9780441478125` or `words left hand of darkness` on a line of its standard input, and prints what it knows
/// as `CatalogueReader.program` reads it; nothing if that is nothing.
package struct OwnProgram: Sendable {
  private let path: String
  private let environment: [String: String]
  private let fileSystem: any FileSystem

  /// Milliseconds for one answer.
  package static let timeLimit = 20_000
  private let timeLimit: Int

  /// - Parameter path: an absolute path.
  package init(
    _ path: String, environment: [String: String], fileSystem: any FileSystem, timeLimit: Int = timeLimit
  ) {
    self.path = path
    self.environment = environment
    self.fileSystem = fileSystem
    self.timeLimit = timeLimit
  }

  /// Returns what the program prints; nothing if it cannot be asked such a question.
  func ask(_ question: CatalogueQuestion) throws(CatalogueFailure) -> [UInt8] {
    let line: String
    switch question {
    case .isbn(let number): line = "isbn \(number.digits)"
    case .words(let text): line = "words \(VisibleText.line(text))"
    case .work, .record: return []
    }
    if let library = libraryFolder { throw .programInLibrary(library) }
    var answer: [UInt8] = []
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      ending = try ExternalProgram(path, [], environment: environment)
        .run(input: Array((line + "\n").utf8), timeLimit: timeLimit) { piece in
          answer.append(contentsOf: piece)
          return answer.count <= CurlProgram.mostBytes
        }
    } catch {
      if error.code == FileError.notFound { throw .network(.notInstalled(program: path)) }
      throw .programFailed(127, error.reason)
    }
    if ending.isLate { throw .programLate(seconds: timeLimit / 1000) }
    if answer.count > CurlProgram.mostBytes { throw .network(.tooLarge(bytes: CurlProgram.mostBytes)) }
    if ending.status != 0 {
      let line = String(decoding: ending.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last ?? ""
      throw .programFailed(ending.status, line.count > 160 ? line.prefix(159) + "…" : String(line))
    }
    return answer
  }

  /// The library in whose folder the program is, wherever links lead; nil if it is in none. What is in a library may have
  /// come from someone else.
  private var libraryFolder: String? {
    var folder = fileSystem.resolve(path) ?? path
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      if (try? fileSystem.status(folder + "/" + Manifest.fileName)) ?? nil != nil { return folder }
    }
    return nil
  }
}

extension Catalogue {
  /// Returns the row for a program of the reader's own.
  ///
  /// - Parameter name: what settings and `sources` call it.
  package static func program(_ name: String, _ program: OwnProgram) -> Catalogue {
    Catalogue(
      name: name, title: "your program \(name)", hosts: [], mustName: false, address: { _, _ in nil }, reader: .program,
      program: program)
  }

  /// Whether a program may have a name: it is none of the catalogues', and plain enough for `sources` and names of files.
  package static func isProgramName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count) && named(name) == nil
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      && !name.hasPrefix("-")
  }
}
