import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Repairs are made round by round, each once, and what cannot be made is told and leaves nothing behind.
struct RepairRunTests {
  private static let now = "2026-11-21T10:00:00Z"

  private func doctor(_ obstacle: String? = nil) throws -> Doctor {
    let count = Counter()
    var doctor = Doctor(
      today: RandomLibrary.today, now: try #require(Timestamp(Self.now)), newID: { recordID(1000 + count.next()) })
    doctor.obstacle = { _ in obstacle }
    return doctor
  }

  private func run(_ files: [(path: String, text: String)], obstacle: String? = nil) throws -> RepairRun {
    RepairRun(try TestLibrary.make(files), strays: [], doctor: try doctor(obstacle))
  }

  /// Returns the files that were changed; nil for those that are gone.
  private func files(_ run: RepairRun) -> [String: String?] {
    Dictionary(
      uniqueKeysWithValues: run.changes.map { ($0.path, $0.new.map { String(decoding: $0, as: UTF8.self) }) })
  }

  /// Returns genres, and a book with as many of them whose comments are not their names.
  private func genres(_ count: Int) -> [(path: String, text: String)] {
    let numbers = 1...count
    let genres = numbers.map { ("genres/g\($0).yaml", "id: \(TestLibrary.id($0))\nname: Genre \($0)\n") }
    return [("books/a.yaml", book(numbers.map { "Genre \($0 + count)" }))] + genres
  }

  private func book(_ comments: [String]) -> String {
    "id: \(TestLibrary.id(500))\ntitle: A\ngenres:\n"
      + comments.enumerated().map { "  - \(TestLibrary.id($0 + 1)) # \($1)\n" }.joined()
  }

  /// Whether few problems of a file are repaired or many, and whether all of them are listed.
  @Test(arguments: [1, 3, 4, 5, 20, 21, 75])
  func allProblemsOfAFileAreRepaired(_ count: Int) throws {
    var run = try run(genres(count))
    #expect(run.remaining.filter { $0.check.code == "stale-comment" }.count == min(count, 20))
    run.repair { finding, library in finding.check.code == "stale-comment" ? finding.repairs(in: library).first : nil }
    #expect(run.remaining.filter { $0.check.code == "stale-comment" }.isEmpty && run.refused.isEmpty)
    #expect(files(run) == ["books/a.yaml": book((1...count).map { "Genre \($0)" })])
    #expect(run.repaired.count == count)
    let places = run.repaired.map { $0.finding.range?.lowerBound ?? 0 }
    if count <= 20 { #expect(places == places.sorted()) }
    #expect(run.library.records.contains { $0.path == "books/a.yaml" && $0.source == run.changes.first?.new })
  }

  /// Files of which many problems are repaired come in their order, each with its problems in theirs.
  @Test func filesAreRepairedInOrder() throws {
    let books = ["c", "a", "b"].map { name in
      (
        "books/\(name).yaml",
        book((1...5).map { "Genre \($0 + 5)" }).replacing(
          TestLibrary.id(500), with: TestLibrary.id(name == "a" ? 500 : name == "b" ? 501 : 502))
      )
    }
    var run = try run(books + genres(5).dropFirst())
    run.repair { finding, library in
      finding.check.code == "stale-comment" ? finding.repairs(in: library).first : nil
    }
    #expect(
      run.repaired.map(\.finding.path) == ["a", "b", "c"].flatMap { Array(repeating: "books/\($0).yaml", count: 5) })
    #expect(run.changes.map(\.path) == ["books/a.yaml", "books/b.yaml", "books/c.yaml"])
  }

  /// Of many repairs of one file, one that cannot be made does not keep the others from being made.
  @Test func oneOfManyIsRefused() throws {
    var run = try run(genres(5))
    var number = 0
    run.repair { finding, library in
      guard finding.check.code == "stale-comment", let repair = finding.repairs(in: library).first else { return nil }
      number += 1
      let other = Repair.Step.write(path: "books/none.yaml", old: [1], new: nil)
      return number == 3 ? Repair("x", "", .nothing, repair.steps + [other]) : repair
    }
    #expect(run.refused.map(\.reason) == ["another repair has changed the file"] && run.repaired.count == 4)
    let text = try #require(files(run)["books/a.yaml"] ?? nil)
    #expect((1...5).map { text.contains("# Genre \($0)\n") } == [true, true, false, true, true])
  }

  /// Many repairs of a file that is not there are refused one by one.
  @Test func manyRepairsOfNoFile() throws {
    var run = try run(genres(5))
    run.repair { finding, _ in
      guard finding.check.code == "stale-comment", let start = finding.range?.lowerBound else { return nil }
      return Repair("x", "", .nothing, [.edit(path: "books/none.yaml", [.remove([.key("a\(start)")])])])
    }
    #expect(run.refused.map(\.reason) == Array(repeating: "the file is gone", count: 5) && run.changes.isEmpty)
  }

  /// A repair of two files finds the items of a list where they were, though many others of the list go as well.
  @Test func repairsOfTwoFilesAreMadeWithMany() throws {
    var run = try run(genres(6) + [("books/b.yaml", "id: \(TestLibrary.id(501))\ntitle: B\n")])
    let places = run.remaining.filter { $0.check.code == "stale-comment" }.compactMap { $0.range?.lowerBound }.sorted()
    run.repair { finding, _ in
      guard finding.check.code == "stale-comment", let start = finding.range?.lowerBound,
        let index = places.firstIndex(of: start)
      else { return nil }
      let steps = [Repair.Step.edit(path: "books/a.yaml", [.remove(["genres", .index(index)])])]
      let other = Repair.Step.edit(path: "books/b.yaml", [.set(["title"], .scalar(Scalar("C")))])
      return Repair("x", "", .nothing, index == 5 ? steps + [other] : steps)
    }
    #expect(run.refused.isEmpty && run.repaired.count == 6)
    #expect(
      files(run) == [
        "books/a.yaml": "id: \(TestLibrary.id(500))\ntitle: A\n",
        "books/b.yaml": "id: \(TestLibrary.id(501))\ntitle: C\n",
      ])
  }

