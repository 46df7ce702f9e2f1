import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel

/// Pipes in place of files of git's keep no command waiting for ever.
struct WaitingTests {
  private func repository() throws -> TestRepository {
    let test = try TestRepository()
    try test.write("books/dune.yaml", "id: \(RecordID.test("b0000001"))\ntitle: Dune\n")
    try test.commit("First")
    return test
  }

  /// Names of authors are taken as commits have them, so nothing is looked up for them.
  @Test func aPipeForNamesIsNotRead() throws {
    let test = try repository()
    mkfifo(test.top + "/.mailmap", 0o600)
    try test.git("config", "mailmap.file", test.top + "/.mailmap")
    try test.git("config", "log.mailmap", "true")
    let steps = try test.repository.history(schema: Schema(), since: nil, limit: nil) { $0 }
    #expect(steps.map(\.commit.author) == ["Jörg Müller"])
  }

  @Test func gitIsEndedIfItDoesNothing() throws {
    let test = try repository()
    let repository = try test.repository
    let index = test.top + "/.git/index"
    try FileManager.default.removeItem(atPath: index)
    mkfifo(index, 0o600)
    #expect(throws: GitError.waiting(command: "ls-files")) {
      _ = try repository.contents(of: ["books/dune.yaml"], in: .index)
    }
  }
}
