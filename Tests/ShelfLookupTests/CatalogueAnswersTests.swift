import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfLookup
@testable import ShelfModel

/// Stored answers of real catalogues. Each value is compared with the result of an independent program.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct CatalogueAnswersTests {
  struct Folder: CustomTestStringConvertible, Sendable {
    let name: String
    let reader: CatalogueReader
    var testDescription: String { name }
  }

  static let folders = [
    Folder(name: "openlibrary-api-books-data", reader: .openLibrary),
    Folder(name: "openlibrary-edition-json", reader: .openLibrary),
    Folder(name: "openlibrary-isbn-json", reader: .openLibrary),
    Folder(name: "openlibrary-works-editions-json", reader: .openLibrary),
    Folder(name: "openlibrary-works-json", reader: .openLibrary), Folder(name: "google-books", reader: .googleBooks),
    Folder(name: "dnb-sru-marc21xml", reader: .marc), Folder(name: "marcxml-other", reader: .marc),
    Folder(name: "sru-envelopes", reader: .marc), Folder(name: "loc-sru-mods", reader: .mods),
  ]

  private static func files(_ folder: String) throws -> [String] {
    let path = try TestData.folder("lookup/" + folder)
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 }
  }

  private static func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  /// Returns the other program's results, by file.
  private static func independent(_ files: [String]) throws -> [String: [[String: Any]]] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/lookup/independent.py").path
    let result = try Program.run(["python3", script] + files, in: "/")
    try #require(result.status == 0, "\(result.text)")
    var books: [String: [[String: Any]]] = [:]
    for line in result.text.split(separator: "\n") {
      let book = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      books[book["file"] as? String ?? "", default: []].append(book)
    }
    return books
  }

  private static func words(_ text: String) -> [String] {
    text.precomposedStringWithCanonicalMapping.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .map(String.init)
  }

  @Test(arguments: folders) func everyValueIsRead(_ folder: Folder) throws {
    // Files with the results that other projects expect are not answers of a catalogue.
    let files = try Self.files(folder.name).filter { !$0.contains("xml_expect") && !$0.hasSuffix(".md") }
    let expected = try Self.independent(files)
    var count = 0
    for file in files {
      let wanted = expected[file] ?? []
      // Neither program finds a book in invalid XML, such as a file without its last character.
      guard case .books(let books)? = try? folder.reader.read(Self.bytes(file)) else {
        #expect(wanted.isEmpty, "\(file)")
        continue
      }
      #expect(books.count == wanted.count, "\(file)")
      for (book, wanted) in zip(books, wanted) {
        count += 1
        func list(_ key: String) -> [String] { wanted[key] as? [String] ?? [] }
        let title = Self.words(book.draft.first(.title) ?? "")
        #expect(title == list("title"), "\(file)")
        #expect(Set(book.numbers.map(\.digits)) == Set(list("isbns")), "\(file)")
        if let pages = wanted["pages"] as? String { #expect(book.draft.first(.pages) == pages, "\(file)") }
        if !list("publisher").isEmpty, !folder.name.contains("works-json") {
          #expect(Self.words(book.draft.first(.publisher) ?? "") == list("publisher"), "\(file)")
        }
        let people = Set((book.draft[.author] + book.contributors.map(\.name)).map { Set(Self.words($0)) })
        for author in wanted["authors"] as? [[String]] ?? [] where !author.isEmpty {
          #expect(people.contains(Set(author)), "\(author) in \(people), \(file)")
        }
        #expect(book.draft[.year].isEmpty || folder.name != "google-books", "an edition's year is not the work's")
      }
    }
    #expect(count > 0)
  }

  /// Errors are distinguished from answers without books.
  @Test func everyErrorIsTold() throws {
    func outcome(_ name: String, _ reader: CatalogueReader) throws -> String {
      do throws(CatalogueProblem) {
        switch try reader.read(Self.bytes(try! TestData.folder("lookup/rate-limit-and-errors/" + name))) {
        case .books(let books): return "\(books.count) books"
        case .moved(let key): return "moved to \(key)"
        }
      } catch {
        return "\(error)"
      }
    }
    #expect(try outcome("bnf-none.xml", .marc) == "0 books")
    #expect(try outcome("google-unknown.json", .googleBooks) == "0 books")
    #expect(
      try outcome("ibraheemmawwal-googlebooks_rate_limited.json", .googleBooks).hasPrefix("refusal(\"Quota exceeded"))
    #expect(try outcome("openlibrary-403.html", .openLibrary).hasPrefix("unreadable"))
    #expect(try outcome("openlibrary-404-isbn.json", .openLibrary) == "0 books")
    #expect(try outcome("openlibrary-429-covers.json", .openLibrary).hasPrefix("refusal(\"Too Many Requests"))
    #expect(try outcome("openlibrary-429-web.json", .openLibrary).hasPrefix("refusal(\"Too Many Requests"))
    #expect(try outcome("openlibrary-api-books-unknown.json", .openLibrary) == "0 books")
    #expect(try outcome("openlibrary-deleted.json", .openLibrary) == "0 books")
    #expect(try outcome("openlibrary-redirect.json", .openLibrary) == "moved to /works/OL27448W")
    #expect(try outcome("sru-diagnostic.xml", .marc).contains("Invalid parameter: \\'marcxml\\'"))
  }

  /// Truncated or damaged answers result in books or an error.
  @Test(arguments: folders) func aDamagedAnswerIsRead(_ folder: Folder) throws {
    var random = SeededGenerator(seed: 7)
    for file in try Self.files(folder.name) {
      let bytes = Array(Self.bytes(file).prefix(60_000))
      for _ in 0..<10 where !bytes.isEmpty {
        var damaged = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        for _ in 0..<3 where !damaged.isEmpty {
          damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? folder.reader.read(damaged)
      }
    }
  }
}
