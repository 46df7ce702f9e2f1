import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests that every conflict between two copies can be resolved, and that each choice leads to the expected result.
///
/// The library has one record for each pair of operations, such as an edit in this copy and a deletion in the other.
/// Each copy carries out its operations and commits them. A plain sync must stop and change nothing. With
/// `--conflicts`, it must resolve all conflicts at once, and both copies must end up with the expected files.
struct SyncConflictTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }
  private var hub: TestLibrary { copies.hub }

  /// An operation by one copy on a record.
  enum Deed: CaseIterable {
    case nothing, edit, editSame, delete, rename, move
  }

  /// A record, and the operations of both copies on it.
  private struct Pair {
    let number: Int
    let deeds: (here: Deed, there: Deed)

    var id: String { "b10000\(number < 10 ? "0" : "")\(number)-0000-4000-8000-000000000000" }
    var path: String { "books/book\(number).yaml" }

    static let all = Deed.allCases.enumerated().flatMap { row, first in
      Deed.allCases.enumerated().map { column, second in
        Pair(number: row * Deed.allCases.count + column, deeds: (first, second))
      }
    }

    func text(rating: Int = 3, pages: Int = 10, publisher: String = "Ace") -> String {
      """
      id: \(id)
      title: Book \(number)
      author: Author \(number)
      rating: \(rating)
      # A comment on book \(number), by which git knows the file again.
      pages: \(pages)
      publisher: \(publisher)
      synopsis: About book \(number), and nothing else.

      """
    }
  }

  /// Returns the expected path and text of a record after the sync, or an empty dictionary if the record is deleted.
  private func expected(_ pair: Pair, takesOurs: Bool) -> [String: String] {
    let (first, second) = pair.deeds
    if first == .delete, second == .delete { return [:] }
    if first == .delete || second == .delete {
      let (other, isOurs) = first == .delete ? (second, true) : (first, false)
      if other == .nothing || takesOurs == isOurs { return [:] }
    }
    let moves: [Deed: (String, String)] = [
      .rename: ("books/here\(pair.number).yaml", "books/there\(pair.number).yaml"),
      .move: ("books/new/book\(pair.number).yaml", "books/other/book\(pair.number).yaml"),
    ]
    let paths = (moves[first]?.0, moves[second]?.1)
    let path = (takesOurs ? paths.0 ?? paths.1 : paths.1 ?? paths.0) ?? pair.path
    let ratings = (first == .editSame ? 4 : nil, second == .editSame ? 5 : nil)
    let rating = (takesOurs ? ratings.0 ?? ratings.1 : ratings.1 ?? ratings.0) ?? 3
    let text = pair.text(
      rating: rating, pages: first == .edit ? 20 : 10, publisher: second == .edit ? "Gollancz" : "Ace")
    return [path: text]
  }

  private func perform(_ pair: Pair, in library: TestLibrary, isHere: Bool) {
    let text = library[pair.path]
    switch isHere ? pair.deeds.here : pair.deeds.there {
    case .nothing: break
    case .edit: library[pair.path] = isHere ? pair.text(pages: 20) : pair.text(publisher: "Gollancz")
    case .editSame: library[pair.path] = pair.text(rating: isHere ? 4 : 5)
    case .delete: library[pair.path] = nil
    case .rename:
      library[pair.path] = nil
      library["books/\(isHere ? "here" : "there")\(pair.number).yaml"] = text
    case .move:
      library[pair.path] = nil
      library["books/\(isHere ? "new" : "other")/book\(pair.number).yaml"] = text
    }
  }

  init() throws {
    copies = try SyncedCopies(["shelf.yaml": "format: 1\n"])
  }

  private func commit(_ library: TestLibrary, at time: String) throws {
    library.environment["GIT_AUTHOR_DATE"] = time
    library.environment["GIT_COMMITTER_DATE"] = time
    try library.git("add", "--all")
    try library.git("commit", "--quiet", "--allow-empty", "--message=x")
  }

  /// Carries out the operations in both copies, and pushes the other copy's commit.
  private func begin(_ pairs: [Pair], hereAt: String, thereAt: String) throws {
    for pair in pairs { here[pair.path] = pair.text() }
    try commit(here, at: "2026-01-01T10:00:00Z")
    try copies.clone()
    for pair in pairs {
      perform(pair, in: here, isHere: true)
      perform(pair, in: there, isHere: false)
    }
    try commit(here, at: hereAt)
    try commit(there, at: thereAt)
    #expect(try there.run("sync") == "Sent 1 commit\n")
  }

  private func books(_ library: TestLibrary) throws -> [String: String] {
    var books: [String: String] = [:]
    for path in try library.paths() where path.hasPrefix("books/") { books[path] = library[path] }
    return books
  }

  private static let cases: [(choice: String, hereAt: String, takesOurs: Bool)] = [
    ("ours", "2026-01-02T10:00:00Z", true), ("theirs", "2026-01-02T10:00:00Z", false),
    ("newest", "2026-01-02T10:00:00Z", false), ("newest", "2026-01-02T10:00:02Z", true),
    ("newest", "2026-01-02T10:00:01Z", true),
  ]

  /// Tests all pairs of operations at once, each on a different record.
  @Test(arguments: cases) func everyConflictIsSettled(_ choice: String, _ hereAt: String, _ takesOurs: Bool) throws {
    let pairs = Pair.all
    let thereAt = "2026-01-02T10:00:01Z"
    try begin(pairs, hereAt: hereAt, thereAt: thereAt)
    let before = try here.tree()
    #expect(try here.run("sync").contains("both copies have conflicting changes in "))
    #expect(try here.tree().filter { !$0.key.hasPrefix(".git") } == before.filter { !$0.key.hasPrefix(".git") })
    let said = try here.run("sync --conflicts \(choice)")
    #expect(said.hasPrefix("Received 1 commit and sent 2 commits\n"), "\(said)")
    var all: [String: String] = [:]
    for pair in pairs {
      var takesOurs = takesOurs
      // If an edit and a deletion are equally new, the edit is kept, regardless of which side made it.
      if choice == "newest", hereAt == thereAt, pair.deeds.here == .delete { takesOurs = false }
      if choice == "newest", hereAt == thereAt, pair.deeds.there == .delete { takesOurs = true }
      all.merge(expected(pair, takesOurs: takesOurs)) { first, _ in first }
    }
    let books = try books(here)
    #expect(Set(books.keys) == Set(all.keys))
    for (path, text) in all { #expect(books[path] == text, "\(path)") }
    #expect(try here.git("status", "--porcelain") == "")
    #expect(try here.run("sync") == "Both copies are the same.\n")
    #expect(try there.run("sync").hasPrefix("Received 2 commits\n"))
    #expect(try self.books(there) == books)
  }

  /// Tests files with the same path that both copies add, for the same record or for two different records.
  @Test(arguments: ["ours", "theirs", "newest"], [true, false])
  func addedUnderOnePath(_ choice: String, _ isOneRecord: Bool) throws {
    try begin([], hereAt: "2026-01-02T10:00:00Z", thereAt: "2026-01-02T10:00:00Z")
    let ids = ["b2000000-0000-4000-8000-000000000000", "b3000000-0000-4000-8000-000000000000"]
    let texts = [
      "id: \(ids[0])\ntitle: Emma\nrating: 4\n", "id: \(ids[isOneRecord ? 0 : 1])\ntitle: Emma\nrating: 5\npages: 9\n",
    ]
    here["books/emma.yaml"] = texts[0]
    there["books/emma.yaml"] = texts[1]
    try commit(here, at: "2026-01-03T10:00:05Z")
    try commit(there, at: "2026-01-03T10:00:00Z")
    _ = try there.run("sync")
    #expect(try here.run("sync --conflicts \(choice)").hasPrefix("Received "))
    let takesOurs = choice != "theirs"
    let books = try books(here)
    if isOneRecord {
      #expect(books == ["books/emma.yaml": "id: \(ids[0])\ntitle: Emma\nrating: \(takesOurs ? 4 : 5)\npages: 9\n"])
    } else {
      #expect(books == ["books/emma.yaml": texts[0], "books/emma-\(ids[1]).yaml": texts[1]])
    }
  }

  /// Tests conflicts in records that cannot be merged field by field: their lines are settled, and the choice is
  /// reported.
  @Test(arguments: [("ours", 0), ("theirs", 1), ("newest", 1)])
  func textsAreSettledByLines(_ choice: String, _ side: Int) throws {
    let texts = [1, 2, 3].map { "{id: \(Pair.all[0].id), title: Odd,\n rating: \($0)}\n" }
    here["books/odd.yaml"] = texts[2]
    try begin([], hereAt: "2026-01-02T10:00:00Z", thereAt: "2026-01-02T10:00:00Z")
    here["books/odd.yaml"] = texts[0]
    there["books/odd.yaml"] = texts[1]
    try commit(here, at: "2026-01-03T10:00:00Z")
    try commit(there, at: "2026-01-03T10:00:01Z")
    _ = try there.run("sync")
    let said = try here.run("sync --conflicts \(choice)")
    #expect(here["books/odd.yaml"] == texts[side], "\(said)")
    let words = "both copies changed the same lines; the lines \(side == 0 ? "here are kept" : "there are used")"
    #expect(said.components(separatedBy: words).count == 2, "\(said)")
  }

  /// No choice settles a conflict in a file in a record folder that is not a readable record on both sides: text,
  /// several documents, or a record that one side damaged or deleted.
  @Test(
    arguments: [
      ("one\n", "here\n", "there\n"), ("---\na: 1\n---\nb: 1\n", "---\na: 1\n---\nb: 2\n", "---\na: 1\n---\nb: 3\n"),
      ("title: A\n", "title: [B\n", "title: C\n"), ("title: A\n", "title: B\n", "C\n"), ("one\n", nil, "there\n"),
      ("one\n", "here\n", nil), (nil, "here\n", "there\n"),
    ] as [(String?, String?, String?)])
  func whatIsNoRecordIsNotSettled(_ texts: (base: String?, here: String?, there: String?)) throws {
    here["books/note.yaml"] = texts.base
    try begin([], hereAt: "2026-01-02T10:00:00Z", thereAt: "2026-01-02T10:00:00Z")
    here["books/note.yaml"] = texts.here
    there["books/note.yaml"] = texts.there
    try commit(here, at: "2026-01-03T10:00:00Z")
    try commit(there, at: "2026-01-03T10:00:01Z")
    _ = try there.run("sync")
    for choice in ["ours", "theirs", "newest"] {
      let said = try here.run("sync --conflicts \(choice)")
      #expect(said.contains("both copies have conflicting changes in books/note.yaml"), "\(said)")
      #expect(said.contains("shelf resolves conflicts only in records and shelf.yaml"), "\(said)")
      #expect(here["books/note.yaml"] == texts.here)
    }
  }
}
