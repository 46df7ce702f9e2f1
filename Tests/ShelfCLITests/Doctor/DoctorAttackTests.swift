import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests libraries that were designed to attack `doctor`.
@Suite struct DoctorAttackTests {
  fileprivate static func id(_ letter: String, _ number: Int) -> String {
    "\(letter)\(String(10_000_000 + number).dropFirst())-0000-4000-8000-000000000000"
  }

  fileprivate static func library(_ files: [String: String]) throws -> TestLibrary {
    try TestLibrary(files.merging(["shelf.yaml": "format: 1\nname: Attack\n"]) { own, _ in own })
  }

  fileprivate static let genre = "id: \(id("e", 1))\nname: Fantasy\n"

  @Test func controlCharactersReachNoTerminal() throws {
    let evil = #""\e[2J\e]0;owned\a\r\nroot# \u202e""#
    let library = try Self.library([
      "books/a.yaml": "id: \(Self.id("b", 1))\ntitle: \(evil)\nstatus: \(evil)\nrating: \(evil)\ngenres: [\(evil)]\n",
      "books/b.yaml": "id: \(Self.id("b", 2))\ntitle: x\n\(evil): 1\ndateAdded: \(evil)\nauthor: {\(evil): 2}\n",
      "books/c.yaml": "id: \(evil)\ntitle: x\n",
      "books/d.yaml": "id: \(Self.id("b", 4))\ntitle: x\n\(evil): 1\n\(evil): 2\n",
      "books/\u{1B}[31m.yaml": "id: \(Self.id("b", 5))\ntitle: 1: 2\n",
      "books/e.yaml": "id: \(Self.id("b", 6))\n<<<<<<< \u{1B}[31m\ntitle: a\n=======\ntitle: b\n>>>>>>> x\n",
      "genres/a.yaml": "id: \(Self.id("e", 1))\nname: \(evil)\n",
      "genres/b.yaml": "id: \(Self.id("e", 2))\nname: \(evil)\ncolor: \(evil)\n",
      "quotes/a.yaml": "id: \(Self.id("c", 1))\ntext: \(evil)\n",
      "quotes/b.yaml": "id: \(Self.id("c", 2))\nbook: \(Self.id("b", 1)) # Name\ntext: x\n",
    ])
    let problems = try library.problems()
    #expect(Set(problems.map(\.code)).count >= 10)
    for words in [
      [], ["--format", "github"], ["--fix", "--dry-run"], ["--fix"], ["--fix=duplicate-name,stale-comment"],
    ] {
      let text = try library.run("doctor", words)
      for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{202E}" {
        #expect(scalar == "\n", "\(words) \(scalar.value)")
      }
    }
    let lines = try library.run("doctor --format github").split(separator: "\n").filter { $0 != "[1]" }
    #expect(lines.allSatisfy { $0.hasPrefix("::") })
    #expect(try lines.count == library.problems().count)
  }

  @Test func messagesStayShort() throws {
    let long = String(repeating: "long ", count: 20_000)
    let library = try Self.library([
      "books/a.yaml":
        "id: \(Self.id("b", 1))\ntitle: \(long)\nstatus: \(long)\nrating: \(long)\ngenres: [\(long)]\nrating2: \(long)\n",
      "books/b.yaml": "id: \(long)\ntitle: x\n", "books/c.yaml": "id: \(Self.id("b", 3))\ntitle: \(long)\ntitle: x\n",
      "genres/a.yaml": "id: \(Self.id("e", 1))\nname: \(long)\n",
      "genres/b.yaml": "id: \(Self.id("e", 2))\nname: \(long)\n",
      "quotes/a.yaml": "id: \(Self.id("c", 1))\ntext: \(long)\n",
      "quotes/b.yaml": "id: \(Self.id("c", 2))\nbook: \(Self.id("b", 1)) # \(long)x\ntext: x\n",
    ])
    for problem in try library.problems() {
      #expect(problem.message.count < 200, "\(problem.code)")
      for repair in problem.repairs { #expect(repair.description.count < 300, "\(problem.code)") }
    }
  }

  @Test func aThousandProblemsInOneFile() throws {
    let names = (0..<400).map { "  - fantasy # \($0)\n" }.joined()
    let copies = (0..<300).map { _ in "  - \(Self.id("e", 1))\n" }.joined()
    let dangling = (0..<300).map { "  - \(Self.id("e", 1000 + $0)) # Lost\n" }.joined()
    let library = try Self.library([
      "books/a.yaml": "id: \(Self.id("b", 1))\ntitle: x\ngenres:\n" + names + copies + dangling,
      "genres/a.yaml": Self.genre,
    ])
    let problems = try library.problems()
    #expect(
      problems.count == 60
        && problems.contains { $0.message.hasSuffix("and 380 more in this file that are not listed") })
    #expect(try library.run("doctor").contains("\n300 errors and 699 warnings in 1 file; "))
    _ = try library.run("doctor --fix=dangling-reference:take-out,reference-by-name,duplicate-reference")
    #expect(library["books/a.yaml"]?.split(separator: "\n").count(where: { $0.contains(Self.id("e", 1)) }) == 1)
    #expect(try library.problems().isEmpty)
  }

  /// A kind of problem that may occur thousands of times in a file.
  enum Crowd: String, CaseIterable {
    case unknown = "key%: v\n"
    case duplicate = "notes: v\n"
    case dangling = "  - $ # Lost\n"
    case escaped = "  - \"\\x61$\"\n"
    case named = "  - fantasy # %\n"
    case repeated = "  - &1\n"

    /// The option that repairs the problems, or nil if there is no repair.
    var repair: String? {
      switch self {
      case .unknown, .named: nil
      case .duplicate, .repeated: "--fix"
      case .dangling, .escaped: "--fix=dangling-reference:take-out"
      }
    }

    func lines(_ count: Int) -> String {
      (0..<count).map { number in
        rawValue.replacing("%", with: "\(number)").replacing(
          "$", with: String(DoctorAttackTests.id("a", number).dropFirst(self == .escaped ? 1 : 0))
        )
        .replacing("&1", with: DoctorAttackTests.id("e", 1))
      }.joined()
    }

    func library(_ count: Int) throws -> TestLibrary {
      let start = "id: \(DoctorAttackTests.id("b", 1))\ntitle: x\n" + (rawValue.hasPrefix(" ") ? "genres:\n" : "")
      return try DoctorAttackTests.library([
        "books/a.yaml": start + lines(count), "genres/a.yaml": DoctorAttackTests.genre,
      ])
    }
  }

  /// Returns the processor time of a command, in seconds.
  private func cost(_ words: [String], in library: TestLibrary) throws -> Double {
    try Program.cost([EditorProcess.program] + words, in: library.root)
  }

  /// The time to find problems grows about linearly with the number of problems in a file.
  ///
  /// Finding 16 times as many problems may take up to 80 times as long. With quadratic growth, it would take 256 times
  /// as long.
  @Test(arguments: Crowd.allCases)
  func costIsProportional(_ crowd: Crowd) throws {
    func cost(_ count: Int) throws -> Double {
      let library = try crowd.library(count)
      #expect(try library.run("doctor").contains(" more in this file"))
      return try self.cost(["doctor"], in: library)
    }
    let (few, many) = (try cost(500), try cost(8000))
    #expect(many < few * 80)
  }

  /// The time for repairs also grows about linearly.
  @Test(arguments: Crowd.allCases.filter { $0.repair != nil })
  func costOfRepairsIsProportional(_ crowd: Crowd) throws {
    func cost(_ count: Int) throws -> Double {
      let library = try crowd.library(count)
      let cost = try self.cost(["doctor", crowd.repair ?? ""], in: library)
      #expect(try library.problems().allSatisfy { $0.code == "unused-genre" }, "\(crowd)")
      return cost
    }
    let (few, many) = (try cost(250), try cost(4000))
    #expect(many < few * 80)
  }

  /// The time to add an item to a list grows about linearly with the length of the list.
  @Test func costOfAnItemIsProportional() throws {
    func cost(_ count: Int) throws -> Double {
      let items = (0..<count).map { "  - Item \($0)\n" }.joined()
      let library = try Self.library(["books/long.yaml": "id: \(Self.id("b", 9))\ntitle: Long\nauthor:\n" + items])
      let cost = try self.cost(["set", "long", "author+=One more"], in: library)
      #expect(library["books/long.yaml"]?.hasSuffix("  - One more\n") == true)
      return cost
    }
    let (few, many) = (try cost(2000), try cost(32_000))
    #expect(many < few * 80)
  }

  /// A repair that the YAML editor refuses is reported, and no part of it is carried out.
  @Test func refusedRepairsAreToldAndNotHalfDone() throws {
    let book =
      "id: \(Self.id("b", 1))\ntitle: x\ngenres:\n  - &gone \(Self.id("e", 2))\n  - \(Self.id("e", 1))\nremark: *gone\n"
    let library = try Self.library([
      "books/a.yaml": book,
      "genres/a.yaml": Self.genre, "genres/b.yaml": "id: \(Self.id("e", 2))\nname: fantasy\n",
    ])
    let before = library.files()
    let text = try library.run("doctor --fix=duplicate-name")
    #expect(text.contains("! warning: genres/b.yaml: duplicate-name was not repaired: "))
    #expect(text.contains("Nothing was repaired."))
    #expect(library.files() == before)
  }

  @Test(arguments: [
    "genres: [\n  # first\n  E, # Fantasy\n  E\n  ]\n", "\"genres\": [E,\n  'E']\n", "? genres\n: - E\n  - E\n",
    "genres: !!seq\n  - !!str E\n  - !!str E\n", "genres: &g\n- E\n# between\n\n- E # Fantasy\n",
    "genres: [ E , E , ]\n", "genres:\n    - E\n    - \"E\"\n",
  ])
  func oddListsAreRepairedAlike(_ list: String) throws {
    for end in ["\n", "\r\n"] {
      let text = "id: \(Self.id("b", 1))\ntitle: x # why\n\(list.replacing("E", with: Self.id("e", 1)))rating: 5\n"
      let library = try Self.library([
        "books/a.yaml": text.replacing("\n", with: end), "genres/a.yaml": Self.genre,
      ])
      let before = try #require(library["books/a.yaml"])
      #expect(try library.problems().map(\.code) == ["duplicate-reference"])
      _ = try library.run("doctor --fix")
      let after = try #require(library["books/a.yaml"])
      #expect(try library.problems().isEmpty)
      #expect(after.count < before.count && after.contains(Self.id("e", 1)))
      for line in ["title: x # why\(end)", "rating: 5\(end)", "# first", "# between"] where before.contains(line) {
        #expect(after.contains(line))
      }
      _ = try library.run("undo")
      #expect(library["books/a.yaml"] == before)
    }
  }

  @Test func idsThatCollide() throws {
    let one = Self.id("e", 1)
    let library = try Self.library([
      // The files contain a genre that was merged into itself, two genres with the same former id, and a book with the
      // id of a genre.
      "genres/a.yaml": "id: \(one)\nname: Fantasy\nformerIds: [\(one), \(Self.id("e", 9))]\n",
      "genres/b.yaml": "id: \(Self.id("e", 2))\nname: Horror\nformerIds: [\(Self.id("e", 9)), \(one)]\n",
      "books/a.yaml": "id: \(one)\ntitle: x\ngenres: [\(one), \(Self.id("e", 2)), \(Self.id("e", 9))]\n",
      "quotes/a.yaml": "id: \(Self.id("c", 1))\nbook: \(Self.id("c", 1))\ntext: x\n",
      "issues/a.yaml": "id: \(Self.id("f", 1))\ntitle: x\nbooks: [\(one), \(Self.id("f", 1))]\n",
    ])
    let codes = Set(try library.problems().map(\.code))
    #expect(codes.isSuperset(of: ["duplicate-id", "wrong-kind-reference", "former-id"]))
    _ = try library.run("doctor --fix=duplicate-id:new-id,wrong-kind-reference:take-out,former-id")
    let left = library.files()
    #expect(!(try library.problems().map(\.code)).contains("duplicate-id"))
    _ = try library.run("doctor --fix=duplicate-id:new-id,wrong-kind-reference:take-out,former-id")
    #expect(library.files() == left)
  }

  @Test func theManifestTurnsChecksOffAndAcceptsProblems() throws {
    let files = [
      "books/a.yaml": "id: \(Self.id("b", 1))\ntitle: x\nrating: 7\nmood: glad\ndateCompleted: 2020-01-01\n",
      "books/b.yaml": "id: \(Self.id("b", 2))\ntitle: y\nrating: 9\n",
      "books/c d.yaml": "- no record\n",
    ]
    let manifest = "format: 1\nname: x\n"
    func codes(_ doctor: String) throws -> [String] {
      try Self.library(files.merging(["shelf.yaml": manifest + doctor]) { $1 }).problems()
        .map { "\($0.severity) \($0.code) \($0.path)" }
    }
    let all = [
      "error out-of-range books/a.yaml", "warning unknown-field books/a.yaml", "note status-dates books/a.yaml",
      "error out-of-range books/b.yaml", "error not-a-record books/c d.yaml",
    ]
    #expect(try codes("") == all)
    #expect(try codes("doctor: {severity: {out-of-range: off}}\n") == [all[1], all[2], all[4]])
    #expect(try codes("doctor:\n  severity:\n    unknown-field: error\n")[1] == "error unknown-field books/a.yaml")
    #expect(try codes("doctor: {accept: [out-of-range \(Self.id("b", 1)) rating]}\n") == Array(all[1...]))
    #expect(try codes("doctor: {accept: [out-of-range \(Self.id("b", 1).uppercased()) rating]}\n") == Array(all[1...]))
    // An exception accepts only one kind of problem, in one field of one record.
    #expect(try codes("doctor: {accept: [out-of-range \(Self.id("b", 1)) pages]}\n") == all)
    #expect(try codes("doctor: {accept: [not-a-record books/c d.yaml]}\n") == Array(all[..<4]))
    let library = try Self.library(
      files.merging(["shelf.yaml": manifest + "doctor: {severity: {no-such: off}, accept: [neither this]}\n"]) { $1 })
    let text = try library.run("doctor")
    #expect(text.contains("! warning: shelf.yaml: doctor lists an unknown check “no-such”"))
  }
}
