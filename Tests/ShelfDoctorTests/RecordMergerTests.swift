import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore

/// Two records, one of which is merged into the other.
private struct Merge {
  static let (kept, merged) = ("books/a.yaml", "books/b.yaml")
  static let (keptID, mergedID) = (TestLibrary.id(1), TestLibrary.id(2))

  let library: Library
  let repairs: [Repair]

  /// Merges two books.
  ///
  /// - Parameters:
  ///   - kept: the contents of the file that remains, without the id.
  ///   - merged: the contents of the other file, without the id.
  init(_ kept: String, _ merged: String, others: [(path: String, text: String)] = [], sharingID: Bool = false) throws {
    let mergedID = sharingID ? Self.keptID : Self.mergedID
    try self.init(
      [(Self.kept, "id: \(Self.keptID)\n\(kept)"), (Self.merged, "id: \(mergedID)\n\(merged)")] + others,
      Self.kept, Self.merged)
  }

  init(_ files: [(path: String, text: String)], _ kept: String, _ merged: String) throws {
    let library = try TestLibrary.make(files)
    self.library = library
    func record(_ path: String) throws -> Record { try #require(library.records.first { $0.path == path }) }
    repairs = RecordMerger(library, kept: try record(kept), merged: try record(merged)).repairs("merge it")
  }

  /// Returns the files that a repair changes, with their new contents, or nil for deleted files.
  func files(_ repair: Repair) throws -> [String: String?] {
    let doctor = Doctor(
      today: RandomLibrary.today, now: try #require(Timestamp("2026-11-21T10:00:00Z")), newID: { recordID(99) })
    var run = RepairRun(library, strays: [], doctor: doctor)
    let changes = try run.preview(repair)
    return Dictionary(
      uniqueKeysWithValues: changes.map { ($0.path, $0.new.map { String(decoding: $0, as: UTF8.self) }) })
  }

  /// Returns the contents of a file after a repair.
  func text(_ repair: Repair, _ path: String = Merge.kept) throws -> String {
    let contents = try files(repair)[path] ?? nil
    return try #require(contents)
  }

  /// Returns the contents of the remaining file, without the id and without the former id that a merge adds at the end.
  func result(_ repair: Repair, title: String = "Emma") throws -> String {
    let text = try text(repair)
    let start = "id: \(Self.keptID)\n"
    // The former ids are written in the same style as the other lists in the file.
    let ends = [
      "formerIds:\n  - \(Self.mergedID) # \(title)\n", "formerIds: [\n  \(Self.mergedID) # \(title)\n  ]\n",
    ]
    #expect(text.hasPrefix(start))
    let end = try #require(ends.first { text.hasSuffix($0) }, "\(text)")
    return String(text.dropFirst(start.count).dropLast(end.count))
  }
}

/// Tests what happens to the fields of a record and to references to it when the record is merged into another record.
struct RecordMergerTests {
  /// If the fields of two records do not conflict, the user has nothing to choose.
  @Test(arguments: [
    // A field that only the other record has is added at its proper position, with its comment.
    ("title: Emma\nyear: 1815\n", "title: Emma\nrating: 5 # in May\n", "title: Emma\nrating: 5 # in May\nyear: 1815\n"),
    ("title: Emma\nrating:\n", "title: Emma\nrating: 5\n", "title: Emma\nrating: 5\n"),
    ("title: Emma\n", "title: Emma\nauthor: [A, B]\n", "title: Emma\nauthor:\n  - A\n  - B\n"),
    ("title: Emma\n", "title: Emma\nauthor: A\n", "title: Emma\nauthor: A\n"),
    ("title: Emma\n", "title: Emma\nrating: 5\nyear: 1815\n", "title: Emma\nrating: 5\nyear: 1815\n"),
    // The same, written differently.
    ("title: Emma\nrating: 4\n", "title: Emma\nrating: 4.0\n", "title: Emma\nrating: 4\n"),
    ("title: Emma\n", "title: ÉMMA\n", "title: Emma\n"),
    ("title: Emma\nauthor: Jane Austen\n", "title: Emma\nauthor: jane austen\n", "title: Emma\nauthor: Jane Austen\n"),
    (
      "title: Emma\nisbn: 0-14-143958-0\n", "title: Emma\nisbn: 978-0-14-143958-7\n",
      "title: Emma\nisbn: 0-14-143958-0\n"
    ),
    // Lists are combined. Names that a list already contains are not added again.
    (
      "title: Emma\nloans: [2024-01-02 Anna]\n", "title: Emma\nloans: [2024-01-02 anna, 2025-01-02 Ben]\n",
      "title: Emma\nloans: [2024-01-02 Anna, 2025-01-02 Ben]\n"
    ),
    ("title: Emma\nauthor: [A]\n", "title: Emma\nauthor: [A, B]\n", "title: Emma\nauthor: [A, B]\n"),
    ("title: Emma\nauthor: [A, B]\n", "title: Emma\nauthor: [b]\n", "title: Emma\nauthor: [A, B]\n"),
    // The earlier `dateAdded` is kept.
    (
      "title: Emma\ndateAdded: 2024-03-02\n", "title: Emma\ndateAdded: 2024-03-01\n",
      "title: Emma\ndateAdded: 2024-03-01\n"
    ),
    (
      "title: Emma\ndateAdded: 2024-03-01\n", "title: Emma\ndateAdded: 2024-03-02\n",
      "title: Emma\ndateAdded: 2024-03-01\n"
    ),
    ("title: Emma\ndateAdded: soon\n", "title: Emma\ndateAdded: 2024-03-02\n", "title: Emma\ndateAdded: 2024-03-02\n"),
    ("title: Emma\ndateAdded: 2024-03-02\n", "title: Emma\ndateAdded: soon\n", "title: Emma\ndateAdded: 2024-03-02\n"),
    // A value that is not text is kept if it is the same in both records.
    ("title: Emma\nreview: {a: b}\n", "title: Emma\nreview: {a: b}\n", "title: Emma\nreview: {a: b}\n"),
    // Undeclared fields.
    ("title: Emma\n", "title: Emma\nmood: calm # in May\n", "title: Emma\nmood: calm # in May\n"),
    ("title: Emma\nmood: ~\n", "title: Emma\nmood: calm\n", "title: Emma\nmood: calm\n"),
    ("title: Emma\nmood: [\"\"]\n", "title: Emma\nmood: [calm]\n", "title: Emma\nmood: [calm]\n"),
    ("title: Emma\n", "title: Emma\nmood: [a, b]\n", "title: Emma\nmood:\n  - a\n  - b\n"),
    ("title: Emma\n", "title: Emma\nmood: []\n", "title: Emma\n"),
    ("title: Emma\nmood: calm\n", "title: Emma\nmood:\n", "title: Emma\nmood: calm\n"),
    ("title: Emma\nmood: calm\n", "title: Emma\nmood: \"calm\" # again\n", "title: Emma\nmood: calm\n"),
  ])
  func nothingIsAsked(_ kept: String, _ merged: String, _ result: String) throws {
    let merge = try Merge(kept, merged)
    let repair = try #require(merge.repairs.first)
    #expect(merge.repairs.count == 1 && repair.name == "merge" && repair.description == "merge it")
    let title = String(try #require(merged.split(separator: "\n").first).dropFirst("title: ".count))
    #expect(try merge.result(repair, title: title) == result)
    #expect(try merge.files(repair)[Merge.merged] == .some(.none))
  }

  /// If the values of a field differ, the first answer is to keep the value of the remaining record.
  @Test(arguments: [
    ("rating: 4 # at first\n", "rating: 5\n", ["4", "5"], ["rating: 4 # at first\n", "rating: 5 # at first\n"]),
    (
      "publisher: Penguin\n", "publisher: penguin\n", ["Penguin", "penguin"],
      ["publisher: Penguin\n", "publisher: penguin\n"]
    ),
    ("author: [A, C]\n", "author: [A, B]\n", ["A, C", "A, B"], ["author: [A, C]\n", "author: [A, B]\n"]),
    ("isbn: none\n", "isbn: neither\n", ["none", "neither"], ["isbn: none\n", "isbn: neither\n"]),
    (
      "dateStarted: 2024-01-02\n", "dateStarted: 2024-01-01\n", ["2024-01-02", "2024-01-01"],
      ["dateStarted: 2024-01-02\n", "dateStarted: 2024-01-01\n"]
    ),
    (
      "review: Clever.\n", "review: |\n  Rich.\n  Long.\n", ["Clever.", "Rich. …", "both, one after the other"],
      ["review: Clever.\n", "review: |\n  Rich.\n  Long.\n", "review: |\n  Clever.\n\n  Rich.\n  Long.\n"]
    ),
    ("mood: calm\n", "mood: glad # in May\n", ["calm", "glad"], ["mood: calm\n", "mood: glad # in May\n"]),
    ("mood: [a, b]\n", "mood: [c, d]\n", ["a, b", "c, d"], ["mood: [a, b]\n", "mood: [c, d]\n"]),
  ])
  func theUserChooses(_ kept: String, _ merged: String, _ answers: [String], _ results: [String]) throws {
    let merge = try Merge("title: Emma\n\(kept)", "title: Emma\n\(merged)")
    let key = String(try #require(kept.split(separator: ":").first))
    #expect(merge.repairs.map(\.name) == ["merge", "merge-these"])
    let (ours, theirs) = (try #require(merge.repairs.first), try #require(merge.repairs.last))
    #expect(
      merge.repairs.map(\.description) == [
        "merge it, keeping the \(key) there", "merge it, with the \(key) of this one",
      ])
    #expect(merge.repairs.map(\.isChoice) == [true, true])
    let question = try #require(ours.questions.first)
    #expect(ours.questions.count == 1 && theirs.questions.isEmpty)
    #expect(question.field == key && question.answers.map(\.text) == answers)
    for (position, result) in results.enumerated() {
      #expect(try merge.result(ours.answered([position])) == "title: Emma\n" + result)
    }
    #expect(try merge.result(ours) == "title: Emma\n" + results[0])
    #expect(try merge.result(theirs) == "title: Emma\n" + results[1])
  }

  @Test func severalQuestionsAreNamed() throws {
    let two = try Merge("title: Emma\nrating: 4\nyear: 1815\n", "title: Emma\nrating: 5\nyear: 1816\n")
    #expect(two.repairs.first?.description == "merge it, keeping the rating and year there")
    let three = try Merge(
      "title: Emma\nrating: 4\nyear: 1815\nmood: a\n", "title: Emma\nrating: 5\nyear: 1816\nmood: b\n")
    let repair = try #require(three.repairs.first)
    #expect(repair.description == "merge it, keeping the rating, year and mood there")
    #expect(try three.result(repair.answered([1, 0, 1])) == "title: Emma\nrating: 5\nyear: 1815\nmood: b\n")
    #expect(try three.result(three.repairs[1]) == "title: Emma\nrating: 5\nyear: 1816\nmood: b\n")
  }

  /// A record with values that cannot be transferred is not merged.
  @Test(arguments: [
    ("", "review: {a: b}\n"), ("review: {a: c}\n", "review: {a: b}\n"), ("review: {a: b}\n", "review: Clever.\n"),
    ("review: Clever.\n", "review: {a: b}\n"), ("genres: [[a], b]\n", "genres: [[a], c]\n"), ("", "mood: {a: b}\n"),
    ("", "mood: [[a], b]\n"), ("mood: {a: c}\n", "mood: {a: b}\n"),
  ])
  func nothingIsLost(_ kept: String, _ merged: String) throws {
    #expect(try Merge("title: Emma\n\(kept)", "title: Emma\n\(merged)").repairs.isEmpty)
  }

  /// Comments that the remaining record does not have are lost with the merged file, so records with such comments are
  /// not merged unless the user chooses that repair.
  @Test(arguments: [
    ("title: Emma\n", true), ("# A remark\ntitle: Emma\n", false), ("title: Emma\n  # A remark\n", false),
    ("title: Emma # a remark\n", false), ("title: Emma\ngenres: [\n\t# A remark\n  ]\n", false),
  ])
  func commentsNeedAChoice(_ merged: String, _ isConsent: Bool) throws {
    let merge = try Merge("title: Emma\n", merged)
    let repair = try #require(merge.repairs.first)
    #expect(repair.isConsent == isConsent && repair.isChoice == !isConsent)
  }

  /// References to the merged record are changed to the remaining record, and the names in their comments are updated.
  @Test func referencesAreLinkedAnew() throws {
    let (kept, merged) = (Merge.keptID, Merge.mergedID)
    let former = TestLibrary.id(3)
    let merge = try Merge(
      "title: Emma\n", "title: Emma again\nformerIds:\n  - \(former)\n",
      others: [
        ("quotes/a.yaml", "id: \(TestLibrary.id(11))\nbook: \(merged) # Emma again\ntext: A\n"),
        ("quotes/b.yaml", "id: \(TestLibrary.id(12))\nbook: \(kept) # Emma\ntext: B\n"),
        ("quotes/c.yaml", "id: \(TestLibrary.id(13))\nbook: \(former)\ntext: C\n"),
        ("issues/d.yaml", "id: \(TestLibrary.id(14))\ntitle: D\nbooks: [\(kept), \(merged), \(former)]\n"),
      ])
    let repair = try #require(merge.repairs.first { $0.name == "merge-these" })
    let files = try merge.files(repair)
    #expect(files.keys.sorted() == ["books/a.yaml", "books/b.yaml", "issues/d.yaml", "quotes/a.yaml", "quotes/c.yaml"])
    #expect(files["quotes/a.yaml"]??.description ?? "" == "id: \(TestLibrary.id(11))\nbook: \(kept) # Emma\ntext: A\n")
    #expect(files["quotes/c.yaml"]??.contains("book: \(kept)") == true)
    #expect(
      files["issues/d.yaml"]??.contains("\nbooks: [\(kept)]\n") == true, "\(files["issues/d.yaml"]??.description ?? "")"
    )
  }

  /// A reference by a former id equals a reference by the current id. Text that only looks like an id is compared as
  /// text.
  @Test func referencesAreComparedByWhatTheyMean() throws {
    let (genre, former) = (TestLibrary.id(21), TestLibrary.id(22))
    let others = [("genres/a.yaml", "id: \(genre)\nname: A\nformerIds:\n  - \(former)\n")]
    let text = "loans: [\(former)]\n"
    let merge = try Merge(
      "title: Emma\ngenres: [\(genre)]\n\(text)", "title: Emma\ngenres: [\(former)]\nloans: [\(genre)]\n",
      others: others)
    let repair = try #require(merge.repairs.first)
    let result = try merge.result(repair)
    #expect(result == "title: Emma\ngenres: [\(genre)]\nloans: [\(former), \"\(genre)\"]\n")
  }

  /// The remaining record gets all ids of the merged record as former ids.
  @Test(arguments: [
    ("", "formerIds: [ID5, nonsense]\n", "formerIds:\n  - ID2 # Emma\n  - ID5\n"),
    ("formerIds:\n  - ID5\n", "formerIds: [ID5, ID6]\n", "formerIds:\n  - ID5\n  - ID2 # Emma\n  - ID6\n"),
  ])
  func formerIDsAreKept(_ kept: String, _ merged: String, _ result: String) throws {
    func withIDs(_ text: String) -> String { text.replacing(/ID(\d)/) { TestLibrary.id(Int($0.1) ?? 0) } }
    let merge = try Merge("title: Emma\n\(withIDs(kept))", "title: Emma\n\(withIDs(merged))")
    let repair = try #require(merge.repairs.first)
    let text = try #require(try merge.files(repair)[Merge.kept] ?? nil)
    #expect(text == "id: \(Merge.keptID)\ntitle: Emma\n\(withIDs(result))")
  }

  /// Programs that synchronize folders may leave two files with the same id. Merging them adds no former id.
  @Test func copiesShareTheirID() throws {
    let merge = try Merge(
      "title: Emma\n", "title: Emma\nrating: 5\n",
      others: [("quotes/a.yaml", "id: \(TestLibrary.id(11))\nbook: \(Merge.keptID) # Emma\ntext: A\n")], sharingID: true
    )
    let files = try merge.files(try #require(merge.repairs.first))
    #expect(files == [Merge.kept: "id: \(Merge.keptID)\ntitle: Emma\nrating: 5\n", Merge.merged: nil])
    let same = try Merge("title: Emma\n", "title: Emma\n", sharingID: true)
    #expect(try same.files(try #require(same.repairs.first)) == [Merge.merged: nil])
  }

  /// The text of a quote is both its title and a long text. Nevertheless, a merge keeps only one of the two texts,
  /// never both.
  @Test func wordsOfAQuote() throws {
    let merge = try Merge(
      [
        ("quotes/a.yaml", "id: \(TestLibrary.id(1))\nbook: ~\ntext: So be it\ncreationDate: 2024-03-05T07:31:01Z\n"),
        ("quotes/b.yaml", "id: \(TestLibrary.id(2))\nbook: ~\ntext: So be it!\ncreationDate: 2024-03-05T07:31:00Z\n"),
      ], "quotes/a.yaml", "quotes/b.yaml")
    let repair = try #require(merge.repairs.first)
    #expect(repair.questions.map { $0.answers.map(\.text) } == [["So be it", "So be it!"]])
    let text = try merge.files(repair)["quotes/a.yaml"] ?? nil
    #expect(text?.contains("\ncreationDate: 2024-03-05T07:31:00Z\n") == true, "\(text ?? "")")
  }
}
