import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// The newer side is determined by the changes to the record itself, even if its file was moved in between.
struct NewestSideTests {
  /// An action of one side on a record, in its own commit at the specified minute.
  enum Deed: Sendable, Hashable {
    case edit(Int)
    case move(Int)
    case delete(Int)
    /// Replaces the record with a different one at the same path.
    case replace(Int)
  }

  struct Case: Sendable {
    let ours: [Deed]
    let theirs: [Deed]
    /// The side that provides the rating of the merged record, or nil if the record is deleted.
    let rating: String?
    let path: String
  }

  private static let home = "books/home.yaml"

  private static let cases = [
    Case(ours: [.edit(1), .move(5)], theirs: [.edit(3)], rating: "theirs", path: "books/ours.yaml"),
    Case(ours: [.move(1), .edit(5)], theirs: [.edit(3)], rating: "ours", path: "books/ours.yaml"),
    Case(ours: [.edit(5)], theirs: [.edit(1), .move(9)], rating: "ours", path: "books/theirs.yaml"),
    Case(ours: [.edit(5)], theirs: [.move(1), .edit(9)], rating: "theirs", path: "books/theirs.yaml"),
    Case(ours: [.edit(1), .move(9)], theirs: [.move(2), .edit(5)], rating: "theirs", path: "books/ours.yaml"),
    Case(ours: [.move(2), .edit(5)], theirs: [.edit(1), .move(9)], rating: "ours", path: "books/theirs.yaml"),
    Case(ours: [.edit(1), .move(2), .replace(9)], theirs: [.edit(3)], rating: "theirs", path: "books/ours.yaml"),
    Case(ours: [.edit(4)], theirs: [.edit(1), .move(2), .replace(9)], rating: "ours", path: "books/theirs.yaml"),
    Case(ours: [.delete(4)], theirs: [.move(1), .edit(3)], rating: nil, path: home),
    Case(ours: [.delete(4)], theirs: [.edit(3), .move(5)], rating: "theirs", path: "books/theirs.yaml"),
    Case(ours: [.move(2), .delete(5)], theirs: [.edit(4)], rating: nil, path: home),
    Case(ours: [.move(2), .delete(5)], theirs: [.edit(6)], rating: "theirs", path: home),
    Case(ours: [.delete(2), .replace(9)], theirs: [.edit(3)], rating: "theirs", path: home),
    Case(ours: [.edit(5), .move(6)], theirs: [.move(3), .delete(4)], rating: "ours", path: "books/ours.yaml"),
  ]

  private func text(_ rating: String) -> String {
    """
    id: \(RecordID.test("b0000001"))
    title: A book that is known again
    publisher: \(rating)
    # A comment, so that git knows the file again.
    synopsis: About a book, and nothing else at all.

    """
  }

  private func repository(_ test: Case) throws -> TestRepository {
    let repository = try TestRepository()
    func commit(at minute: Int) throws {
      try repository.git("add", "--all")
      let date = "2026-01-01T10:\(minute < 10 ? "0" : "")\(minute):00Z"
      try repository.git("commit", "--quiet", "--message", "x", with: ["GIT_AUTHOR_DATE": date])
    }
    try repository.write(Self.home, text("base"))
    try commit(at: 0)
    for (side, deeds) in [("theirs", test.theirs), ("ours", test.ours)] {
      try repository.git("switch", "--quiet", "--create", side, "main")
      var path = Self.home
      for deed in deeds {
        switch deed {
        case .edit(let minute):
          try repository.write(path, text(side))
          try commit(at: minute)
        case .move(let minute):
          try repository.move(path, to: "books/\(side).yaml")
          path = "books/\(side).yaml"
          try commit(at: minute)
        case .delete(let minute):
          try repository.remove(path)
          try commit(at: minute)
        case .replace(let minute):
          try repository.write(Self.home, "id: \(RecordID.test("b0000002"))\ntitle: Another\n")
          try commit(at: minute)
        }
      }
    }
    return repository
  }

  private func expectMerged(_ test: Case, _ repository: TestRepository) throws {
    var found: [String: String] = [:]
    for path in try repository.git("ls-files", "books").split(separator: "\n").map(String.init) {
      let text = try String(contentsOfFile: repository.top + "/" + path, encoding: .utf8)
      if text.hasPrefix("id: \(RecordID.test("b0000001"))") { found[path] = text }
    }
    let isReplaced = (test.ours + test.theirs).contains(.replace(9)) && test.path == Self.home
    if isReplaced {
      #expect(Array(found.values) == [text(test.rating ?? "")], "\(test)")
    } else {
      #expect(found == (test.rating.map { [test.path: text($0)] } ?? [:]), "\(test)")
    }
  }

  @Test(arguments: cases.indices) func followsTheRecordInASync(_ number: Int) throws {
    let test = Self.cases[number]
    let repository = try repository(test)
    let remote = Remote(
      name: "origin", branch: "ours", target: "refs/heads/theirs", tracking: "refs/heads/theirs", isUpstream: true)
    let program = TestMachine.productsFolder.appending(path: "shelf").path
    let environment = repository.environment.merging(["SHELF_MERGE": "newest"]) { $1 }
    let own = try Repository(of: repository.root, environment: environment, program: program)
    _ = try own.merge(remote, at: repository.git("rev-parse", "theirs"), .newest, Schema(), DiskFileSystem())
    #expect(try repository.git("status", "--porcelain") == "")
    try expectMerged(test, repository)
  }

  /// Tests the merge driver in merges by git, which detects renamed files. The other cases are omitted, because git
  /// does not resolve deletions and would merge two different records that have the same path.
  @Test(arguments: [0, 1, 2, 3]) func followsTheRecordInTheDriver(_ number: Int) throws {
    let test = Self.cases[number]
    let repository = try repository(test)
    let program = TestMachine.productsFolder.appending(path: "shelf").path
    try repository.folder.write("attributes", "*.yaml merge=shelf\n")
    try repository.git(
      "-c", "merge.shelf.driver='\(program)' merge-driver -- %O %A %B %P",
      "-c", "core.attributesFile=\(repository.folder.path)/attributes",
      "merge", "--quiet", "--no-edit", "theirs", with: ["SHELF_MERGE": "newest"])
    try expectMerged(test, repository)
  }
}
