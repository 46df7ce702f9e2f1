import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// Tests merging two branches that each act on a pair of records. Records are matched by id, even if one takes the path
/// of another, and every policy resolves the remaining conflicts.
struct RecordMoveTests {
  /// The actions of a branch on two records, "one" and "two".
  enum Deed: CaseIterable {
    case nothing, edit, editSame, delete, move, rewrite
    /// The second record takes the path of the first, which is moved or deleted.
    case takePlace, replace
    case swap
    /// A third record takes the path of the second record, which takes the path of the first record, which is moved.
    case chain
    /// A new record takes the path of the first record, which is moved; or a similar record is added at a different
    /// path, and the first record is deleted.
    case addOver, addSimilar
    /// The first record moves to a path that the other branch also uses.
    case meet
  }

  /// Three records in a separate folder, and the actions of both branches on them.
  private struct Group {
    let number: Int
    let deeds: [Deed]

    private func id(_ place: Int) -> String { RecordID.test("b\(String(1_000_000 + number * 10 + place))").description }

    /// A record's path and fields.
    struct Book: Equatable {
      var path: String
      var title: String
      var rating = "3"
      var pages = "10"
      var publisher = "Ace"

      func text(_ id: String) -> String {
        """
        id: \(id)
        title: \(title)
        rating: \(rating)
        # A comment on \(id), by which git knows the file again.
        pages: \(pages)
        publisher: \(publisher)
        synopsis: About \(id), and nothing else.

        """
      }
    }

    private func path(_ name: String) -> String { "books/\(number)/\(name).yaml" }

    var base: [String: Book] {
      let names = ["one", "two", "three"].enumerated()
      return Dictionary(
        uniqueKeysWithValues: names.map { (id($0), Book(path: path($1), title: "Book \(number) \($1)")) })
    }

    /// Returns the records after the actions of a branch.
    func books(_ side: Int) -> [String: Book] {
      var books = base
      let name = side == 0 ? "here" : "there"
      func move(_ place: Int, _ name: String) { books[id(place)]?.path = path(name) }
      switch deeds[side] {
      case .nothing: break
      case .edit where side == 0: books[id(0)]?.pages = "20"
      case .edit: books[id(0)]?.publisher = "Gollancz"
      case .editSame: books[id(0)]?.rating = side == 0 ? "4" : "5"
      case .delete: books[id(0)] = nil
      case .move: move(0, name)
      case .rewrite:
        move(0, name)
        books[id(0)]?.title = String(repeating: "Another title of \(name). ", count: 40) + "End"
      case .takePlace:
        move(0, name)
        move(1, "one")
      case .replace:
        books[id(0)] = nil
        move(1, "one")
      case .swap:
        move(0, "two")
        move(1, "one")
      case .chain:
        move(0, name)
        move(1, "one")
        move(2, "two")
      case .addOver:
        move(0, name)
        books[id(4 + side)] = Book(path: path("one"), title: "Added \(name)")
      case .addSimilar:
        books[id(0)] = nil
        books[id(4 + side)] = Book(path: path("added-" + name), title: "Book \(number) one", rating: "1")
      case .meet: move(side, "met")
      }
      return books
    }

    /// Returns the expected result of a merge, except for records that move to the same path.
    func merged(takesOurs: Bool) -> [String: Book] {
      let (base, ours, theirs) = (base, books(0), books(1))
      var merged: [String: Book] = [:]
      for id in Set(base.keys).union(ours.keys).union(theirs.keys) {
        let (old, first, second) = (base[id], ours[id], theirs[id])
        if old == second || first == second {
          merged[id] = first
        } else if old == first {
          merged[id] = second
        } else if let old, let first, let second {
          func chosen(_ key: KeyPath<Book, String>) -> String {
            let values = (old[keyPath: key], first[keyPath: key], second[keyPath: key])
            if values.0 == values.2 { return values.1 }
            return values.0 == values.1 || !takesOurs ? values.2 : values.1
          }
          merged[id] = Book(
            path: chosen(\.path), title: chosen(\.title), rating: chosen(\.rating), pages: chosen(\.pages),
            publisher: chosen(\.publisher))
        } else {
          merged[id] = takesOurs ? first : second
        }
      }
      return merged
    }
  }

