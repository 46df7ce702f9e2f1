import ShelfModel
import ShelfSystem
import ShelfText

/// A program that the user has set up as a catalogue, by its absolute path in the settings.
///
/// It reads one line from standard input, `isbn 9780441478125` or `words left hand of darkness`, and prints books in
/// one of the formats of `CatalogueReader.program`, or nothing if it knows none. A program inside a library is never
/// run, because libraries can come from other people.
package struct UserProgram: Sendable {
  private let path: String
  private let environment: [String: String]
  private let fileSystem: any FileSystem

  /// The default time limit for one answer, in milliseconds.
  package static let timeLimit = 20_000
  private let timeLimit: Int

  /// - Parameters:
  ///   - path: an absolute path.
  ///   - timeLimit: the time limit for one answer, in milliseconds.
  package init(
    _ path: String, environment: [String: String], fileSystem: any FileSystem, timeLimit: Int = timeLimit
  ) {
    self.path = path
    self.environment = environment
    self.fileSystem = fileSystem
    self.timeLimit = timeLimit
  }

  /// Returns the program's output, or an empty array for a kind of question that programs do not support.
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
          return answer.count <= CurlProgram.maxBytes
        }
    } catch {
      if error.code == FileError.notFound { throw .network(.notInstalled(program: path)) }
      throw .programFailed(127, error.reason)
    }
    if ending.isLate { throw .programLate(seconds: timeLimit / 1000) }
    if answer.count > CurlProgram.maxBytes { throw .network(.tooLarge(bytes: CurlProgram.maxBytes)) }
    if ending.status != 0 {
      let line = String(decoding: ending.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last ?? ""
      throw .programFailed(ending.status, line.count > 160 ? line.prefix(159) + "…" : String(line))
    }
    return answer
  }

  /// The library that contains the program, after symbolic links have been resolved, or nil if there is none.
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
  /// Returns the table row for the user's own program.
  ///
  /// - Parameter name: its name in settings and in a record's `sources`.
  package static func program(_ name: String, _ program: UserProgram) -> Catalogue {
    Catalogue(
      name: name, title: "your program \(name)", hosts: [], requiresMatchingISBN: false, address: { _, _ in nil },
      reader: .program,
      program: program)
  }

  /// Returns whether the text can be the name of a program: at most 32 lower-case ASCII letters, digits and hyphens, no
  /// leading hyphen, and not the name of a catalogue.
  package static func isProgramName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count) && named(name) == nil
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      && !name.hasPrefix("-")
  }
}
