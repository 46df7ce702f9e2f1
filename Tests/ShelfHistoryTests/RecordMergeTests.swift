import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfText
@testable import YAMLEdit

/// The visible results of a merge: layout, comments, conflicts.
struct RecordMergeTests {
  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"

  private func merge(
    _ ours: String, _ base: String, _ theirs: String, kind: Kind = .book, _ policy: MergePolicy = .conflict,
    _ style: ConflictStyle = ConflictStyle()
  ) -> RecordMerge.Result {
    RecordMerge(of: kind, Schema(), policy, style)
      .merge(ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8))
  }

  /// Merges records whose texts omit the id, and returns the result without the id.
  private func merged(
    _ ours: String, _ base: String, _ theirs: String, kind: Kind = .book, _ policy: MergePolicy = .conflict,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let result = merge(Self.id + ours, Self.id + base, Self.id + theirs, kind: kind, policy)
    #expect(result.textReason == nil, sourceLocation: sourceLocation)
    #expect(result.bytes.starts(with: Self.id.utf8), sourceLocation: sourceLocation)
    return String(decoding: result.bytes.dropFirst(Self.id.utf8.count), as: UTF8.self)
  }

  // MARK: - Layout

  @Test func theirsWholeWhereOursIsTheBase() {
    let (base, theirs) = ("title: A\nrating: 1\n", "# new\r\nrating: 01\r\ntitle: 'A'\r\n")
    #expect(merge(base, base, theirs).bytes == Array(theirs.utf8))
    #expect(merge(theirs, base, base).bytes == Array(theirs.utf8))
    // If only one side changed the file, or both made the same change, the files are not parsed, so their contents do
    // not matter.
    for (base, theirs) in [("title: A\n", "title: A\r\nyear: 1\n"), ("title: A\n", "title: [\r\n"), ("", "- a\n")] {
      for result in [merge(base, base, theirs), merge(theirs, base, base), merge(theirs, base, theirs)] {
        #expect(result.bytes == Array(theirs.utf8) && result.textReason == nil)
      }
    }
  }

  @Test func newFieldsStandWhereTheyStood() {
    #expect(
      merged(
        "title: A\nauthor: X\nrating: 1\nlast: z\n", "title: A\nrating: 1\nlast: z\n",
        "title: A\n\n# where\nseries: S\nrating: 1\n# how long\npages: 9\nlast: z\nend: e\n")
        == "title: A\nauthor: X\n\n# where\nseries: S\nrating: 1\n# how long\npages: 9\nlast: z\nend: e\n")
  }

  @Test func newFieldsInOnePlaceComeInTheOrderOfTheTable() {
    #expect(
      merged("title: A\nrating: 1\nmine: x\n", "title: A\n", "title: A\nauthor: Ann\nyear: 1\nyours: y\n")
        == "title: A\nauthor: Ann\nrating: 1\nmine: x\nyear: 1\nyours: y\n")
  }

  @Test func orderAndQuotesAreThoseOfOurs() {
    #expect(
      merged(
        "rating: '5'   # stars\nyear: 1965\ntitle: \"A\"\n", "title: A\nrating: 4\nyear: 1965\n",
        "title: A\nyear: \"1966\"\nrating: 4\n") == "rating: '5'   # stars\nyear: \"1966\"\ntitle: \"A\"\n")
  }

  @Test func lineEndsAreThoseOfOurs() {
    let crlf = { (text: String) in text.replacing("\n", with: "\r\n") }
    let (ours, base, theirs) = (
      "title: A\nrating: 5\n", "title: A\nrating: 4\n", "title: B\nreview: |\n  x\n\n  y\nrating: 4\n"
    )
    let result = "title: B\nreview: |\n  x\n\n  y\nrating: 5\n"
    let id = Self.id
    #expect(merge(crlf(id + ours), id + base, id + theirs).bytes == Array(crlf(id + result).utf8))
    #expect(merge(id + ours, id + base, crlf(id + theirs)).bytes == Array((id + result).utf8))
    #expect(merge(id + ours, crlf(id + base), id + theirs).bytes == Array((id + result).utf8))
    #expect(merge("\u{FEFF}" + id + ours, id + base, id + theirs).bytes == Array(("\u{FEFF}" + id + result).utf8))
  }

  @Test func filesWithoutFinalLineBreak() {
    #expect(merged("title: A\nrating: 5", "title: A\nrating: 4", "title: B\nrating: 4") == "title: B\nrating: 5")
    #expect(
      merged("title: A\nrating: 5", "title: A\nrating: 4", "title: A\nrating: 4\npages: 3\n")
        == "title: A\nrating: 5\npages: 3\n")
    // A new field is not added after a block scalar at the end of the file, because the line break between them would
    // become part of the scalar.
    #expect(
      merged("rating: 5\nreview: |\n  y", "rating: 5\nreview: |\n  x", "rating: 5\nreview: |\n  x\npages: 3\n")
        == "rating: 5\npages: 3\nreview: |\n  y")
    #expect(
      merged("rating: 5\nreview: |\n - y", "rating: 5\nreview: |\n - x", "rating: 5\nreview: |\n - x\npages: 3\n")
        == "rating: 5\npages: 3\nreview: |\n - y")
    // Replaces the last field of a file that does not end with a line break.
    let days = (21...23).map { "title: A\nmodificationDate: 2026-11-\($0)T10:00:00Z" }
    for end in ["", "\n"] { #expect(merged(days[1], days[0], days[2] + end, kind: .issue) == days[2]) }
    #expect(merged(days[1], days[0] + " # x", days[2] + " # y", kind: .issue) == days[2] + " # y")
  }

  /// A block scalar at the end of the file is treated as if it ended with a line break, unless its header says
  /// otherwise.
  @Test func textsThatEndWithTheFile() throws {
    let texts = [
      "review: |\n  x", "review: |\n  x\n", "review: \"x\\n\"\n", "review: |-\n  x", "review: x\n",
    ]
    var contents: [[ShelfHistory.FieldIdentity: FieldContent]] = []
    for text in texts {
      let version = try RecordVersion(Array(text.utf8), Kind.book.fields, Limits(), end: nil, isBase: false)
      contents.append(version.contents)
    }
    #expect(Set(contents[..<3]).count == 1 && Set(contents[3...]).count == 1 && contents[0] != contents[4])
  }

  @Test func headsAndTailsStay() {
    #expect(
      merged("title: A\nrating: 5\n# the end\n", "title: A\nrating: 4\n", "title: B\nrating: 4\n# so it is\n...\n")
        .hasPrefix("title: B\nrating: 5\n# the end\n# so it is\n"))
    let head = "%YAML 1.1\n# about\n--- # start\n" + Self.id
    #expect(
      merge(head + "title: A\nrating: 5\n", head + "title: A\nrating: 4\n", head + "title: B\nrating: 4\n").bytes
        == Array((head + "title: B\nrating: 5\n").utf8))
  }

  @Test func headsAndTailsGetTheLineEndsOfOurs() {
    let ours = "\(Self.id)title: A\nrating: 5\n"
    let theirs = "# top\r\n--- # start\r\n\(Self.id)title: A\r\nrating: 4\r\n# end\r\n"
    let result = merge(ours, ours.replacing("5", with: "4"), theirs)
    #expect(result.textReason == nil)
    #expect(result.bytes == Array("# top\n--- # start\n\(ours)# end\n".utf8))
  }

  // MARK: - Comments

  /// If both sides changed the same place, each change appears where it was made.
  @Test(arguments: [
    // Our side removed a comment, and the new value from their side cannot be written in our layout.
    ("custom: {a: 1}\n", "custom: {a: 1} # x\n", "custom: [[2]] # x\n", "custom: [[2]]\n"),
    // Our side added a comment above an item that their side removed.
    (
      "author:\n  # mine\n  - Ann\n  - Bob\n  - Cy\n", "author:\n  - Ann\n  - Bob\n  - Cy\n",
      "author:\n  - Bob\n  - Cy\n", "author:\n  # mine\n  - Bob\n  - Cy\n"
    ),
    // Both sides put an item in quotes, and their side added a line above a different item.
    (
      "author:\n  - 'Ann'\n  - Bob\n", "author:\n  - Ann\n  - Bob\n", "author:\n  - \"Ann\"\n  # new\n  - Bob\n",
      "author:\n  - 'Ann'\n  # new\n  - Bob\n"
    ),
    // Both sides added the same comment, each to an item that the other side removed.
    (
      "author:\n  - Ann # x\n  - Cy\n", "author:\n  - Ann\n  - Bob\n  - Cy\n", "author:\n  - Bob # x\n  - Cy\n",
      "# x\nauthor:\n  - Cy\n"
    ),
    // Two items have the same comment, and their side removed it from the first item.
    (
      "author:\n  - A # x\n  - B # x\n", "author:\n  - A # x\n  - B\n", "author:\n  - A\n  - B\n  - C\n",
      "author:\n  - A\n  - B # x\n  - C\n"
    ),
    // A comment that contains the same text twice.
    ("year: 2 # x # x\n", "year: 1\n", "year: 1 # x\n", "year: 2 # x # x\n"),
    // Values on the last line, which has no line break, and a text that the two sides write differently.
    ("custom: {a: 1}", "custom: {a: 1} # x", "custom: [[2]] # x", "custom: [[2]]"),
    (
      "title: B\nreview: |\n  x", "title: A\nreview: |\n  x\n", "title: A\nreview: |\n  y\n",
      "title: B\nreview: |\n  y\n"
    ),
    (
      "title: B\nreview: \"x\\n\"\n", "title: A\nreview: |\n  x\n", "title: A\nreview: |\n  y\n",
      "title: B\nreview: |\n  y\n"
    ),
    // Only their side changed the line of the key.
    (
      "author:\n  - Ann\n  - Bob\n", "author:\n  - Ann\n", "author:  # new\n  - Ann\n  - Cy\n",
      "author:  # new\n  - Ann\n  - Bob\n  - Cy\n"
    ),
    // Our side removed a mapping that was empty, so the mapping from their side is used unchanged.
    ("title: A\n", "title: A\ncustom: {}\n", "title: A\ncustom: {b: 2}\n", "title: A\ncustom: {b: 2}\n"),
    ("title: A\n", "title: A\ncustom: {}\n", "title: A\ncustom:\n  b: 2\n", "title: A\ncustom:\n  b: 2\n"),
    // Entries in braces that span several lines.
    (
      "custom: {a: 1, b: \"x\n    y\"}\n", "custom: {a: 1}\n", "custom:\n  a: 1\n  c: 2\n",
      "custom:\n  a: 1\n  b: \"x\n    y\"\n  c: 2\n"
    ),
    (
      "custom:\n  a: 1\n  c: 2\n", "custom: {a: 1}\n", "custom: {a: 1, b: [x, # one\n    y]}\n",
      "custom:\n  a: 1\n  c: 2\n  b: [x, # one\n    y]\n"
    ),
    // Of their side's lines above a field, only new comments are added.
    ("title: A\n# m\nyear: 4\n", "title: A\nyear: 4\n", "title: A\n\n# y\nyear: 4\n", "title: A\n# m\n# y\nyear: 4\n"),
  ]) func eachChangeIsWhereItWasMade(_ ours: String, _ base: String, _ theirs: String, _ expected: String) {
    #expect(merged(ours, base, theirs) == expected)
  }

  @Test func commentsOfBothSidesAreJoined() {
    func comment(_ ours: String?, _ base: String?, _ theirs: String?) -> String? {
      FieldMerge.comment(ours: ours, base: base, theirs: theirs)
    }
    #expect(comment("a", "x", "b") == "a # b" && comment("a", nil, "a") == "a")
    #expect(comment("a # x", "x", "x # b") == "a # x # b" && comment("a # x", "x # y", "y # b") == "a # b")
    // A comment that both sides wrote in the same way is unchanged.
    #expect(comment("a #  # b", nil, "a #  # b") == "a #  # b")
    #expect(comment(nil, "x", nil) == nil && comment("x", "x", nil) == nil && comment(nil, "x", "y") == "y")
  }

  @Test func commentsOfBothSidesStay() {
    #expect(
      merged(
        "# mine\ntitle: A\nrating: 5 # mine\n", "title: A\nrating: 4\n",
        "# yours\ntitle: A\n# above\nrating: 4 # yours\n")
        == "# mine\n# yours\ntitle: A\n# above\nrating: 5 # mine # yours\n")
    #expect(merged("rating: 5\n", "rating: 4 # old\n", "rating: 4 # new\n") == "rating: 5 # new\n")
    #expect(merged("rating: 5 # old\n", "rating: 4 # old\n", "rating: 4\n") == "rating: 5\n")
  }

  @Test func commentsOfFieldsThatGoAreRescued() {
    #expect(
      merged("title: A\nrating: 4 # lent to Ann\nyear: 1\n", "title: A\nrating: 4\nyear: 1\n", "title: A\nyear: 1\n")
        == "title: A\n# lent to Ann\nyear: 1\n")
    #expect(
      merged("title: A\nyear: 1\n", "title: A\nrating: 4\nyear: 1\n", "title: A\n# why\nrating: 4\nyear: 1\n")
        == "title: A\n# why\nyear: 1\n")
    #expect(
      merged("title: A\n", "title: A\n# c\nrating: 4\n", "title: A\n# c\nrating: 4 # d\n") == "title: A\n# d\n")
  }

  /// `remove` leaves the comment lines above a field. They must not be duplicated.
  @Test func commentsAboveAFieldThatWasTakenOut() {
    #expect(
      merged("title: A\n# c\nyear: 1\n", "title: A\n# c\nrating: 4\nyear: 1\n", "title: B\n# c\nrating: 4\nyear: 1\n")
        == "title: B\n# c\nyear: 1\n")
  }

  @Test func commentsInLists() {
    #expect(
      merged(
        "author:\n  # first\n  - Ann\n  - Bob # mine\n  - Cid\n", "author:\n  # first\n  - Ann\n  - Bob\n",
        "author: # who\n# first\n- Ann\n# second\n- Bob # yours\n- Dan # new\n")
        == "author: # who\n  # first\n  - Ann\n  # second\n  - Bob # mine # yours\n  - Cid\n  - Dan # new\n")
  }

  /// Two new items may have the same comment.
  @Test func itemsMayHaveTheSameComment() {
    #expect(
      merged("author:\n  - A\n  - B # new\n", "author:\n  - A\n", "author:\n  - A\n  - C # new\n")
        == "author:\n  - A\n  - B # new\n  - C # new\n")
  }

  @Test func aCommentThatBothSidesKeptIsKeptOnce() {
    let (base, list, single) = ("author: [Ann] # keep\n", "author: [Ann, Bob] # keep\n", "author: Ann # keep\n")
    #expect(merged(list, base, single) == list)
    #expect(merged(single, base, list) == "author:\n  - Ann # keep\n  - Bob\n")
    #expect(merged(list, "author: [Ann]\n", single) == list)
    #expect(merged("author: [Ann] # keep # more\n", base, list) == "author: [Ann, Bob] # keep # more\n")
  }

  @Test func commentsBehindReferencesStay() {
    let (dune, emma) = (ids("a")[0], ids("b")[0])
    #expect(
      merged("title: A\n", "title: A\ngenres:\n  - \(dune) # SF\n", "title: A\ngenres:\n  - \(dune) # SF, lent\n")
        == "title: A\n# SF, lent\n")
    #expect(
      merged("genres:\n  - \(dune) # SF, mine\n", "genres:\n  - \(dune) # SF\n", "genres:\n  - \(dune) # SF; yours\n")
        == "genres:\n  - \(dune) # SF, mine # SF; yours\n")
    #expect(
      merged("book: \(dune) # Dune, mine\n", "book: \(dune) # Dune\n", "book: \(emma) # Emma\n", kind: .quote)
        == "# Dune, mine\nbook: \(emma) # Emma\n")
    // The comment with a record's name is removed along with the reference.
    #expect(
      merged("title: A\nyear: 1\n", "title: A\ngenres:\n  - \(dune) # SF\n", "title: B\ngenres:\n  - \(dune) # SF\n")
        == "title: B\nyear: 1\n")
    #expect(
      merged("book: \(dune) # Dune\n", "", "book: \(emma) # Emma\n", kind: .quote, .theirs) == "book: \(emma) # Emma\n")
  }

  // MARK: - Mappings

  @Test func mappingsAreMergedByEntry() {
    #expect(
      merged(
        "shop:\n  name: Corner\n  price: 5 # paid\n", "shop:\n  name: Corner\n  price: 4\n",
        "shop:\n  name: Market\n  price: 4\n  # when\n  day: Monday\n")
        == "shop:\n  name: Market\n  price: 5 # paid\n  # when\n  day: Monday\n")
    #expect(
      merged("shop: {a: 1, b: 2} # c\n", "shop: {a: 1}\n", "shop: {a: 2}\n") == "shop: {a: 2, b: 2} # c\n")
    #expect(
      merged("shop: {a: 1, b: 2}\n", "shop: {a: 1}\n", "shop:\n    # why\n    a: 2\n")
        == "shop:\n  # why\n  a: 2\n  b: 2\n")
    #expect(
      merged("shop:\n  a: 1\n  in:\n    x: 1\n", "shop:\n  a: 1\n", "shop:\n    a: 1\n    in:\n        y: 2\n")
        == "shop:\n  a: 1\n  in:\n    x: 1\n    y: 2\n")
    #expect(merged("shop:\n  b: 1\n", "shop:\n  a: 1\n  b: 1\n", "shop:\n  a: 1\n") == "")
    #expect(
      merged("shop:\n  a: 1\n  b: x\n", "shop:\n  a: 0\n", "shop:\n  a: 2\n")
        == "shop:\n<<<<<<< ours\n  a: 1\n=======\n  a: 2\n>>>>>>> theirs\n  b: x\n")
    let result = merge(Self.id + "shop: {a: 1}\n", Self.id + "shop: {a: 0}\n", Self.id + "shop: {a: '2'}\n")
    #expect(result.conflicts == [RecordMerge.Conflict(key: "shop.a", ours: "1", theirs: "2")])
  }

  // MARK: - Lists

  /// Conflicting entries in braces are written on separate lines, indented like the entries of a nested mapping.
  @Test func aConflictInBraces() {
    func text(_ a: Int, _ b: Int) -> String { "m:\n  n: {a: \(a), b: \(b)}\n" }
    #expect(
      merged(text(1, 1), text(0, 0), text(2, 0)) == """
        m:
          n:
        <<<<<<< ours
            a: 1
        =======
            a: 2
        >>>>>>> theirs
            b: 1

        """)
    // One side removed everything that the other side changed.
    #expect(
      merged("m: {}\n", "m: {a: 0}\n", "m: {a: 1}\n") == """
        <<<<<<< ours
        m: {}
        =======
        m: {a: 1}
        >>>>>>> theirs

        """)
  }

  private func ids(_ digits: String, _ name: String = "") -> [String] {
    digits.map { "\(String(repeating: $0, count: 8))-1111-4111-8111-111111111111\(name)" }
  }

  private func genres(_ digits: String) -> String {
    "genres:\n" + ids(digits).map { "  - \($0) # \($0.prefix(1))\n" }.joined()
  }

  @Test(arguments: [
    ("abc", "ab", "abd", "abcd"), ("b", "ab", "abd", "bd"), ("ab", "abcd", "acd", "a"), ("xab", "ab", "ayb", "xayb"),
    ("a", "ab", "b", ""), ("", "ab", "abc", "c"), ("ba", "ab", "abc", "bca"), ("ab", "", "bc", "abc"),
  ])
  func listsAreSets(_ ours: String, _ base: String, _ theirs: String, _ result: String) {
    func text(_ digits: String) -> String { "title: A\n\(digits.isEmpty ? "" : genres(digits))year: 1\n" }
    #expect(merged(text(ours), text(base), text(theirs)) == text(result))
  }

  /// Lists with duplicate items are merged.
  @Test func itemsThatAreThereTwice() {
    let (ours, base, theirs) = ("author: [A, A, B]\n", "author: [A, A]\n", "author: [A, A, C]\n")
    #expect(merged(ours, base, theirs) == "author: [A, A, B, C]\n")
    #expect(merged("author: [A, X]\n", "author: [A]\n", "author: [A, A, C]\n") == "author: [A, X, C]\n")
    #expect(
      merged("author:\n  - A\n  - A # 2\n  - B\n", "author:\n  - A\n  - A\n", "author:\n  - A # 1\n  - A\n")
        == "author:\n  - A # 1\n  - A # 2\n  - B\n")
  }

  /// Two ids are equal regardless of how they are written. Text that only looks like an id is treated as text.
  @Test func idsAndTextsThatLookLikeThem() {
    let (a, b) = (ids("a")[0], ids("b")[0])
    #expect(
      merged("genres: [\(a.uppercased())]\n", "genres: [\(a)]\n", "genres: [\(a), \(b)]\n")
        == "genres: [\(a.uppercased()), \(b)]\n")
    #expect(
      merged("author: [\(a.uppercased()), X]\n", "author: [\(a), X]\n", "author: [\(a), X, Z]\n")
        == "author: [\(a.uppercased()), X, Z]\n")
    #expect(
      merged("author: [\(a), \(a.uppercased())]\n", "author: [\(a)]\n", "author: [\(a), Z]\n")
        == "author: [\(a), \(a.uppercased()), Z]\n")
    // A reference that differs only in notation is removed if the other side removes it; text that differs is kept.
    #expect(
      merged("genres: [\(a.uppercased()), \(b)]\n", "genres: [\(a), \(b)]\n", "genres: [\(b)]\n") == "genres: [\(b)]\n")
    #expect(
      merged("author: [\(a.uppercased()), X]\n", "author: [\(a), X]\n", "author: [X, Z]\n")
        == "author: [\(a.uppercased()), X, Z]\n")
  }

  /// If only one side changed a field, the result is exactly what that side wrote.
  @Test(arguments: [
    "x: {a: 1, # one\n  b: 2}\n", "x: [[1, 2], {a: b}]\n", "x:\n  - - 1\n    - 2\n", "author: [A, # one\n  B]\n",
    "author:\n  # above\n  - A\n\n  - B # b\n", "x:   'y'   # far\n", "review: >-\n  one\n  two\n", "? x\n: 1\n",
    "rating: [4]\n", "genres: {a: b}\n", "x:\n  # only\n  a: 1\n",
  ])
  func oneSidesChangeIsAsItIs(_ text: String) {
    for base in ["", "x: 0\n", "author: [B]\n", "rating: 3\n", "review: zero\n", "genres: []\n"] {
      let (changed, other) = ("title: A\n" + text, "title: B\n" + base)
      #expect(merged(changed, "title: A\n" + base, other).hasPrefix("title: B\n" + text))
      #expect(merged(other, "title: A\n" + base, changed).hasPrefix("title: B\n" + text))
      // A change that both sides made is also kept exactly.
      let both = merged("title: C\n" + text, "title: A\n" + base, "title: A\nyear: 1\n" + text)
      #expect(both == "title: C\nyear: 1\n" + text)
    }
  }

  @Test func anOrderThatOneSideChanged() {
    #expect(
      merged("author:\n  - Ann # c\n  - Bob\n", "author:\n  - Ann\n  - Bob\n", "author: [Bob, Ann]\n")
        == "author:\n  - Bob\n  - Ann # c\n")
    #expect(
      merged("author:\n  - Bob\n  - Ann\n", "author:\n  - Ann\n  - Bob\n", "author:\n  - Ann # c\n  - Bob\n")
        == "author:\n  - Bob\n  - Ann # c\n")
  }

  @Test func listsInSeveralStyles() {
    #expect(
      merged("author: [Ann, Bob]\n", "author: Ann\n", "author:\n  - Ann\n  - Cid\n") == "author: [Ann, Bob, Cid]\n")
    #expect(
      merged("author: Ann # she\n", "author:\n  - Ann\n  - Bob\n", "author: [Ann, Bob, Cid]\n")
        == "author:\n  - Ann # she\n  - Cid\n")
    #expect(
      merged("genre: [\(ids("a")[0])]\n", "genre:\n", "genres:\n- \(ids("b")[0]) # B\n")
        == "genres: [\n  \(ids("a")[0]),\n  \(ids("b")[0]) # B\n  ]\n")
  }

  // MARK: - Older names

  @Test func olderNamesAreTheSameField() {
    #expect(
      merged("summary: two\nrating: 1\n", "summary: one\nrating: 1\n", "synopsis: one\nrating: 2\n")
        == "synopsis: two\nrating: 2\n")
    #expect(
      merged("synopsis: one # c\nrating: 1\n", "summary: one\nrating: 1\n", "summary: two\nrating: 1\n")
        == "synopsis: two # c\nrating: 1\n")
    #expect(
      merge(Self.id + "synopsis: two\n", Self.id + "summary: one\n", Self.id + "summary: three\n").conflicts.map(\.key)
        == ["synopsis"])
  }

  // MARK: - Conflicts

  @Test func aConflictIsAboutItsFieldAlone() {
    #expect(
      merged(
        "title: A\nrating: 5 # mine\nyear: 1\n", "title: A\nrating: 4\nyear: 1\n",
        "title: B\n# why\nrating: 3\nyear: 2\n")
          == """
          title: B
          # why
          <<<<<<< ours
          rating: 5 # mine
          =======
          rating: 3
          >>>>>>> theirs
          year: 2

          """)
  }

  /// An author is merged as a single text as long as no version has more than one name. References, lists of several
  /// names, and other lists of texts are merged as sets.
  @Test func theOnlyNameOfAListIsCorrectedTwice() {
    #expect(
      merged("author: Frank Herbert\n", "author: F. Herbert\n", "author: [Herbert]\nyear: 1\n")
        == "<<<<<<< ours\nauthor: Frank Herbert\n=======\nauthor: [Herbert]\n>>>>>>> theirs\nyear: 1\n")
    #expect(merged("author: B\n", "author: A\n", "author: C\n", .theirs) == "author: C\n")
    #expect(merged("author: B\n", "author: A\n", "author: [B]\n") == "author: B\n")
    #expect(
      merged("author: Frank Herbert\n", "", "author: F. Herbert\n")
        == "<<<<<<< ours\nauthor: Frank Herbert\n=======\nauthor: F. Herbert\n>>>>>>> theirs\n")
    #expect(
      merged("title: A\n", "title: A\nauthor: B\n", "title: A\nauthor: C\n")
        == "title: A\n<<<<<<< ours\n=======\nauthor: C\n>>>>>>> theirs\n")
    #expect(merged("author: [B]\n", "", "author: B\n") == "author: [B]\n")
    #expect(merged("author: [A, B]\n", "", "author: C\n") == "author: [A, B, C]\n")
    let own = Schema(customFields: [.book: [Field("moods", .textList, "Own")]])
    let result = RecordMerge(of: .book, own)
      .merge(ours: Array("moods: b\n".utf8), base: Array("moods: a\n".utf8), theirs: Array("moods: c\n".utf8))
    #expect(result.isClean && result.bytes == Array("moods:\n  - b\n  - c\n".utf8))
    #expect(merged("author: [A, B]\n", "author: A\n", "author: [C]\n") == "author: [B, C]\n")
    #expect(
      merged("author: [A, B]\n", "author: [A, D]\n", "author: [A, C]\n") == "author: [A, B, C]\n")
    #expect(merged(genres("b"), genres("a"), genres("c")) == genres("bc"))
  }

  @Test func aFieldThatOneSideTookOut() {
    #expect(
      merged("title: A\nyear: 1\n", "title: A\nrating: 4\nyear: 1\n", "title: A\nrating: 3\nyear: 1\n")
        == """
        title: A
        <<<<<<< ours
        =======
        rating: 3
        >>>>>>> theirs
        year: 1

        """)
  }

  /// A plain `~` is treated like a missing field.
  @Test(arguments: [
    ["rating: ~\n", "", "rating: 4\n", "rating: 4\n"], ["rating: 4\n", "rating: ~\n", "", "rating: 4\n"],
    ["rating: ~\n", "rating: 4\n", "rating:\n", "rating: ~\n"],
    ["genres: ~\n", "", "genres: [x]\n", "genres: [x]\n"], ["own: ~\n", "", "own: 1\n", "own: 1\n"],
    ["review: ~\n", "review: a\n", "", "review: ~\n"], ["review: '~'\n", "review: a\n", "", nil],
  ])
  func aTildeIsNoValue(_ versions: [String?]) {
    let texts = versions.map { $0.map { "title: A\n" + $0 } }
    let result = merged(texts[0] ?? "", texts[1] ?? "", texts[2] ?? "")
    if let expected = texts[3] { #expect(result == expected) } else { #expect(result.contains("<<<<<<<")) }
  }

  /// In the `book` field of a quote, `~` states that the quote is not from a book. It is shown and merged like any
  /// other value.
  @Test func aTildeForABookIsAValue() {
    let (a, b) = (ids("a")[0], ids("b")[0])
    func quote(_ book: String) -> String { Self.id + "book: \(book)\ntext: T\n" }
    let conflict = merge(quote("~"), quote(a), quote(b), kind: .quote)
    #expect(conflict.conflicts == [RecordMerge.Conflict(key: "book", ours: "~", theirs: b)])
    #expect(
      merged("book: \(b) # Emma\n", "book: \(a)\n", "book: ~ # none\n", kind: .quote, .theirs)
        == "book: ~ # none\n")
    #expect(merged("book: ~\n", "book: \(a)\n", "book: \(a) # Dune\n", kind: .quote) == "book: ~ # Dune\n")
    #expect(merged("book: ~\n", "", "", kind: .quote) == "book: ~\n")
  }

  @Test func aConflictInALongText() {
    let base = "review: |\n  One.\n\n  Two.\n\n  Three.\n"
    #expect(
      merged(
        base.replacing("Two", with: "TWO").replacing("One", with: "ONE"), base,
        base.replacing("Two", with: "2").replacing("Three", with: "3"))
          == """
          review: |
            ONE.

          <<<<<<< ours
            TWO.
          =======
            2.
          >>>>>>> theirs

            3.

          """)
  }

  /// If both sides add a text, the lines that the two texts have in common are not part of a conflict.
  @Test func aTextThatBothSidesAdded() {
    #expect(
      merged("review: |\n  one\n  A\n  two\n", "", "review: |\n  one\n  B\n  two\n") == """
        review: |
          one
        <<<<<<< ours
          A
        =======
          B
        >>>>>>> theirs
          two

        """)
  }

  /// Paragraphs that both sides added at the end of the notes are all kept, ours first.
  @Test(arguments: [
    ("", "notes: Ours\n", "notes: Theirs\n", "notes: |-\n  Ours\n\n  Theirs\n"),
    (
      "notes: A\n", "notes: |\n  A\n\n  Ours\n", "notes: |\n  A\n\n  Theirs\n", "notes: |\n  A\n\n  Ours\n\n  Theirs\n"
    ),
    (
      "notes: |\n  A\n  b\n", "notes: |\n  A\n  b\n\n  Same\n\n  Ours\n",
      "notes: |\n  A\n  b\n\n  Same\n\n  Theirs\n  c\n",
      "notes: |\n  A\n  b\n\n  Same\n\n  Ours\n\n  Theirs\n  c\n"
    ),
    // Paragraphs stay whole, even if they begin with the same line.
    (
      "notes: |\n  A\n", "notes: |\n  A\n\n  p. 10:\n  Ours\n",
      "notes: |\n  A\n\n  p. 10:\n  Theirs\n\n  p. 99:\n  Z\n",
      "notes: |\n  A\n\n  p. 10:\n  Ours\n\n  p. 10:\n  Theirs\n\n  p. 99:\n  Z\n"
    ),
    (
      "notes: |\n  A\n", "notes: |\n  A\n\n  Ours\n\n  Same\n", "notes: |\n  A\n\n  Same\n",
      "notes: |\n  A\n\n  Ours\n\n  Same\n"
    ),
    (
      "notes: |\n  A\n", "notes: |\n  A\n\n  Same\n", "notes: |\n  A\n\n  Same\n\n  More\n",
      "notes: |\n  A\n\n  Same\n\n  More\n"
    ),
  ])
  func notesOfBothSides(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    for policy in MergePolicy.allCases {
      #expect(merged(ours, base, theirs, policy) == expected)
    }
    // Other texts, and notes that a side also changed elsewhere, conflict as before.
    let changed = theirs.replacing("notes: |\n  A", with: "notes: |\n  Z")
    if changed != theirs, ours.contains("Ours") {
      #expect(!merge(Self.id + ours, Self.id + base, Self.id + changed).isClean)
    }
    // Lines without a blank line before them belong to a paragraph of the base.
    let line = "notes: |\n  - a\n"
    #expect(!merge(Self.id + line + "  - b\n", Self.id + line, Self.id + line + "  - c\n").isClean)
    func review(_ text: String) -> String { Self.id + text.replacing("notes:", with: "review:") }
    if ours.contains("Ours") { #expect(!merge(review(ours), review(base), review(theirs)).isClean) }
  }

  /// Together, the two sides may remove all entries of a manifest.
  @Test func aManifestThatIsEmptied() {
    let result = RecordMerge(of: .manifest)
      .merge(ours: Array("a: 1\n".utf8), base: Array("a: 1\nb: 2\n".utf8), theirs: Array("b: 2\n".utf8))
    #expect(result.bytes.isEmpty && result.isClean && result.textReason == nil)
  }

  @Test func aConflictWithTheBase() {
    var style = ConflictStyle()
    style.showsBase = true
    style.markerSize = 9
    style.ours = "HEAD"
    style.theirs = "their branch"
    style.base = "1234567"
    let result = merge(
      Self.id + "rating: 5\n", Self.id + "rating: 4\n", Self.id + "rating: 3\n", .conflict, style)
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == """
        \(Self.id)<<<<<<<<< HEAD
        rating: 5
        ||||||||| 1234567
        rating: 4
        =========
        rating: 3
        >>>>>>>>> their branch

        """)
  }

  @Test func aFoldedTextIsMergedByItsLines() {
    let base = "synopsis: >-\n  The first line of it,\n  and the second,\n  and the third,\n  and the last.\n"
    #expect(
      merged(base.replacing("first", with: "1st"), base, base.replacing("last", with: "end"))
        == base.replacing("first", with: "1st").replacing("last", with: "end"))
    #expect(
      merged(base.replacing("first", with: "1st"), base, base.replacing("first", with: "one"))
        == "<<<<<<< ours\n\(base.replacing("first", with: "1st"))=======\n\(base.replacing("first", with: "one"))>>>>>>> theirs\n"
    )
  }

  @Test func bothAddedTheFile() {
    let ours = Self.id + "title: A\n# mine\nrating: 5\n\(genres("ab"))"
    let theirs = Self.id + "# yours\ntitle: A\nrating: 4\nyear: 1\n\(genres("bc"))"
    let result = merge(ours, "", theirs)
    #expect(result.conflicts.map(\.key) == ["rating"])
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == Self.id
        + "# yours\ntitle: A\n# mine\n<<<<<<< ours\nrating: 5\n=======\nrating: 4\n>>>>>>> theirs\nyear: 1\n\(genres("abc"))"
    )
  }

  // MARK: - Policy

  @Test func theNewestSideWins() {
    func issue(_ title: String, _ date: String) -> String { "title: \(title)\nmodificationDate: \(date)\n" }
    let (base, early, late) = (issue("A", "2026-01-01"), issue("B", "2026-01-02"), issue("C", "2026-01-03"))
    #expect(merged(early, base, late, kind: .issue, .newest) == late)
    #expect(merged(late, base, early, kind: .issue, .newest) == late)
    let result = merge(Self.id + "rating: 5\n", Self.id + "rating: 4\n", Self.id + "rating: 3\n", .newest)
    #expect(result.conflicts.map(\.key) == ["rating"])
  }

  @Test func thePolicySettlesConflictsOnly() {
    let result = merge(
      Self.id + "rating: 5 # mine\ntitle: A\n", Self.id + "rating: 4\ntitle: A\n",
      Self.id + "rating: 3 # yours\ntitle: B\n", .theirs)
    #expect(result.bytes == Array((Self.id + "rating: 3 # mine # yours\ntitle: B\n").utf8))
    #expect(result.settled.map(\.key) == ["rating"] && result.isClean)
  }

  /// When two ancestors are merged, conflicts take the base's version, so that the result is valid YAML.
  @Test func ancestorsTakeTheBase() {
    var style = ConflictStyle()
    style.resolution = .base
    let base = Self.id + "rating: 4\nreview: |\n  a\n  b\n  c\n"
    let ours = Self.id + "rating: 5\nreview: |\n  x\n  b\n  C\n"
    let theirs = Self.id + "rating: 3\nreview: |\n  y\n  b\n  c\n"
    let result = merge(ours, base, theirs, .conflict, style)
    #expect(result.isClean && result.bytes == Array((Self.id + "rating: 4\nreview: |\n  a\n  b\n  C\n").utf8))
  }

  // MARK: - Text

  @Test(arguments: [
    ("title: [\n", "flow"), ("title: A\ntitle: B\n", "stands twice"), ("- a\n", "block"),
    ("<<<<<<< x\na: 1\n=======\na: 2\n>>>>>>> y\n", "unresolved merge conflict"),
    ("other: &a 1\nmore: *a\n", "anchor"), ("title: \u{0}\n", "control"),
  ])
  func whatDoesNotReadIsMergedAsText(_ broken: String, _ reason: String) {
    let (base, theirs) = (Self.id + "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n", Self.id + "a: 1\nb: 1\nc: 1\nd: 1\ne: 2\n")
    let ours = broken + base
    let result = merge(ours, base, theirs)
    #expect(result.textReason?.hasPrefix("ours") == true)
    #expect(result.isClean && result.bytes == Array((broken + theirs).utf8))
    #expect(merge(theirs, base, ours).textReason?.hasPrefix("theirs") == true)
    #expect(merge(ours, base, base + "f: 1\n").textConflicts == 0)
    #expect(merge(ours.replacing("e: 1", with: "e: 3"), base, theirs).textConflicts == 1)
  }

  /// A base may contain only a comment.
  @Test(arguments: ["", "\u{FEFF}"]) func aBaseWithoutFields(_ mark: String) throws {
    let base = try RecordVersion(Array((mark + "# c\n").utf8), [], Limits(), end: nil, isBase: true)
    #expect(base.tail.joined == Array("# c\n".utf8) && base.entries.isEmpty && base.head.isEmpty)
    #expect(base.hasByteOrderMark == !mark.isEmpty)
  }

  /// The number of fields is limited, so that no record takes long to merge.
  @Test func asManyFieldsAsARecordCanHave() throws {
    func fields(_ count: Int) -> [UInt8] { Array((1...count).map { "k\($0): 1\n" }.joined().utf8) }
    #expect(throws: Never.self) { _ = try RecordVersion(fields(49_999), [], Limits(), end: nil, isBase: false) }
    let refusal = #expect(throws: RecordVersion.Refusal.self) {
      _ = try RecordVersion(fields(49_998) + Array("l: [1]\n".utf8), [], Limits(), end: nil, isBase: false)
    }
    #expect(refusal?.reason == "has too many fields")
  }

  @Test func recordsInBracesAreMergedAsText() {
    let result = merge(
      "{id: a, title: A, rating: 1}\n", "{id: a, title: B, rating: 1}\n", "{id: a, title: B, rating: 2}\n")
    #expect(result.textReason == "ours: has fields that share a line" && result.textConflicts == 1)
  }

  @Test func anotherIdIsAnotherRecord() {
    let other = "id: 6adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"
    let result = merge(Self.id + "a: 1\n", Self.id + "a: 0\n", other + "a: 0\n")
    #expect(result.textReason == "the ids differ" && !result.isClean)
    #expect(
      merge(Self.id + "a: 1\n", Self.id + "a: 0\n", Self.id.uppercased().replacing("ID", with: "id") + "a: 0\n")
        .textReason == nil)
  }

  /// A record that cannot be split into fields is merged line by line. The policy then chooses a side, unless the
  /// conflict style has already chosen one.
  @Test(arguments: [
    (MergePolicy.ours, "A"), (.theirs, "B"), (.conflict, "<<<<<<< ours\n"), (.newest, "<<<<<<< ours\n"),
  ])
  func aPolicySettlesTextsToo(_ policy: MergePolicy, _ expected: String) {
    func record(_ title: String) -> String { "{\(Self.id.dropLast()), title: \(title)}\n" }
    let result = merge(record("A"), record("O"), record("B"), policy)
    #expect(result.textReason != nil)
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(policy == .ours || policy == .theirs ? text == record(expected) : text.hasPrefix(expected), "\(text)")
    var style = ConflictStyle()
    style.resolution = .theirs
    #expect(style.taking(.ours).resolution == .theirs && style.taking(.conflict).resolution == .theirs)
  }

  /// No policy decides about a file that is not a readable record with an id on both sides.
  @Test(arguments: [
    ("a\n", "o\n", "b\n"), ("---\na: 1\n---\nb: 1\n", "---\na: 1\n---\nb: 0\n", "---\na: 1\n---\nb: 2\n"),
    ("title: [A\n", "title: O\n", "title: B\n"), ("title: A\n", "title: O\n", "- B\n"),
    ("", "title: O\n", "title: B\n"),
    ("title: A\n", "", "text\n"), ("title: A\n", "title: O\n", "title: B\n"),
    ("id: 1\ntitle: A\n", "id: 1\ntitle: O\n", "id: 1\ntitle: B\n"), (id + "a: 1\n", "a: 0\n", "a: 2\n"),
  ])
  func noPolicySettlesWhatIsNoRecord(_ ours: String, _ base: String, _ theirs: String) {
    for policy in MergePolicy.allCases {
      let result = merge(ours, base, theirs, policy)
      #expect(result.textConflicts + result.conflicts.count == 1 && result.settled.isEmpty, "\(policy)")
    }
    // If only the base is unreadable, both sides are records, between which a policy may choose.
    let theirs = Self.id + "title: B\n"
    #expect(merge(Self.id + "title: A\n", Self.id + "title: [\n", theirs, .theirs).bytes == Array(theirs.utf8))
  }

  /// An empty file on one side is not treated as if that side had removed each field.
  @Test func anEmptyFileIsNoVersion() {
    let merge = RecordMerge(of: MergeSubject.manifest)
    for (ours, base, theirs) in [
      ("", "format: 1\n", "format: 1\nname: A\n"), ("format: 1\nname: A\n", "format: 1\n", ""), ("# A\n", "", "# B\n"),
    ] {
      let result = merge.merge(ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8))
      #expect(result.textReason != nil)
    }
  }

  /// If the two sides disagree about the final line break, the side that changed it decides. If there is no base, our
  /// side decides.
  @Test(arguments: [
    ("a\nb", "a", "a\n", "a\nb\n"), ("a\nb\n", "a\n", "a", "a\nb"), ("a\nb", "a\n", "a\n", "a\nb"),
    ("a\nb\n", "a", "a", "a\nb\n"), ("a\n", "", "a\n", "a\n"), ("a\n", "", "a", "a\n"), ("a", "", "a\n", "a"),
    ("", "a\n", "a\n", ""),
  ])
  func theLineBreakAtTheEnd(_ ours: String, _ base: String, _ theirs: String, _ expected: String) {
    let versions = TextVersions(
      ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8), isZealous: false)
    #expect(String(decoding: versions.text(for: .ours), as: UTF8.self) == expected)
  }

  /// If the reading log has several entries for a day, the one with the highest page is kept. The days are sorted.
  @Test func daysOfReading() {
    #expect(
      merged(
        "readingLog: [2026-11-22 230, 2026-11-21 212, odd]\n", "readingLog: [2026-11-20 100]\n",
        "readingLog: [2026-11-20 100, 2026-11-21 220, 2026-11-19 90]\n")
        == "readingLog: [odd, \"2026-11-19 90\", \"2026-11-21 220\", \"2026-11-22 230\"]\n")
  }

  /// A block scalar is merged line by line. Any other text that spans several lines is merged as a single line.
  @Test func aTextOnSeveralLinesIsOneLine() {
    let base = "review: one\n  two\n  three\n"
    let result = merge(
      Self.id + "review: ONE\n  two\n  three\n", Self.id + base, Self.id + "review: one\n  two\n  THREE\n")
    #expect(result.conflicts.map(\.key) == ["review"])
    #expect(
      merged(
        "review: |\n    ONE\n    two\n    three\n", "review: |\n    one\n    two\n    three\n",
        "review: |\n    one\n    two\n    THREE\n") == "review: |\n    ONE\n    two\n    THREE\n")
  }

  @Test func anEmptyFirstLineHasALineEndToo() {
    let crlf = { (text: String) in (Self.id + text).replacing("\n", with: "\r\n") }
    let result = merge(
      "\r\n" + crlf("title: A\nrating: 1\n"), "\n" + Self.id + "title: A\n", "\n" + Self.id + "title: A\nyear: 1\n")
    #expect(String(decoding: result.bytes, as: UTF8.self) == "\r\n" + crlf("title: A\nrating: 1\nyear: 1\n"))
  }

  @Test func linesMoveAsFarAsThereIsRoom() {
    func moved(_ text: String, _ columns: Int) -> String? {
      TextLine.moved(TextLine.lines(of: Array(text.utf8)[...]), by: columns).map {
        String(decoding: $0.joined, as: UTF8.self)
      }
    }
    #expect(moved("  a\n\n   b\n", 2) == "    a\n\n     b\n" && moved("  a\n   b\n", 0) == "  a\n   b\n")
    #expect(moved("  a\n\n   b\n", -2) == "a\n\n b\n" && moved("  a\n", -3) == nil && moved(" # a\n", -3) == "# a\n")
  }

  /// Tests which paths in a library belong to the manifest and which to records.
  @Test func filesOfALibrary() {
    func subject(_ path: String) -> String {
      switch MergeSubject(path: path, Schema()) {
      case .manifest?: "manifest"
      case .record(let fields)?: "record of \(fields.count == Schema().fields(of: .book).count)"
      case nil: "neither"
      }
    }
    #expect(subject("shelf.yaml") == "manifest" && subject("books/a.yaml") == "record of true")
    #expect(subject("books/shelf.yaml") == "record of true" && subject("other/shelf.yaml") == "neither")
  }

  /// Mappings whose entries were all removed, some by one side and some by the other.
  @Test(arguments: [
    ("", "x: {a: 1, b: 2}\n", "x: {a: 1}\n"), ("x: {}\n", "x: {a: 1, b: 2}\n", "x: {b: 2}\n"),
    ("x: {b: 2}\n", "x: {a: 1, b: 2}\n", "x: {a: 1}\n"), ("x:\n  b: 2\n", "x:\n  a: 1\n  b: 2\n", "x:\n  a: 1\n"),
  ])
  func emptiedMappings(_ ours: String, _ base: String, _ theirs: String) {
    let result = merge(Self.id + ours, Self.id + base, Self.id + theirs)
    #expect(result.textReason == nil)
    let text = String(decoding: result.bytes.dropFirst(Self.id.utf8.count), as: UTF8.self)
    #expect(text.isEmpty)
  }
}
