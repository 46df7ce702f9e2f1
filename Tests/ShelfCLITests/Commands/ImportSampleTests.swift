import Foundation
import ShelfTestSupport
import Testing

/// The files in the test data folder that were written by other programs.
enum ImportSamples {
  private static let folders = [
    "goodreads", "storygraph", "hardcover", "bookwyrm", "librarything", "kindle", "readwise", "readwise-md",
    "reading-yaml", "papis", "openreads", "libib", "calibre", "kobo", "koreader", "bibtex", "zotero", "open-library",
    "apple-books",
  ]

  static let files: [String] = {
    guard let root = TestData.root else { return [] }
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []).sorted()
        .map { folder + "/" + $0 }
    }
  }()
}

/// Tests imports of real files: the summary accounts for each row, a second import changes nothing, undo reverts
/// everything, and doctor finds no errors.
@Suite struct ImportSampleTests {
  @Test(.enabled(if: TestData.isThere, TestData.whereFrom), arguments: ImportSamples.files)
  func isTakenWhole(_ file: String) throws {
    let path = try TestData.folder(file)
    let library = try ImportTests.empty()
    let before = try files(library)
    let first = try ImportTests.summary(library, [path])
    let after = try library.tree()
    let second = try ImportTests.summary(library, [path])
    #expect(try library.tree() == after)
    #expect(second["new"] as? Int == 0 && second["changed"] as? Int == 0)
    #expect(second["read"] as? Int == first["read"] as? Int)
    let doctor = try library.run("doctor")
    #expect(!doctor.contains("error"), "\(doctor)")
    if first["new"] as? Int != 0 { _ = try library.run("undo") }
    #expect(try files(library) == before)
  }

  /// Returns the files without folders, since an undo may leave empty folders behind.
  private func files(_ library: TestLibrary) throws -> [String: String] {
    try library.tree().filter { $0.value.contains("Regular") }
  }

  /// Importing the same file on two computers creates the same files.
  @Test(.enabled(if: TestData.isThere, TestData.whereFrom))
  func isTheSameEverywhere() throws {
    let path = try TestData.folder("goodreads/classic.csv")
    let trees = try (0..<2).map { _ in
      let library = try ImportTests.empty()
      _ = try ImportTests.summary(library, [path])
      return try library.tree()
    }
    #expect(trees[0] == trees[1])
  }
}
