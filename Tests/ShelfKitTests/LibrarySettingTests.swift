import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests that acts change a library's settings and keep every other byte of `shelf.yaml`.
struct LibrarySettingTests {
  private let folder: TemporaryFolder

  private static let manifest = """
    # What is here
    format:   1
    name: 'Mine'   # nobody else's

    undo: {entries: 100,  megabytes: 64}

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shelf.yaml", Self.manifest)
  }

  private func change(_ inputs: (String, String?)...) throws -> Outcome {
    let host = Host(
      fileSystem: DiskFileSystem(), environment: [:], now: { RandomLibrary.now }, today: { RandomLibrary.today },
      newID: { recordID(77) }, threads: 2)
    var change = try LibraryChange(Workspace(folder.path, in: host), ChangePolicy(command: "library set"))
    _ = try change.plan(ChangeLibrarySettings(inputs.map { .init($0, $1) }))
    return try change.make()
  }

  private var text: String {
    get throws { String(decoding: try folder.read("shelf.yaml"), as: UTF8.self) }
  }

  @Test func aValueIsReplacedInItsQuotes() throws {
    _ = try change(("name", "Books: all"))
    #expect(try text == Self.manifest.replacing("'Mine'", with: "'Books: all'"))
  }

  @Test func severalAreOneChange() throws {
    let outcome = try change(("git.commit", "true"), ("undo.entries", "20"), ("goal.2026", "40"))
    #expect(
      try text == Self.manifest.replacing("{entries: 100,  ", with: "{entries: 20,  ")
        + "git:\n  commit: true\ngoal:\n  '2026': 40\n")
    guard case .settingsChanged(let changes) = outcome.result else {
      Testing.Issue.record("not told as a change of settings")
      return
    }
    #expect(changes.map(\.old) == [nil, "100", nil])
    #expect(outcome.changes.map(\.path) == ["shelf.yaml"])
  }

  @Test func whatWasSetIsTakenAway() throws {
    _ = try change(("git.commit", "true"))
    _ = try change(("git.commit", nil))
    #expect(try text == Self.manifest)
    #expect(throws: LibrarySettingRefusal.self) { _ = try change(("git.commit", nil)) }
  }

  @Test func theLanguageOfPagesIsSet() throws {
    _ = try change(("language", "pl"))
    #expect(try text == Self.manifest + "language: pl\n")
    _ = try change(("language", "zh"))
    #expect(try text == Self.manifest + "language: zh\n")
  }

  @Test func aFieldOfOnesOwnIsDeclared() throws {
    _ = try change(("fields.book.shelfmark.type", "text"), ("fields.book.shelfmark.help", "where it is"))
    #expect(
      try text == Self.manifest + "fields:\n  book:\n    shelfmark:\n      type: text\n      help: where it is\n")
  }

  @Test(
    arguments: [
      ("git.commit", "perhaps"), ("merge", "mine"), ("language", "polish"), ("language", "ar"),
      ("publish.dates", "week"),
      ("publish.url", "ftp://x"), ("publish.nothing", "x"), ("undo.entries", "0"), ("goal.2026", "many"),
      ("goal.next", "3"),
      ("fields.book.shelfmark.type", "colour"), ("fields.shop.shelfmark.type", "text"), ("format", "2"), ("nam", "x"),
      ("doctor.severity.unused-tag", "bad"), ("git.", "true"), ("", ""), ("undo", "3"),
    ]) func whatALibraryCouldNotReadIsRefused(_ name: String, _ value: String) throws
  {
    #expect(throws: LibrarySettingRefusal.self) { _ = try change((name, value)) }
    #expect(try text == Self.manifest)
  }
}
