import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// The history of records is reported field by field, across moves and merges.
struct RecordHistoryTests {
  private let genre = "00000009-1111-4222-8333-444444444444"

  private func book(_ fields: String...) -> String {
    "id: \(RecordID.test("00000001"))\n" + fields.map { $0 + "\n" }.joined()
  }

  /// Returns each commit as `subject: event field old>new …`.
  private func lines(_ entries: [HistoryEntry]) -> [String] {
    entries.map { entry in
      let changes = entry.records.map { change in
        let fields = change.fields.map { field in
          field.added.isEmpty && field.removed.isEmpty
            ? "\(field.key) \(field.old.joined(separator: ","))>\(field.new.joined(separator: ","))"
            : "\(field.key)" + field.removed.map { " -\($0)" }.joined() + field.added.map { " +\($0)" }.joined()
        }
        let place = change.oldPath.map { "\($0) to \(change.path)" }
        return (["\(change.event)"] + (place.map { [$0] } ?? []) + fields).joined(separator: "; ")
      }
      return "\(entry.commit.subject): " + changes.joined(separator: " | ")
    }
  }

  private func history(_ path: String, in test: TestRepository) throws -> [String] {
    let library = try Library.load(at: test.root, fileSystem: DiskFileSystem(), threads: 1)
    let record = try #require(library.record(at: path))
    return lines(try test.repository.history(of: record, schema: library.schema))
  }

  @Test(arguments: ["", "a b/-ü\n/"])
  func followsMovesAndTellsFields(prefix: String) throws {
    let test = try TestRepository(below: prefix)
    try test.commit("start")
    try test.write("books/a.yaml", book("title: A", "rating: 3", "author: [X, Y]"))
    try test.write("books/b.yaml", "id: \(RecordID.test("00000002"))\ntitle: B\n")
    try test.commit("add")
    try test.write("books/a.yaml", book("title: A", "rating: '3'", "author:", "  - X", "  - Y # why"))
    try test.commit("layout")
    try test.write("books/a.yaml", book("title: A", "rating: 4", "author: [Y, Z]", "own: thing"))
    try test.commit("change")
    try test.remove("books/b.yaml")
    try test.move("books/a.yaml", to: "books/deep er/ä.yaml")
    try test.write("books/deep er/ä.yaml", book("title: New", "rating: 4", "author: [Z, Y]", "own: thing"))
    try test.commit("move")
    try test.write("books/a.yaml", "id: \(RecordID.test("00000003"))\ntitle: Another in its place\n")
    try test.commit("other")
    try test.write("books/deep er/ä.yaml", "id: [")
    try test.commit("break")
    try test.write("books/deep er/ä.yaml", book("title: New"))
    try test.commit("mend")
    try test.move("books/deep er/ä.yaml", to: "books/deep er/now.yaml")
    let expected = [
      "mend: mended; title >New", "break: broken(\"a list is not closed: “,” or “]” is expected\")",
      "move: changed; books/a.yaml to books/deep er/ä.yaml; title A>New; author Y,Z>Z,Y",
      "change: changed; author -X +Z; rating 3>4; own >thing", "layout: layout",
      "add: added; title >A; author +X +Y; rating >3",
    ]
    let found = try history("books/deep er/now.yaml", in: test)
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) where !b.hasPrefix("break") { #expect(a == b) }
    #expect(try history("books/a.yaml", in: test) == ["other: added; title >Another in its place"])
  }