  private static let pairs = Deed.allCases.flatMap { first in Deed.allCases.map { [first, $0] } }

  /// Creates a repository with two branches that each change these groups.
  private func repository(_ groups: [Group]) throws -> TestRepository {
    let test = try TestRepository()
    func commit(_ message: String, _ books: (Group) -> [String: Group.Book], at second: Int) throws {
      try? FileManager.default.removeItem(atPath: test.root + "/books")
      for group in groups { for (id, book) in books(group) { try test.write(book.path, book.text(id)) } }
      try test.git("add", "--all")
      let date = "2026-01-01T10:00:0\(second)Z"
      try test.git("commit", "--quiet", "--allow-empty", "--message", message, with: ["GIT_AUTHOR_DATE": date])
    }
    try commit("base", { $0.base }, at: 0)
    try test.git("switch", "--quiet", "--create", "theirs")
    try commit("theirs", { $0.books(1) }, at: 2)
    try test.git("switch", "--quiet", "main")
    try commit("ours", { $0.books(0) }, at: 1)
    return test
  }

  private func merge(_ test: TestRepository, _ policy: MergePolicy) throws {
    let remote = Remote(
      name: "origin", branch: "main", target: "refs/heads/main", tracking: "refs/heads/theirs", isUpstream: true)
    let program = TestMachine.productsFolder.appending(path: "shelf").path
    let environment = test.environment.merging(["SHELF_MERGE": "\(policy)"]) { $1 }
    let repository = try Repository(of: test.root, environment: environment, program: program)
    _ = try repository.merge(remote, at: test.git("rev-parse", "theirs"), policy, Schema(), DiskFileSystem())
  }

  private func expectMerged(_ groups: [Group], _ test: TestRepository, takesOurs: Bool) throws {
    #expect(try test.git("status", "--porcelain") == "")
    var files: [String: String] = [:]
    for path in try test.git("ls-files", "books").split(separator: "\n").map(String.init) {
      files[path] = try String(contentsOfFile: test.top + "/" + path, encoding: .utf8)
    }
    var expected: [String: String] = [:]
    for group in groups {
      let books = group.merged(takesOurs: takesOurs)
      let all = Set(books.map { $1.text($0) })
      let found = files.filter { $0.key.hasPrefix("books/\(group.number)/") }
      #expect(Set(found.values) == all && found.count == all.count, "\(group.deeds) \(found.keys.sorted())")
      let isAlone = Dictionary(grouping: books.values, by: \.path)
      for (id, book) in books where isAlone[book.path]?.count == 1 { expected[book.path] = book.text(id) }
    }
    for (path, text) in expected { #expect(files[path] == text, "\(path)") }
  }

  /// Tests all pairs of actions in a single merge.
  @Test(arguments: [(MergePolicy.ours, true), (.theirs, false), (.newest, false)])
  func everyPair(_ policy: MergePolicy, takesOurs: Bool) throws {
    let groups = RecordMoveTests.pairs.enumerated().map { Group(number: $0, deeds: $1) }
    let test = try repository(groups)
    let head = try test.git("rev-parse", "HEAD")
    #expect {
      try merge(test, .conflict)
    } throws: { error in
      guard case SyncError.conflict = error else { return false }
      return true
    }
    #expect(try test.git("rev-parse", "HEAD") == head)
    #expect(try test.git("status", "--porcelain") == "")
    try merge(test, policy)
    try expectMerged(groups, test, takesOurs: takesOurs)
  }

  /// Tests some pairs in repositories without other records, so that whether git can merge depends only on the pair.
  @Test func pairsAlone() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let all = RecordMoveTests.pairs.shuffled(using: &random)
    for pair in TestData.isFull ? all : Array(all.prefix(10)) {
      let takesOurs = Bool.random(using: &random)
      let group = Group(number: 0, deeds: pair)
      let test = try repository([group])
      try merge(test, takesOurs ? .ours : .theirs)
      try expectMerged([group], test, takesOurs: takesOurs)
    }
  }
}
