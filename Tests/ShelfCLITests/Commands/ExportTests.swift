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

  /// A folder that came from somebody else may hold links to files that nobody meant.
  @Test(arguments: ["csv", "markdown"])
  func aFolderIsWrittenThroughNoLink(_ format: String) throws {
    let library = try TestLibrary()
    let outside = try TestLibrary(["victim": "mine\n"])
    _ = try library.run("export \(format) --output", [library.absolute("out")])
    for name in try FileManager.default.contentsOfDirectory(atPath: library.absolute("out")) {
      try FileManager.default.removeItem(atPath: library.absolute("out/" + name))
      try FileManager.default.createSymbolicLink(
        atPath: library.absolute("out/" + name), withDestinationPath: outside.absolute("victim"))
    }
    let output = try library.run("export \(format) --output", [library.absolute("out")])
    #expect(output.contains("is a link, and is left as it is"))
    #expect(outside["victim"] == "mine\n")
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