  /// What is left of more problems than are listed is counted as before.
  @Test func whatIsLeftIsListedAsBefore() throws {
    var run = try run(genres(75))
    run.repair { finding, library in
      finding.check.code == "stale-comment" && finding.range.map { $0.lowerBound % 2 == 0 } ?? false
        ? finding.repairs(in: library).first : nil
    }
    let left = run.remaining.filter { $0.check.code == "stale-comment" }
    #expect(left.count <= 20)
    #expect(left.reduce(0) { $0 + 1 + $1.more } == 75 - run.repaired.count)
  }

  /// Two repairs of one field are made one after the other, each of what the first has left.
  @Test func repairsOfOneFieldTakeTurns() throws {
    var run = try run([
      ("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\nrating: 9\nyear: soon\nauthor: [B, B]\n")
    ])
    #expect(run.remaining.count >= 2)
    var tries: [String: Int] = [:]
    run.repair { finding, _ in
      tries[finding.check.code, default: 0] += 1
      return Repair(
        "x", "", .nothing,
        [.edit(path: finding.path, [.set(["title"], .scalar(Scalar("A \(tries.values.reduce(0, +))")))])])
    }
    #expect(run.refused.isEmpty && run.changes.count == 1)
    // None of these takes its problem away: each is tried once all the same.
    #expect(run.repaired.count == Set(run.remaining.map(\.identity)).count)
  }

  private func broken() -> [(path: String, text: String)] {
    [("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\nrating: 9\n")]
  }

  /// What cannot be made is told once, with the reason, and what came before it in the same repair is not made either.
  @Test(arguments: [
    (Repair.Step.edit(path: "books/none.yaml", [.remove(["title"])]), "the file is gone"),
    (.write(path: "books/a.yaml", old: [1], new: [2]), "another repair has changed the file"),
    (.write(path: "books/a.yaml", old: nil, new: [2]), "another repair has changed the file"),
    (.write(path: "books/none.yaml", old: [1], new: nil), "another repair has changed the file"),
    (.write(path: "books/none.yaml", old: nil, new: [2]), "a folder is in the way"),
  ])
  func whatCannotBeMadeIsRefused(_ step: Repair.Step, _ reason: String) throws {
    var run = try run(broken(), obstacle: "a folder")
    let first = Repair.Step.edit(path: "books/a.yaml", [.remove(["rating"])])
    // A file that one step edits is not what the next one expects.
    let steps = step.path == "books/a.yaml" ? [step] : [first, step]
    run.repair { _, _ in Repair("x", "", .nothing, steps) }
    #expect(run.refused.map(\.reason) == [reason])
    #expect(run.repaired.isEmpty && run.changes.isEmpty && !run.remaining.isEmpty)
    let finding = try #require(run.remaining.first)
    let isMade = run.make(only: Repair("x", "", .nothing, steps), of: finding)
    #expect(!isMade)
    #expect(throws: EditError.self) { _ = try run.preview(Repair("x", "", .nothing, steps)) }
  }

  /// Nothing is in the way of a file that is removed, is there already, or was made by a repair.
  @Test func onlyNewFilesMeetObstacles() throws {
    var run = try run(broken(), obstacle: "a folder")
    let finding = try #require(run.remaining.first)
    let source = Array(broken()[0].text.utf8)
    let sound = Array("id: \(TestLibrary.id(1))\ntitle: B\n".utf8)
    let removal = Repair("x", "", .nothing, [.write(path: "books/a.yaml", old: source, new: nil)])
    let isGone = run.make(only: removal, of: finding)
    #expect(isGone)
    #expect(run.remaining.isEmpty && run.library.records.isEmpty)
    let addition = Repair("x", "", .nothing, [.write(path: "books/a.yaml", old: nil, new: sound)])
    let isThere = run.make(only: addition, of: finding)
    #expect(isThere)
    #expect(run.library.records.map(\.title) == ["B"])
    #expect(run.changes == [FileChange(path: "books/a.yaml", old: source, new: sound)])
  }

