import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// Tests how shelf tells from a path whether it merges a manifest or a record, both inside and outside a library.
struct MergeTargetTests {
  private func subject(_ path: String) -> String {
    switch MergeTarget(path, fileSystem: DiskFileSystem()).subject {
    case .manifest?: "manifest"
    case .record?: "record"
    case nil: "neither"
    }
  }

  /// Paths as git passes them if the work tree is elsewhere.
  @Test(arguments: [
    ("no-such-folder/books/a.yaml", "record"), ("no-such-folder/shelf.yaml", "manifest"),
    ("no-such-folder/books/shelf.yaml", "record"), ("no-such-folder/a.yaml", "neither"),
    ("no-such-folder/.books/books/a.yaml", "neither"), ("no-such-folder/books/.a.yaml", "neither"),
    ("no-such-folder/books/a.txt", "neither"), ("", "neither"), ("/", "neither"),
  ])
  func withoutALibrary(_ path: String, _ expected: String) { #expect(subject(path) == expected) }

  @Test(arguments: [
    ("shelf.yaml", "manifest"), ("books/a.yaml", "record"), ("books/deep/a.yaml", "record"),
    ("other/a.yaml", "neither"),
    ("a.yaml", "neither"), ("other/books/a.yaml", "neither"), ("books/.hidden/a.yaml", "neither"),
  ])
  func inALibrary(_ path: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\nname: Test\n")
    #expect(subject(folder.path + "/" + path) == expected)
  }

  @Test func whatTheManifestSays() throws {
    let folder = try TemporaryFolder()
    func target() -> MergeTarget { MergeTarget(folder.path + "/books/a.yaml", fileSystem: DiskFileSystem()) }
    try folder.write("shelf.yaml", "format: 1\nname: Test\nmerge: ours\n")
    #expect(target().policy == .ours && target().textReason == nil)
    try folder.write("shelf.yaml", "format: 1\nfields: {book: {mood: {type: text list}}}\n")
    if case .record(let fields)? = target().subject {
      #expect(fields.contains { $0.key == "mood" && $0.mergeRule == .set })
    } else {
      Issue.record("is not a record")
    }
    try folder.write("shelf.yaml", "format: 2\nname: Test\nmerge: ours\n")
    #expect(target().policy == .conflict && target().textReason?.contains("format 2") == true)
    try folder.write("shelf.yaml", "name: [\n")
    #expect(target().policy == .conflict && target().subject != nil)
  }
}
