import Foundation
import ShelfModel
import ShelfTestSupport
import Testing

/// Imports every real file of a format, exports the library in the same format, and imports that export into an empty
/// library. Each field that the format can represent must be unchanged. Private fields are not part of any format, so
/// they are not compared.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct RoundTripTests {
  /// Fields that are not compared, because they describe a copy, its owner or an import instead of the book.
  private static let ofLibrary = Set(
    ["id", "kind", "sources"] + Kind.book.fields.filter { $0.has(.confidential) }.map(\.key))

  private static func files(in folder: String, _ ending: String) -> [String] {
    ImportSamples.files.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(ending) }
  }

  @Test(arguments: files(in: "bibtex", ".bib")) func bibTeX(_ file: String) throws {
    try expectReturn(of: file, "bibtex", as: "out.bib")
  }

  @Test(arguments: files(in: "zotero", ".json")) func csl(_ file: String) throws {
    try expectReturn(of: file, "csl-json", as: "out.json")
  }

  @Test(arguments: files(in: "goodreads", ".csv")) func goodreads(_ file: String) throws {
    try expectReturn(of: file, "goodreads", as: "out.csv")
  }

  /// Importing exported notes restores books from any program, except for the long text below the front matter.
  @Test(arguments: ImportSamples.files) func notes(_ file: String) throws {
    let aside = Kind.book.fields.filter(\.isLong).map(\.key)
    try expectReturn(of: file, "markdown", as: "notes", aside: Set(aside))
  }

  private func expectReturn(of file: String, _ format: String, as name: String, aside: Set<String> = []) throws {
    let library = try ImportTests.empty()
    _ = try ImportTests.summary(library, [try TestData.folder(file)])
    let before = try Self.books(of: library, without: aside)
    if before.isEmpty { return }
    _ = try library.run("export \(format) --output", [library.absolute(name)])
    let copy = try ImportTests.empty()
    _ = try ImportTests.summary(copy, [library.absolute(name)])
    let after = try Self.books(of: copy, without: aside)
    #expect(before.count == after.count)
    for (old, new) in zip(before, after) {
      for key in Set(old.keys).union(new.keys).sorted() {
        #expect(old[key] == new[key], "\(old["title"] ?? []): \(key)")
      }
    }
  }

  private static func books(
    of library: TestLibrary, without aside: Set<String>
  ) throws -> [[String: [String]]] {
    try ImportedRecords(in: library).all("book").map { book in
      // Exports write the default status.
      book.merging(["status": ["onShelf"]]) { own, _ in own }.filter { !ofLibrary.union(aside).contains($0.key) }
    }
    .sorted { one, other in
      let keys = ["title", "isbn", "publisher", "dateAdded"]
      return keys.map { one[$0]?.first ?? "" }.lexicographicallyPrecedes(keys.map { other[$0]?.first ?? "" })
    }
  }
}
