import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

/// Tests that repairs are made in rounds, and that each repair is made only once. A repair that cannot be made is
/// reported and changes nothing.
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

  /// Returns the new contents of the changed files, or nil for deleted files.
  private func files(_ run: RepairRun) -> [String: String?] {
    Dictionary(
      uniqueKeysWithValues: run.changes.map { ($0.path, $0.new.map { String(decoding: $0, as: UTF8.self) }) })
  }

  /// Returns genres, and a book that refers to all of them with stale comments.
  private func genres(_ count: Int) -> [(path: String, text: String)] {
    let numbers = 1...count
    let genres = numbers.map { ("genres/g\($0).yaml", "id: \(TestLibrary.id($0))\nname: Genre \($0)\n") }
    return [("books/a.yaml", book(numbers.map { "Genre \($0 + count)" }))] + genres
  }

  private func book(_ comments: [String]) -> String {
    "id: \(TestLibrary.id(500))\ntitle: A\ngenres:\n"
      + comments.enumerated().map { "  - \(TestLibrary.id($0 + 1)) # \($1)\n" }.joined()
  }

  /// All problems of a file are repaired, even though at most 20 of them are listed.
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

  /// If many problems are repaired, the repairs are in the order of the files and of the problems in each file.
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

  /// If one of many repairs to a file cannot be made, the others are still made.
  @Test func oneOfManyIsRefused() throws {
    var run = try run(genres(5))
    var number = 0
    run.repair { finding, library in
      guard finding.check.code == "stale-comment", let repair = finding.repairs(in: library).first else { return nil }
      number += 1
      let other = Repair.Step.write(path: "books/none.yaml", old: [1], new: nil)
      return number == 3 ? Repair("x", "", .nothing, repair.steps + [other]) : repair
    }
    #expect(run.refused.map(\.reason) == ["another repair changed the file"] && run.repaired.count == 4)
    let text = try #require(files(run)["books/a.yaml"] ?? nil)
    #expect((1...5).map { text.contains("# Genre \($0)\n") } == [true, true, false, true, true])
  }

  /// Many repairs to a missing file are refused one by one.
  @Test func manyRepairsOfNoFile() throws {
    var run = try run(genres(5))
    run.repair { finding, _ in
      guard finding.check.code == "stale-comment", let start = finding.range?.lowerBound else { return nil }
      return Repair("x", "", .nothing, [.edit(path: "books/none.yaml", [.remove([.key("a\(start)")])])])
    }
    #expect(run.refused.map(\.reason) == Array(repeating: "the file no longer exists", count: 5) && run.changes.isEmpty)
  }

  /// A repair that edits two files finds the items of a list at their original positions, even if many other items are
  /// removed.
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

  /// After some problems of a file are repaired, up to 20 of the remaining ones are listed, and the others are counted.
  @Test func whatIsLeftIsListedAsBefore() throws {
    var run = try run(genres(75))
    run.repair { finding, library in
      finding.check.code == "stale-comment" && number(of: finding) % 2 == 0 ? finding.repairs(in: library).first : nil
    }
    func expectLeft(_ count: Int) {
      let left = run.remaining.filter { $0.check.code == "stale-comment" }
      #expect(left.count == 20 && left.reduce(0) { $0 + 1 + $1.more } == count)
    }
    #expect(run.repaired.count == 37)
    expectLeft(38)
    // The same after one more repair.
    let finding = try #require(run.remaining.first { $0.check.code == "stale-comment" })
    let repair = try #require(finding.repairs(in: run.library).first)
    let isMade = run.make(only: repair, of: finding)
    #expect(isMade && run.repaired.count == 38)
    expectLeft(37)
  }

  /// Returns the number of the genre whose comment is stale.
  private func number(of finding: Finding) -> Int {
    finding.message.matches(of: /\d+/).compactMap { Int($0.0) }.min() ?? 0
  }

  /// Once a file has more problems than are listed, rounds become larger.
  @Test(arguments: [(20, [20, 0]), (75, [20, 55, 0]), (350, [20, 320, 10, 0])])
  func roundsAreFew(_ count: Int, _ rounds: [Int]) throws {
    var run = try run(genres(count) + [("books/b.yaml", "id: \(TestLibrary.id(900))\ntitle: B\nrating: 9\n")])
    var asked = [0]
    run.repair { finding, library in
      // This problem is not repaired. The run asks about it once per round, after the other problems.
      if finding.check.code == "out-of-range" { asked.append(0) }
      guard finding.check.code == "stale-comment" else { return nil }
      asked[asked.count - 1] += 1
      return finding.repairs(in: library).first
    }
    #expect(asked.dropLast() == rounds[...])
  }

  /// Identical problems are counted individually, including those that are not listed.
  @Test func problemsThatAreTheSame() throws {
    var run = try run([
      ("books/a.yaml", "id: \(TestLibrary.id(500))\ntitle: A\ngenres:\n" + String(repeating: "  - Genre\n", count: 21)),
      ("genres/a.yaml", "id: \(TestLibrary.id(1))\nname: Genre\n"),
    ])
    run.repair { finding, library in
      finding.check.code == "reference-by-name" ? finding.repairs(in: library).first : nil
    }
    #expect(run.repaired.count == 21 && run.refused.isEmpty)
    #expect(
      files(run) == [
        "books/a.yaml": "id: \(TestLibrary.id(500))\ntitle: A\ngenres:\n"
          + "  - \(TestLibrary.id(1)) # Genre\n"
      ])
  }

  /// The rounds end even if each repair causes a new problem.
  @Test func roundsHaveAnEnd() throws {
    var run = try run(broken())
    var rating = 9
    run.repair { finding, _ in
      rating += 1
      return Repair("x", "", .nothing, [.edit(path: finding.path, [.set(["rating"], .scalar(Scalar("\(rating)")))])])
    }
    #expect(run.repaired.count == 1000 && run.remaining.count == 1)
  }

  /// Four or more repairs to the same file are made together, before all other repairs. In any case, repairs are
  /// reported in order.
  @Test(arguments: [3, 4]) func howManyAreMadeTogether(_ count: Int) throws {
    let other = "id: \(TestLibrary.id(501))\ntitle: B\ngenres:\n  - \(TestLibrary.id(1)) # Genre 9\n"
    var run = try run(genres(count) + [("books/b.yaml", other)])
    run.repair { finding, library in
      finding.check.code == "stale-comment" ? finding.repairs(in: library).first : nil
    }
    #expect(run.repaired.map(\.finding.path) == Array(repeating: "books/a.yaml", count: count) + ["books/b.yaml"])
    #expect(
      run.changes.map(\.path) == (count == 4 ? ["books/a.yaml", "books/b.yaml"] : ["books/b.yaml", "books/a.yaml"]))
  }

  /// Repairs that cannot be made are reported in the order of their problems.
  @Test func refusalsAreInOrder() throws {
    var run = try run(
      ["a", "b", "c"].enumerated().map { index, name in
        ("books/\(name).yaml", "id: \(TestLibrary.id(index + 1))\ntitle: A\nrating: 9\n")
      })
    run.repair { finding, _ in Repair("x", "", .nothing, [.write(path: finding.path, old: [1], new: nil)]) }
    #expect(run.refused.map(\.finding.path) == ["books/a.yaml", "books/b.yaml", "books/c.yaml"])
  }

  /// Many repairs can edit a file even if it contains keys twice.
  @Test func manyRepairsOfAFileWithKeysTwice() throws {
    let stray = StrayFile(
      path: "a.yaml", source: Array("a: 1\nb: 2\nb: 2\nc: 3\nc: 3\nd: 4\nd: 4\n".utf8), id: recordID(900))
    var run = RepairRun(try TestLibrary.make(genres(4)), strays: [stray], doctor: try doctor())
    var edits: [Edit] = [2, 4, 6].map { .remove([.entry($0)]) } + [.set(["a"], .scalar(Scalar("x")))]
    run.repair { finding, _ in
      guard finding.check.code == "stale-comment", !edits.isEmpty else { return nil }
      return Repair("x", "", .nothing, [.edit(path: "a.yaml", [edits.removeFirst()])])
    }
    #expect(edits.isEmpty && run.refused.isEmpty)
    #expect(files(run) == ["a.yaml": "a: x\nb: 2\nc: 3\nd: 4\n"])
  }

  /// A file outside the folders of records remains a problem until it is deleted, regardless of repairs to other files.
  @Test func straysStayUntilTheyAreGone() throws {
    let strays = ["a.yaml", "b.yaml"].enumerated().map { index, path in
      let text = "id: \(TestLibrary.id(index + 1))\ntitle: A\n"
      return StrayFile(path: path, source: Array(text.utf8), id: recordID(index + 1))
    }
    var run = RepairRun(try TestLibrary.make([]), strays: strays, doctor: try doctor())
    #expect(run.remaining.map(\.path) == ["a.yaml", "b.yaml"])
    let removal = Repair.Step.write(path: "a.yaml", old: strays[0].source, new: nil)
    let isMade = run.make(only: Repair("x", "", .nothing, [removal]), of: run.remaining[0])
    #expect(isMade && run.remaining.map(\.path) == ["b.yaml"])
  }

  @Test func aCoverThatWasDeletedIsNoProblem() throws {
    let covers = Covers([Covers.File(path: "covers/a-00000009.jpg", owner: nil, isRegular: true, size: 1)])
    var doctor = try doctor()
    doctor.covers = CoverFacts(covers) { _, _, _ in [1] }
    var run = RepairRun(try TestLibrary.make([]), strays: [], doctor: doctor)
    #expect(run.remaining.contains { $0.check.code == "unused-cover" })
    run.repair { finding, library in finding.repairs(in: library).first }
    #expect(run.remaining.isEmpty && run.changes.map(\.path) == ["covers/a-00000009.jpg"])
  }

  /// A folder of covers that cannot be listed is reported.
  @Test func coversThatCannotBeListed() throws {
    var doctor = try doctor()
    let problem = FileError(code: FileError.tooLarge, operation: "list", path: "/library/covers")
    doctor.covers = CoverFacts(Covers(), problem: problem) { _, _, _ in nil }
    let run = RepairRun(try TestLibrary.make([]), strays: [], doctor: doctor)
    #expect(run.remaining.map(\.path) == ["covers"])
    #expect(run.remaining.map(\.message) == ["the folder cannot be listed: it is too large"])
  }

  /// The total length of the messages about a book's covers grows linearly with the number of covers, not
  /// quadratically.
  @Test func manyCoversOfOneBook() throws {
    let covers = Covers(
      (0..<3000).map { number in
        let path = "covers/c\(number)-00000000.jpg"
        return Covers.File(path: path, owner: CoverPath.owner(of: path), isRegular: true, size: 1)
      })
    var doctor = try doctor()
    doctor.covers = CoverFacts(covers) { _, _, _ in [1] }
    let run = RepairRun(
      try TestLibrary.make([("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\n")]), strays: [], doctor: doctor)
    let findings = run.remaining.filter { $0.check.code == "several-covers" }
    #expect(findings.count == 3000)
    #expect(findings.allSatisfy { $0.message.utf8.count < 200 })
    #expect(findings.first?.message.contains("and 2996 more") ?? false, "\(findings.first?.message ?? "")")
  }

  /// Repairs of the same field are made one after another, each based on the result of the previous one.
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
    // None of these repairs solves its problem, but each of them is tried once.
    #expect(run.repaired.count == Set(run.remaining.map(\.identity)).count)
  }

  private func broken() -> [(path: String, text: String)] {
    [("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\nrating: 9\n")]
  }

  /// A repair that cannot be made is reported once, with the reason. None of its steps is carried out.
  @Test(arguments: [
    (Repair.Step.edit(path: "books/none.yaml", [.remove(["title"])]), "the file no longer exists"),
    (.write(path: "books/a.yaml", old: [1], new: [2]), "another repair changed the file"),
    (.write(path: "books/a.yaml", old: nil, new: [2]), "another repair changed the file"),
    (.write(path: "books/none.yaml", old: [1], new: nil), "another repair changed the file"),
    (.write(path: "books/none.yaml", old: nil, new: [2]), "a folder is in the way"),
  ])
  func whatCannotBeMadeIsRefused(_ step: Repair.Step, _ reason: String) throws {
    var run = try run(broken(), obstacle: "a folder")
    let first = Repair.Step.edit(path: "books/a.yaml", [.remove(["rating"])])
    // A step that writes `books/a.yaml` is tested alone, because the first step would change the contents that it
    // expects.
    let steps = step.path == "books/a.yaml" ? [step] : [first, step]
    run.repair { _, _ in Repair("x", "", .nothing, steps) }
    #expect(run.refused.map(\.reason) == [reason])
    #expect(run.repaired.isEmpty && run.changes.isEmpty && !run.remaining.isEmpty)
    let finding = try #require(run.remaining.first)
    let isMade = run.make(only: Repair("x", "", .nothing, steps), of: finding)
    #expect(!isMade)
    #expect(throws: EditError.self) { _ = try run.preview(Repair("x", "", .nothing, steps)) }
  }

  /// Nothing can block the path of a file that is deleted, already exists, or was created by a repair.
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

  /// Changing a record's values updates its modification date. Changing only its comments does not.
  @Test(arguments: [
    ("creationDate: 2026-01-01T00:00:00Z\n", true, "2026-11-21T10:00:00Z"),
    ("creationDate: 2026-01-01T00:00:00Z\nmodificationDate: 2026-02-02T00:00:00Z\n", true, "2026-11-21T10:00:00Z"),
    ("creationDate: 2026-01-01T00:00:00Z\nmodificationDate: 2026-02-02T00:00:00Z\n", false, "2026-02-02T00:00:00Z"),
    ("creationDate: 2026-11-21T10:00:00Z\n", true, "2026-11-21T10:00:00Z"), ("", true, "2026-11-21T10:00:00Z"),
    // The record's creation date is in the future.
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

  /// A repair that sets the modification date itself overrides the automatic one.
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
