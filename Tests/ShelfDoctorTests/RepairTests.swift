import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests how repairs are described, which one of several repairs is chosen, and which repairs can be made together.
struct RepairTests {
  private static let path = "books/a.yaml"

  private static func edit(_ edits: Edit..., in path: String = path) -> Repair.Step { .edit(path: path, edits) }

  private static func set(_ path: [YAMLEdit.Step], _ text: String = "x") -> Edit { .set(path, .scalar(Scalar(text))) }

  @Test func namesAreWords() {
    #expect(Repair("title-b 1/2.x_é", "", .nothing, []).name == "title-b-1-2.x-é")
  }

  @Test func whatIsChanged() {
    let repair = Repair(
      "x", "", .nothing,
      [
        Self.edit(Self.set(["title"]), .remove(["genres", 1]), .append(Scalar("y"), to: ["author"])),
        Self.edit(.setComment(["rating"], nil), in: "books/b.yaml"), .write(path: "books/c.yaml", old: nil, new: []),
        Self.edit(.insert(key: "x", .scalar(Scalar("")), into: [], after: nil), .renameKey(["old"], to: "new")),
        Self.edit(.remove([.entry(1)])),
      ])
    #expect(repair.editedFiles == ["books/a.yaml", "books/b.yaml"])
    #expect(
      repair.places.map { "\($0.path) \($0.field ?? "-")" } == [
        "books/a.yaml title", "books/a.yaml genres", "books/a.yaml author", "books/b.yaml rating", "books/c.yaml -",
        "books/a.yaml -", "books/a.yaml -", "books/a.yaml -",
      ])
    #expect(Edit.remove([.entry(1)]).isOfEntry && !Edit.remove(["title"]).isOfEntry && !Self.set([.entry(1)]).isOfEntry)
  }

  @Test func answersBecomeEdits() throws {
    var repair = Repair("merge", "merge it", .choice, [Self.edit(Self.set(["year"]))])
    func question(_ key: String) -> Repair.Question {
      .init(
        field: key, path: Self.path,
        answers: [.init(text: "here", edits: []), .init(text: "there", edits: [Self.set([.key(key)], "there")])])
    }
    repair.questions = [question("rating"), question("title"), question("review")]
    #expect(repair.answered([0, 0, 0]).steps.count == 1)
    let answered = repair.answered([1, 0, 1])
    #expect(answered.places.map(\.field) == ["year", "rating", "review"])
    #expect(answered.name == "merge" && answered.description == "merge it" && answered.questions.isEmpty)
    #expect(answered.isChoice)
  }

  // MARK: - Numbers

  /// A number outside the range of its field does not have the wrong type, regardless of its decimals.
  @Test(arguments: [
    ("5.25", 5, false), ("6", 5, false), ("-0.5", 0, true), ("-1", 0, true), ("+7", 5, false), ("5,5", 5, false),
    ("99999999999999999999", 5, false), ("-99999999999999999999", 0, true),
  ])
  func ratingsOutOfRange(_ text: String, _ nearest: Int, _ isLess: Bool) {
    let found = OutOfRange.nearest(to: text, as: .rating)
    #expect(found?.number == nearest && found?.isLess == isLess)
  }

  @Test(arguments: ["4.3", "4.125", "five", "", "4,", "0x7", "-0"]) func othersAreNotOutOfRange(_ text: String) {
    #expect(OutOfRange.nearest(to: text, as: .rating) == nil)
  }

  @Test(arguments: [("1000001", 1_000_000), ("-3", 0)]) func pagesOutOfRange(_ text: String, _ nearest: Int) {
    #expect(OutOfRange.nearest(to: text, as: .integer(0...1_000_000))?.number == nearest)
    #expect(OutOfRange.nearest(to: "412.5", as: .integer(0...1_000_000)) == nil)
  }

  // MARK: - Claims

  /// Each row contains the steps of two repairs, and whether both can be made in the same round.
  @Test(
    arguments: [
      ([edit(set(["title"]))], [edit(set(["rating"]))], true),
      ([edit(set(["title"]))], [edit(set(["title"], "y"))], false),
      ([edit(set(["title"]))], [edit(set(["title"]), in: "books/b.yaml")], true),
      // File names that differ only in case are treated as the same file.
      ([edit(set(["title"]))], [edit(set(["title"]), in: "books/A.yaml")], false),
      ([.write(path: "books/B.yaml", old: nil, new: [])], [.write(path: "books/b.yaml", old: nil, new: [])], false),
      ([.write(path: "books/b.yaml", old: nil, new: [])], [.write(path: "books/c.yaml", old: nil, new: [])], true),
      // A file is either written as a whole or edited, but not both.
      ([.write(path: path, old: nil, new: [])], [edit(set(["title"]))], false),
      ([.write(path: path, old: nil, new: [])], [edit(set(["genres", 1]))], false),
      ([.write(path: path, old: nil, new: [])], [edit(.remove([.entry(1)]))], false),
      ([edit(set(["title"]))], [.write(path: path, old: nil, new: [])], false),
      ([edit(set(["genres", 1]))], [.write(path: path, old: nil, new: [])], false),
      ([edit(.renameKey(["a"], to: "b"))], [edit(set(["title"]))], false),
      ([edit(set(["title"]))], [edit(.insert(key: "x", .scalar(Scalar("")), into: [], after: nil))], false),
      // Different items of the same list can be changed together, unless they would become equal.
      ([edit(set(["genres", 0]))], [edit(set(["genres", 1], "y"))], true),
      ([edit(set(["genres", 0]))], [edit(set(["genres", 0], "y"))], false),
      ([edit(set(["genres", 0]))], [edit(set(["genres", 1]))], false),
      ([edit(set(["genres", 0]))], [edit(set(["tags", 0]))], true),
      ([edit(.remove(["genres", 0]))], [edit(.remove(["genres", 1]))], true),
      ([edit(.remove(["genres", 0]))], [edit(.setComment(["genres", 0], "x"))], false),
      // A list and its items cannot be changed in the same round.
      ([edit(set(["genres"]))], [edit(set(["genres", 0]))], false),
      ([edit(set(["genres", 0]))], [edit(set(["genres"]))], false),
      ([edit(.append(Scalar("x"), to: ["genres"]))], [edit(.remove(["genres", 0]))], false),
      ([edit(.remove(["genres", 0]))], [edit(.append(Scalar("x"), to: ["genres"]))], false),
      ([edit(.set(["genres", 0], .list([])))], [edit(.remove(["genres", 1]))], false),
      ([edit(.remove(["genres", 0, "x"]))], [edit(.remove(["genres", 1]))], false),
      ([edit(.set(["genres"], .list([])))], [edit(set(["title"]))], true),
      // Entries are identified by position if a key occurs twice.
      ([edit(.remove([.entry(1)]))], [edit(.remove([.entry(2)]))], true),
      ([edit(.remove([.entry(1)]))], [edit(.remove([.entry(1)]))], false),
      ([edit(.remove([.entry(1), "x"]))], [edit(.remove([.entry(2)]))], false),
    ] as [([Repair.Step], [Repair.Step], Bool)])
  func repairsOfOneRound(_ first: [Repair.Step], _ second: [Repair.Step], _ isFree: Bool) {
    #expect(claimed([first, second]) == [true, isFree])
  }

  /// Returns, for each repair, whether it can be made in the same round as those before it.
  private func claimed(_ repairs: [[Repair.Step]]) -> [Bool] {
    var claims = RepairClaims()
    return repairs.map { claims.claim(Repair("x", "", .nothing, $0)) }
  }

  /// A repair may change the same place twice. A repair that is not made does not claim any places.
  @Test func claimsAreOfWholeRepairs() {
    let both = [Self.edit(Self.set(["title"])), Self.edit(Self.set(["title"]), in: "books/b.yaml")]
    let twice = Self.edit(Self.set(["title"]), .setComment(["title"], nil))
    #expect(claimed([[twice], both, [both[1]]]) == [true, false, true])
    // Claiming an item of a list does not release the items that were claimed before.
    #expect(
      claimed([
        [Self.edit(Self.set(["genres", 0], "x"))], [Self.edit(Self.set(["genres", 1], "y"))],
        [Self.edit(Self.set(["genres", 2], "x"))], [Self.edit(.remove(["genres", 0]))],
      ]) == [true, true, false, false])
  }

  // MARK: - Choices

  private static let repairs: [Repair] = [
    Repair("ask", "", .choice, []), Repair("want", "", .consent, []), Repair("safe", "", .nothing, []),
  ]

  private static func finding(_ code: String, _ repairs: [Repair]) throws -> Finding {
    Finding(try #require(Check.named(code)), path: path, "", repairs: repairs)
  }

  private static func choice(
    isSafe: Bool = false, _ named: [String: String?] = [:], _ orphans: OrphanChoice? = nil
  ) -> RepairChoice {
    var choice = RepairChoice()
    (choice.isSafe, choice.named, choice.orphans) = (isSafe, named, orphans)
    return choice
  }

  @Test func nothingIsWantedUnlessItIsSaid() {
    #expect(RepairChoice().isEmpty && Self.choice().isEmpty)
    #expect(!Self.choice(isSafe: true).isEmpty && !Self.choice(["x": nil]).isEmpty && !Self.choice([:], .keep).isEmpty)
  }

  @Test func theWantedRepairIsMade() throws {
    let library = try TestLibrary.make([])
    let code = "stale-comment"
    func made(_ choice: RepairChoice, _ repairs: [Repair] = Self.repairs) throws -> String? {
      choice.repair(of: try Self.finding(code, repairs), in: library)?.name
    }
    #expect(try made(Self.choice()) == nil)
    #expect(try made(Self.choice(isSafe: true)) == "safe")
    #expect(try made(Self.choice(isSafe: true), Array(Self.repairs.prefix(2))) == nil)
    // Specifying a check gives consent to its repairs, but does not choose one of several repairs.
    #expect(try made(Self.choice([code: nil])) == "want")
    #expect(try made(Self.choice([code: nil]), [Self.repairs[0]]) == nil)
    #expect(try made(Self.choice([code: nil]), [Self.repairs[0], Self.repairs[2]]) == "safe")
    #expect(try made(Self.choice(["other": nil])) == nil)
    // A repair that the user specifies takes precedence over the safe repair.
    #expect(try made(Self.choice([code: "ask"])) == "ask")
    #expect(try made(Self.choice(isSafe: true, [code: "ask"])) == "ask")
    #expect(try made(Self.choice([code: "none"])) == nil)
    #expect(try made(Self.choice(isSafe: true, [code: "none"])) == "safe")
  }

  @Test(arguments: [
    (OrphanChoice.keep, "dangling-reference", ["delete", "restore"], nil),
    (.delete, "orphan-quote", ["take-out", "delete"], "delete"),
    (.delete, "dangling-reference", ["restore", "take-out"], "take-out"), (.delete, "stale-comment", ["delete"], nil),
    (.detach, "orphan-quote", ["delete", "take-out", "knowingly-none"], "knowingly-none"),
    (.detach, "dangling-reference", ["delete", "take-out"], "take-out"),
    (.restore, "dangling-reference", ["take-out", "restore"], "restore"),
    (.restore, "orphan-quote", ["delete", "attach"], "attach"), (.restore, "orphan-quote", ["delete"], nil),
  ])
  func orphans(_ orphans: OrphanChoice, _ code: String, _ names: [String], _ made: String?) throws {
    let library = try TestLibrary.make([])
    let finding = try Self.finding(code, names.map { Repair($0, "", .choice, []) })
    #expect(Self.choice([:], orphans).repair(of: finding, in: library)?.name == made)
    // If the choice for orphans is to keep them, the repair that the user selected for the check is made.
    #expect(
      Self.choice([code: "delete"], .keep).repair(of: finding, in: library)?.name
        == (names.contains("delete") ? "delete" : nil))
  }
}

extension Repair {
  /// The paths of the changed files. An edit within one field also has the key of that field.
  var places: [(path: String, field: String?)] {
    steps.flatMap { step -> [(path: String, field: String?)] in
      switch step {
      case .write(let path, _, _): [(path, nil)]
      case .edit(let path, let edits): edits.map { (path, $0.field) }
      }
    }
  }
}

extension Edit {
  /// The key of the edited field, or nil for an edit that is not limited to one field.
  fileprivate var field: String? {
    let path: [YAMLEdit.Step] =
      switch self {
      case .set(let path, _), .append(_, let path), .remove(let path), .setComment(let path, _): path
      case .insert, .renameKey: []
      }
    guard case .key(let key)? = path.first else { return nil }
    return key
  }
}