  /// A record is identified by its id, not by its file.
  @Test func followsRecordsWhoseFilesSwap() throws {
    let test = try TestRepository()
    let other = "id: \(RecordID.test("00000002"))\ntitle: Walden\n"
    try test.write("books/dune.yaml", book("title: Dune"))
    try test.write("books/walden.yaml", other)
    try test.commit("add")
    try test.write("books/dune.yaml", book("title: Dune", "rating: 5"))
    try test.commit("rate")
    let swap = {
      try test.move("books/dune.yaml", to: "t")
      try test.move("books/walden.yaml", to: "books/dune.yaml")
      try test.move("t", to: "books/walden.yaml")
    }
    let rest = ["rate: changed; rating >5", "add: added; title >Dune"]
    try swap()
    #expect(try history("books/walden.yaml", in: test) == rest)
    try test.commit("swap")
    let dune = "changed; books/dune.yaml to books/walden.yaml"
    let walden = "changed; books/walden.yaml to books/dune.yaml"
    #expect(try history("books/walden.yaml", in: test) == ["swap: \(dune)"] + rest)
    #expect(try history("books/dune.yaml", in: test) == ["swap: \(walden)", "add: added; title >Walden"])
    #expect(lines(try test.repository.history(schema: Schema(), limit: 1)) == ["swap: \(walden) | \(dune)"])
    let difference = try test.repository.difference(
      .between("HEAD~1", "HEAD"), root: test.root, fileSystem: DiskFileSystem(), schema: Schema())
    #expect(difference.records.map(\.title) == ["Walden", "Dune"])
    #expect(difference.records.allSatisfy { $0.event == .changed && $0.fields.isEmpty && $0.oldPath != nil })
    try swap()
    try test.commit("back")
    #expect(
      try history("books/dune.yaml", in: test)
        == ["back: changed; books/walden.yaml to books/dune.yaml", "swap: \(dune)"] + rest)
  }

  @Test func followsARecordWhosePathIsTaken() throws {
    let test = try TestRepository()
    try test.write("books/dune.yaml", book("title: Dune"))
    try test.write("books/gone.yaml", "id: \(RecordID.test("00000002"))\ntitle: Gone\n")
    try test.commit("add")
    try test.move("books/dune.yaml", to: "books/other.yaml")
    try test.write("books/dune.yaml", "id: \(RecordID.test("00000003"))\ntitle: New\n")
    try test.write("books/gone.yaml", "id: \(RecordID.test("00000004"))\ntitle: Newer\n")
    try test.commit("take")
    let moved = "changed; books/dune.yaml to books/other.yaml"
    #expect(try history("books/other.yaml", in: test) == ["take: \(moved)", "add: added; title >Dune"])
    #expect(try history("books/dune.yaml", in: test) == ["take: added; title >New"])
    #expect(
      lines(try test.repository.history(schema: Schema(), limit: 1)) == [
        "take: added; title >New | deleted | added; title >Newer | \(moved)"
      ])
  }

  @Test func tellsOfAMergeWhatItDidItself() throws {
    let test = try TestRepository()
    let base = book("title: A", "rating: 1", "author:", "  - X", "year: 1", "pages: 1")
    try test.write("books/a.yaml", base)
    try test.commit("add")
    try test.git("switch", "--quiet", "--create", "side")
    try test.move("books/a.yaml", to: "books/b.yaml")
    try test.write("books/b.yaml", book("title: A", "rating: 1", "author:", "  - X", "  - S", "year: 1", "pages: 2"))
    try test.commit("side")
    try test.git("switch", "--quiet", "main")
    try test.write("books/a.yaml", book("title: A", "rating: 2", "author:", "  - M", "  - X", "year: 1", "pages: 3"))
    try test.commit("main")
    _ = try? test.git("merge", "--quiet", "--no-commit", "side")
    try test.git("rm", "--quiet", "--force", "--ignore-unmatch", "books/a.yaml")
    try test.write(
      "books/b.yaml", book("title: A", "rating: 2", "author:", "  - M", "  - X", "  - S", "year: 1", "pages: 4"))
    try test.commit("merge")
    let found = try history("books/b.yaml", in: test)
    #expect(found.first == "merge: changed; books/a.yaml to books/b.yaml; pages 3>4")
    #expect(
      Set(found.dropFirst().dropLast()) == [
        "side: changed; books/a.yaml to books/b.yaml; author +S; pages 1>2",
        "main: changed; author +M; rating 1>2; pages 1>3",
      ])
    #expect(found.last == "add: added; title >A; author +X; rating >1; year >1; pages >1")
  }

  @Test func tellsOfARecordThatIsGone() throws {
    let test = try TestRepository()
    try test.write("books/a.yaml", book("title: Dune"))
    try test.commit("add")
    try test.remove("books/a.yaml")
    try test.commit("delete")
    let library = try Library.load(at: test.root, fileSystem: DiskFileSystem(), threads: 1)
    for name in ["dune", "DUN", "0000000111", "\(RecordID.test("00000001"))", "books/a.yaml", "un"] {
      let lost = try test.repository.lostRecords(called: name, schema: library.schema, library: library)
      #expect(lost.map(\.title) == ["Dune"], "\(name)")
    }
    #expect(try test.repository.lostRecords(called: "x", schema: library.schema, library: library).isEmpty)
    let lost = try test.repository.lostRecords(called: "dune", schema: library.schema, library: library)
    #expect(
      lines(try test.repository.history(of: lost[0], schema: library.schema)) == [
        "delete: deleted", "add: added; title >Dune",
      ])
  }

  @Test func tellsOfTheWholeLibrary() throws {
    let test = try TestRepository(below: "sub/")
    try test.folder.write("work/outside.txt", "1")
    try test.commit("start")
    try test.write("books/a.yaml", book("title: A"))
    try test.write("genres/g.yaml", "id: \(genre)\nname: G\n")
    try test.commit("add")
    try test.folder.write("work/outside.txt", "2")
    try test.commit("outside")
    try test.move("books/a.yaml", to: "books/c.yaml")
    try test.remove("genres/g.yaml")
    try test.commit("tidy")
    for number in 0..<120 { try test.write("tags/\(number).yaml", "id: \(TestLibrary.id(number))\nname: T\(number)\n") }
    try test.commit("many")
    let all = try test.repository.history(schema: Schema())
    #expect(
      lines(all) == [
        "many: ", "tidy: changed; books/a.yaml to books/c.yaml | deleted", "add: added; title >A | added; name >G",
        "start: ",
      ])
    #expect(all[0].counts.map { "\($0.kind) \($0.added) \($0.changed) \($0.deleted)" } == ["tag 120 0 0"])
    #expect(all[3].manifest != nil)
    #expect(try test.repository.history(schema: Schema(), limit: 2).map(\.commit.subject) == ["many", "tidy"])
    let titles = try test.repository.history(schema: Schema(), limit: 1) { $0.only("title") }
    #expect(lines(titles) == ["add: added; title >A"])
    let future = Timestamp(secondsSince1970: all[0].commit.date.secondsSince1970 + 1000)
    #expect(try test.repository.history(schema: Schema(), since: future).isEmpty)
  }

  /// A start date is compared with author dates, which the log shows, regardless of the dates of other commits.
  @Test(arguments: ["", "sub/"]) func startsFromADate(prefix: String) throws {
    let test = try TestRepository(below: prefix)
    for (title, author, committer) in [
      ("A", "2026-03-01", "2026-03-01"), ("B", "2026-06-01", "2026-06-01"), ("C", "2026-01-01", "2026-07-01"),
      ("D", "2026-06-02", "2026-01-01"),
    ] {
      try test.write("books/a.yaml", book("title: \(title)"))
      try test.git("add", "--all")
      try test.git(
        "commit", "--quiet", "--message", title,
        with: ["GIT_AUTHOR_DATE": author + "T00:00:00Z", "GIT_COMMITTER_DATE": committer + "T00:00:00Z"])
    }
    let since = try #require(Timestamp("2026-05-01"))
    let expected = ["D: changed; title C>D", "B: changed; title A>B"]
    #expect(lines(try test.repository.history(schema: Schema(), since: since)) == expected)
    #expect(lines(try test.repository.history(schema: Schema(), since: since, limit: 1)) == [expected[0]])
    let library = try Library.load(at: test.root, fileSystem: DiskFileSystem(), threads: 1)
    let record = try #require(library.record(at: "books/a.yaml"))
    #expect(lines(try test.repository.history(of: record, schema: library.schema, since: since)) == expected)
  }

  @Test func whatBrokeAFileChangedItsFields() throws {
    let test = try TestRepository()
    for (name, text) in [
      ("add", book("title: A", "rating: 3")), ("break", "id: ["), ("worse", "id: [["),
      ("mend", book("title: A", "rating: 3")), ("title", book("title: B", "rating: 3")),
    ] {
      try test.write("books/a.yaml", text)
      try test.commit(name)
    }
    let library = try Library.load(at: test.root, fileSystem: DiskFileSystem(), threads: 1)
    let record = try #require(library.record(at: "books/a.yaml"))
    let entries = try test.repository.history(of: record, schema: library.schema).compactMap { $0.only("rating") }
    #expect(entries.map(\.commit.subject) == ["mend", "break", "add"])
  }

  @Test func namesWhatIsUnmerged() throws {
    let test = try TestRepository()
    try test.write("books/a.yaml", book("title: A"))
    try test.write("books/b.yaml", "id: \(RecordID.test("00000002"))\ntitle: Other\n")
    try test.commit("add")
    try test.git("switch", "--quiet", "--create", "side")
    try test.write("books/a.yaml", book("title: B"))
    try test.commit("side")
    try test.git("switch", "--quiet", "main")
    try test.write("books/a.yaml", book("title: C"))
    try test.commit("main")
    _ = try? test.git("merge", "--quiet", "side")
    try test.git("rm", "--quiet", "books/b.yaml")
    let difference = try test.repository.difference(
      .staged, root: test.root, fileSystem: DiskFileSystem(), schema: Schema())
    #expect(difference.records.map { "\($0.title) \($0.event)" } == ["C unmerged", "Other deleted"])
  }

  @Test func comparesStates() throws {
    let test = try TestRepository(below: "ü/")
    try test.write("books/a.yaml", book("title: A"))
    try test.commit("add")
    try test.write("books/a.yaml", book("title: B"))
    try test.git("add", ".")
    try test.move("books/a.yaml", to: "books/b.yaml")
    try test.write("books/b.yaml", book("title: C"))
    func words(_ range: ChangeRange) throws -> [String] {
      let difference = try test.repository.difference(
        range, root: test.root, fileSystem: DiskFileSystem(), schema: Schema())
      return difference.records.map { "\($0.oldPath ?? "") \($0.path) \($0.fields.map { "\($0.old)\($0.new)" })" }
    }
    #expect(try words(.sinceCommit("HEAD")) == ["books/a.yaml books/b.yaml [\"[\\\"A\\\"][\\\"C\\\"]\"]"])
    #expect(try words(.staged) == [" books/a.yaml [\"[\\\"A\\\"][\\\"B\\\"]\"]"])
    #expect(try words(.between("HEAD", "HEAD")) == [])
  }
}