  @Test func oneRepairIsMadeAlone() throws {
    var run = try run(broken())
    let finding = try #require(run.remaining.first)
    let repair = Repair("x", "", .nothing, [.edit(path: "books/a.yaml", [.remove(["rating"])])])
    let new = "id: \(TestLibrary.id(1))\ntitle: A\n"
    let previewed = try run.preview(repair)
    #expect(previewed.map(\.new) == [Array(new.utf8)])
    #expect(run.changes.isEmpty)
    let isMade = run.make(only: repair, of: finding)
    #expect(isMade)
    #expect(run.remaining.isEmpty && run.repaired.map(\.repair.name) == ["x"] && files(run) == ["books/a.yaml": new])
  }

  @Test func previewsKnowOnlyTheFilesTheyAreGiven() throws {
    let source = Array(broken()[0].text.utf8)
    let library = try TestLibrary.make(broken())
    let repair = Repair("x", "", .nothing, [.edit(path: "books/a.yaml", [.remove(["rating"])])])
    var run = RepairRun(
      previewing: library, doctor: try doctor(), files: ["books/a.yaml": source + Array("year: 1\n".utf8)])
    let previewed = try run.preview(repair)
    #expect(previewed.map(\.new) == [Array("id: \(TestLibrary.id(1))\ntitle: A\nyear: 1\n".utf8)])
    var none = RepairRun(previewing: library, doctor: try doctor(), files: [:])
    #expect(throws: EditError.self) { _ = try none.preview(repair) }
  }

  /// A record whose values change says when, one of which only comments do does not.
  @Test(arguments: [
    ("creationDate: 2026-01-01T00:00:00Z\n", true, "2026-11-21T10:00:00Z"),
    ("creationDate: 2026-01-01T00:00:00Z\nmodificationDate: 2026-02-02T00:00:00Z\n", true, "2026-11-21T10:00:00Z"),
    ("creationDate: 2026-01-01T00:00:00Z\nmodificationDate: 2026-02-02T00:00:00Z\n", false, "2026-02-02T00:00:00Z"),
    ("creationDate: 2026-11-21T10:00:00Z\n", true, "2026-11-21T10:00:00Z"), ("", true, "2026-11-21T10:00:00Z"),
    // By its own account it will be made later.
    ("creationDate: 2026-11-21T10:00:01Z\nmodificationDate: 2026-02-02T00:00:00Z\n", true, "2026-02-02T00:00:00Z"),
  ])
  func changedRecordsSayWhen(_ dates: String, _ changesValues: Bool, _ expected: String) throws {
    for count in [1, 5] {
      let names = (0..<count).map { (changesValues ? "T\($0 + 1)" : TestLibrary.id($0 + 1) + " # T9\($0)") }
      let tags = (0..<count).map { ("tags/t\($0).yaml", "id: \(TestLibrary.id($0 + 1))\nname: T\($0 + 1)\n") }
      var run = try run(
        [
          (
            "issues/a.yaml",
            "id: \(TestLibrary.id(500))\ntitle: A\n\(dates)tags: \n" + names.map { "  - \($0)\n" }.joined()
          )
        ] + tags)
      run.repair { finding, library in
        ["reference-by-name", "stale-comment"].contains(finding.check.code) ? finding.repairs(in: library).first : nil
      }
      #expect(run.repaired.count == count)
      let text = try #require(files(run)["issues/a.yaml"] ?? nil)
      #expect(text.contains("\nmodificationDate: \(expected)\n"), "\(text)")
      for number in 0..<count {
        #expect(text.contains("- \(TestLibrary.id(number + 1)) # T\(number + 1)\n"), "\(text)")
      }
    }
  }

  /// A repair that says itself when the record was changed is believed.
  @Test func aDateThatIsRepairedStays() throws {
    var run = try run([
      ("issues/a.yaml", "id: \(TestLibrary.id(500))\ntitle: A\nmodificationDate: 2026-01-01T00:00:00Z\n")
    ])
    let edits: [Edit] = [
      .set(["title"], .scalar(Scalar("B"))),
      .set(["modificationDate"], .scalar(Scalar("2026-03-03T00:00:00Z", form: .literal))),
    ]
    let changes = try run.preview(Repair("x", "", .nothing, [.edit(path: "issues/a.yaml", edits)]))
    let text = String(decoding: changes.first?.new ?? [], as: UTF8.self)
    #expect(text.contains("title: B\nmodificationDate: 2026-03-03T00:00:00Z\n"), "\(text)")
  }
}
