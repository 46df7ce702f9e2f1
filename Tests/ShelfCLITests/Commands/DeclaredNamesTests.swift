import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests libraries that declared a field before shelf added a built-in field or a short name with the same name.
struct DeclaredNamesTests {
  struct Name: CustomTestStringConvertible, Sendable {
    let kind: Kind
    let key: String
    var testDescription: String { "\(kind.singular).\(key)" }
  }

  /// The names of built-in fields that a declared field may replace, and the short names of fields.
  static let names: [Name] = [Kind.book, .issue].flatMap { kind in
    let short = kind.fields.flatMap(\.shortNames).filter { name in !kind.fields.contains { $0.key == name } }
    return (kind.fields.filter(\.yieldsToDeclared).map(\.key) + short).map { Name(kind: kind, key: $0) }
  }

  @Test("the table of fields names the fields that were added later")
  func knowsTheNames() {
    let keys = Set(Self.names.map(\.testDescription))
    #expect(keys.isSuperset(of: ["book.place", "book.tags", "book.timesRead", "book.due", "issue.due"]))
  }

  private static let book = "b0000001-0000-4000-8000-000000000000"
  private static let issue = "f0000001-0000-4000-8000-000000000000"

  private static func library(_ kind: Kind, _ key: String) throws -> TestLibrary {
    let line = "\(key): mine\n"
    return try TestLibrary([
      "shelf.yaml": """
      format: 1
      name: Small
      fields: {\(kind.singular): {\(key): {type: text}}}

      """,
      "books/dune.yaml": """
      id: \(book)
      title: Dune
      author: Frank Herbert
      status: completed
      year: 1965
      isbn: "9780441013593"
      pages: 412

      """ + (kind == .book ? line : ""),
      "books/emma.yaml":
        "id: b0000002-0000-4000-8000-000000000000\ntitle: Emma\nauthor: Jane Austen\nstatus: inProgress\n",
      "issues/buy.yaml": "id: \(issue)\ntitle: Buy\n" + (kind == .issue ? line : ""),
    ])
  }

  @Test("a table's values are read by the declared type", arguments: names.filter { $0.kind == .book })
  func tables(_ name: Name) throws {
    let library = try Self.library(.book, name.key)
    library["t.csv"] = "Title,Author,\(name.key)\nUbik,Philip K. Dick,first words\n"
    let said = try library.run("import", [library.absolute("t.csv")])
    #expect(!said.contains("left out"), "\(said)")
    let books = try FileManager.default.contentsOfDirectory(atPath: library.absolute("books"))
    let file = try #require(books.first { $0.hasPrefix("ubik") })
    let ubik = try #require(library["books/" + file])
    #expect(ubik.contains("\(name.key): first words\n"), "\(ubik)")
  }

  @Test("bibliographies do not contain the field", arguments: names.filter { $0.kind == .book })
  func exports(_ name: Name) throws {
    let library = try Self.library(.book, name.key)
    for format in ["bibtex", "csl-json", "ris", "goodreads"] {
      #expect(try !library.run("export \(format)").contains("mine"), "\(format)")
    }
    #expect(try library.run("export json").contains("\"mine\""))
  }

  @Test("merges and the browser know the field", arguments: names)
  func mergesAndShows(_ name: Name) throws {
    let library = try Self.library(name.kind, name.key)
    let path = name.kind == .book ? "books/dune.yaml" : "issues/buy.yaml"
    let base = library[path] ?? ""
    library["ours"] = base.replacing("\(name.key): mine", with: "\(name.key): yours")
    library["theirs"] = base + "extra: 1\n"
    library["base"] = base
    _ = try library.run("merge-driver base ours theirs \(path)")
    #expect(library["ours"]?.contains("\(name.key): yours\n") ?? false)
    #expect(library["ours"]?.contains("extra: 1\n") ?? false)
    guard name.kind == .book else { return }
    let browser = try BrowserSession(library, "dune", columns: 120, rows: 60)
    #expect(browser.press("enter").screen.contains("mine"))
  }
}
