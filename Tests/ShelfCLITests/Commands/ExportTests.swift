import Foundation
import ShelfTestSupport
import Testing

/// Exporting, and importing that again.
@Suite struct ExportTests {
  /// Exports a library, imports that into an empty one, and exports that.
  private func roundTrip(_ library: TestLibrary, _ format: String) throws {
    let copy = try ImportTests.empty()
    if format == "csv" {
      _ = try library.run("export csv --output", [copy.absolute("out")])
      let names = try FileManager.default.contentsOfDirectory(atPath: copy.absolute("out")).sorted()
      // What is referred to comes first.
      for name in ["genres.csv", "tags.csv", "books.csv", "quotes.csv", "issues.csv"] where names.contains(name) {
        _ = try ImportTests.summary(copy, [copy.absolute("out/\(name)")])
      }
      _ = try copy.run("export csv --output", [copy.absolute("again")])
      for name in names { #expect(copy["again/\(name)"] == copy["out/\(name)"], "\(name)") }
    } else {
      let text = try library.run("export \(format)")
      copy["out.\(format)"] = text
      let summary = try ImportTests.summary(copy, [copy.absolute("out.\(format)")])
      #expect(summary["rejected"] as? Int == 0)
      #expect(try copy.run("export \(format)") == text)
    }
  }

  @Test(arguments: ["json", "jsonl", "csv"])
  func comesBackAsItWas(_ format: String) throws {
    let library = try TestLibrary()
    _ = try library.run(
      "book add", ["Odd", "--review", "two\nlines\n", "--author", "[x]", "--notes", " \"quoted\", #1"])
    try roundTrip(library, format)
  }

  @Test(.enabled(if: TestData.isThere, TestData.whereFrom), arguments: ["jsonl", "csv"])
  func aRealLibraryComesBackAsItWas(_ format: String) throws {
    let library = try ImportTests.empty()
    let source = try TestData.folder("real-library")
    for folder in ["books", "quotes", "genres", "tags", "issues"] {
      try FileManager.default.copyItem(atPath: source + "/" + folder, toPath: library.absolute(folder))
    }
    try roundTrip(library, format)
  }
}
