import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery

@Suite struct QueryMatcherTests {
  static let files: [(path: String, text: String)] = [
    ("genres/sf.yaml", "id: \(TestLibrary.id(1))\nname: Science Fiction\ncolor: '00ff00'\n"),
    ("genres/f.yaml", "id: \(TestLibrary.id(2))\nname: Fiction\n"),
    ("genres/h.yaml", "id: \(TestLibrary.id(3))\nname: Horror\n"),
    ("tags/l.yaml", "id: \(TestLibrary.id(11))\nname: lending\n"),
    ("tags/b.yaml", "id: \(TestLibrary.id(12))\nname: to buy\n"),
    (
      "books/dune.yaml",
      """
      id: \(TestLibrary.id(21))
      title: Dune
      author: [Frank Herbert, Łukasz Ółń]
      status: completed
      rating: 5
      genres: [\(TestLibrary.id(1)), \(TestLibrary.id(2))]
      year: 1965
      pages: 528
      dateAdded: 2024-01-05
      dateStarted: 2024-02-01
      dateCompleted: 2024-03-20
      synopsis: |
        The desert planet. A spice
        of life.
      shelfmark: A 12
      bought: yes
      sources: [goodreads:1, "kindle:ab:2"]

      """
    ),
    (
      "books/sci/messiah.yaml",
      "id: \(TestLibrary.id(22))\ntitle: Dune Messiah\nrating: many\ngenres: \(TestLibrary.id(1))\ndateAdded: 2024-03-25\nsources: goodreads:10\n"
    ),
    (
      "books/santi.yaml",
      "id: \(TestLibrary.id(23))\ntitle: 三体\nauthor: 刘慈欣\nstatus: In Progress\nyear: -400\nsequelOf: \(TestLibrary.id(21))\n"
    ),
    (
      "quotes/1.yaml",
      "id: \(TestLibrary.id(31))\nbook: \(TestLibrary.id(21))\npage: 12a\ntext: Fear is the mind-killer.\n"
    ),
    ("quotes/2.yaml", "id: \(TestLibrary.id(32))\ntext: Nobody’s line.\ncreationDate: 2024-03-30T12:00:00Z\n"),
    (
      "quotes/3.yaml", "id: \(TestLibrary.id(33))\nbook: \(TestLibrary.id(99))\ntext: Lost.\ncreationDate: 2024-03-01\n"
    ),
    (
      "issues/1.yaml",
      """
      id: \(TestLibrary.id(41))
      title: Ask Anna
      priority: high
      tags: [\(TestLibrary.id(11)), \(TestLibrary.id(12))]
      books: [\(TestLibrary.id(21))]
      modificationDate: 2024-03-24T10:00:00Z

      """
    ),
    (
      "issues/2.yaml",
      "id: \(TestLibrary.id(42))\ntitle: Buy\ncompleted: true\ntags: \(TestLibrary.id(12))\nmodificationDate: 2024-03-24T10:00:01Z\n"
    ),
    ("issues/3.yaml", "id: \(TestLibrary.id(43))\ntitle: Odd\ncompleted: perhaps\npriority: 0\n"),
  ]

  static let own: [Kind: [Field]] = [
    .book: [
      Field("shelfmark", .text, "Place"), Field("bought", .boolean, "Ours"),
      Field("sequelOf", .reference(.book), "Before"),
    ]
  ]

  private func records(_ text: String, _ kinds: [Kind]) throws -> [String] {
    let library = try TestLibrary.make(Self.files, own: Self.own)
    let matchers = try QueryMatcher.make(
      [try QuerySource(text)], for: kinds, in: library, today: CalendarDate("2024-03-31")!,
      now: Timestamp("2024-03-31T10:00:00Z")!)
    return matchers.flatMap { $0.records() }.map { String(($0.path.split(separator: "/").last ?? "").dropLast(5)) }
  }

  @Test(arguments: [
    // Words and phrases.
    ("", "dune messiah santi"), ("dune", "dune messiah"), ("DUNE herbert", "dune"), ("lukasz", "dune"), ("oln", "dune"),
    ("三", "santi"), ("体", "santi"), ("刘慈", "santi"), ("\"spice of life\"", "dune"), ("\"life of spice\"", ""),
    ("\"a 12\"", "dune"), ("1965", ""), ("dune -messiah", "dune"), ("herbert or 三体", "dune santi"),
    ("not (herbert or 三体)", "messiah"), ("/desert|体$/", "dune santi"),
    ("title:dune", "dune messiah"), ("title:=DUNE", "dune"), ("title:=\"dune messiah\"", "messiah"),
    ("author:=\"frank herbert\"", "dune"), ("title:/^dune$/", "dune"), ("name:dune", "dune messiah"),
    ("shelfmark:a", "dune"), ("TITLE:三体", "santi"), ("path:sci/", "messiah"), ("path:/^books\\/s/", "messiah santi"),
    // A term for sources matches whole parts between colons.
    ("source:goodreads:1", "dune"), ("source:goodreads:10", "messiah"), ("source:GOODREADS", "dune messiah"),
    ("source:goodreads:", "dune messiah"), ("source:2", "dune"), ("source:kindle:ab", "dune"), ("source:ab:2", "dune"),
    ("source:kindle:a", ""), ("source:good", ""), ("source:good*", "dune messiah"), ("source:=goodreads:1", "dune"),
    ("sources:/^kindle/", "dune"), ("goodreads", ""), ("kindle", ""), ("/goodreads:/", ""),
    // Numbers and dates. A missing or invalid number matches no comparison.
    ("rating:5", "dune"), ("rating:>=0", "dune"), ("rating:<=5", "dune"), ("not rating:<=5", "messiah santi"),
    ("pages:500..600", "dune"), ("pages:..600", "dune"), ("pages:600..", ""), ("year:<1970", "dune santi"),
    ("year:-400", "santi"), ("year:-500..-300", "santi"), ("year:<-400", ""), ("year:<=-400", "santi"),
    ("added:2024", "dune messiah"), ("added:2024-03", "messiah"), ("dateAdded:2024-01-05", "dune"),
    ("added:>2024-01", "messiah"), ("added:>=2024-01", "dune messiah"), ("added:<2024-03-25", "dune"),
    ("completed:2024-03..2024-06", "dune"), ("finished:..2024-02", ""), ("started:=2024-02-01", "dune"),
    ("added:<7d", "messiah"), ("added:<=6d", "messiah"), ("added:<6d", ""), ("added:>6d", "dune"),
    ("added:>=12w", "dune"),
    ("added:>1y", ""), ("modified:<2w", "dune messiah"), ("modified:2024-03-20", "dune"), ("created:2024-01", "dune"),
    // Choices and booleans. A book without a status counts as being on the shelf.
    ("status:completed", "dune"), ("status:on-shelf", "messiah"), ("status:\"in progress\"", ""),
    ("status:>=inProgress", "dune"), ("is:completed", "dune"), ("is:on_shelf", "messiah"), ("bought:yes", "dune"),
    ("bought:no", ""), ("is:bought", "dune"),
    ("genre:fiction", "dune"), ("genres:fiction", "dune"), ("genre:sci", "dune messiah"),
    ("genre:/fic/", "dune messiah"),
    ("genre:=\"science fiction\"", "dune messiah"), ("-genre:fiction", "messiah santi"),
    ("-genre:science fiction", "santi"), ("not genre:science fiction", "santi"), ("-genre:science fiction 三", "santi"),
    ("-genre:science fiction dune", ""), ("-(genre:science fiction 三)", "dune messiah santi"),
    ("(genre:science) fiction", "dune messiah"), ("-genre:fiction dune", "messiah"), ("genre:horror", ""),
    ("genre:\(TestLibrary.id(2))", "dune"), ("genres:>1", "dune"), ("genres:1..1", "messiah"),
    ("genre:>0", "dune messiah"),
    ("quote:fear", "dune"), ("issue:ask", "dune"), ("#lending", "dune"), ("tag:buy", "dune"), ("book:dune", "dune"),
    ("book:messiah", "messiah"), ("sequelOf:dune", "santi"), ("quotes:>0", "dune"), ("quotes:<1", "messiah santi"),
    ("quotes:1", "dune"), ("quotes:0", "messiah santi"), ("quotes:=0", "messiah santi"), ("quotes:3", ""),
    ("issues:1", "dune"), ("genres:2", "dune"), ("openIssues:>0", "dune"), ("openissues:0", "messiah santi"),
    ("has:openIssues", "dune"),
    // The presence of fields and relations, ids, and kinds.
    ("has:genre", "dune messiah"), ("no:genres", "santi"), ("has:quotes", "dune"), ("no:issues", "messiah santi"),
    ("has:rating", "dune"), ("no:synopsis", "messiah santi"), ("has:tag", "dune"),
    ("has:modified", "dune messiah"),
    ("has:id", "dune messiah santi"), ("id:00000000-0000-4000-8000-000000000015", "dune"),
    ("id:0000", "dune messiah santi"),
    ("is:book", "dune messiah santi"), ("is:quote", ""), ("kind:books", "dune messiah santi"), ("kind:tag", ""),
  ])
  func books(_ query: String, _ expected: String) throws {
    #expect(try records(query, [.book]).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    (Kind.quote, "is:orphan", "2 3"), (.quote, "has:book", "1 3"), (.quote, "no:book", "2"), (.quote, "book:dune", "1"),
    (.quote, "genre:fiction", "1"), (.quote, "\"nobody's line\"", "2"), (.quote, "page:12a", "1"),
    (.quote, "page:12", ""), (.quote, "page:>12", "1"),
    (.quote, "page:9..13", "1"), (.quote, "page:<=xiv", ""), (.quote, "page:\"12\"", "1"),
    (.quote, "modified:<1d", "2"), (.quote, "created:2024-03", "2 3"), (.quote, "fear", "1"),
    (.quote, "issue:ask", "1"),
    (.issue, "is:open", "1 3"), (.issue, "is:closed", "2"), (.issue, "completed:true", "2"),
    (.issue, "completed:no", "1"),
    (.issue, "#\"to buy\"", "1 2"), (.issue, "#lending #\"to buy\"", "1"), (.issue, "#lending or #buy", "1 2"),
    (.issue, "priority:high", "1"), (.issue, "priority:>=medium", "1 2"), (.issue, "priority:<=medium", "2 3"),
    (.issue, "is:low", "3"), (.issue, "modified:<7d", "2"), (.issue, "modified:<=7d", "1 2"),
    (.issue, "modified:>7d", ""),
    (.issue, "modified:2024-03-24", "1 2"), (.issue, "modified:>=2024-03-24T10:00:01Z", "2"),
    (.issue, "book:dune", "1"),
    (.issue, "genre:fiction", "1"), (.issue, "no:tags", "3"), (.issue, "tags:>1", "1"),
    (.genre, "has:books", "sf f"), (.genre, "no:books", "h"), (.genre, "books:>1", "sf"),
    (.genre, "books:=0", "h"), (.genre, "books:2", "sf"), (.tag, "issues:2", "b"), (.tag, "openIssues:1", "l b"),
    (.genre, "book:messiah", "sf"),
    (.genre, "color:00FF00", "sf"), (.genre, "color:#00ff00", "sf"), (.genre, "quote:fear", "sf f"),
    (.genre, "title:fic", "sf f"), (.tag, "issue:ask", "l b"), (.tag, "issues:>1", "b"), (.tag, "book:dune", "l b"),
    (.tag, "has:issues", "l b"), (.tag, "#buy", "b"),
  ])
  func otherKinds(_ kind: Kind, _ query: String, _ expected: String) throws {
    #expect(try records(query, [kind]).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("dune", "dune messiah 1"), ("genre:fiction", "dune 1 f 1"), ("completed:2024", "dune"), ("is:open", "1 3"),
    ("rating:5 or page:12a", "dune 1"), ("kind:tag", "l b"), ("is:tag", "l b"), ("#lending", "dune l 1"),
    ("-is:tag -is:book -is:quote -is:issue", "sf f h"),
  ])
  func everyKind(_ query: String, _ expected: String) throws {
    #expect(try records(query, Kind.allCases).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    (Kind.book, "ratng:5", "unknownField ratng"), (.book, "has:foo", "unknownField foo"),
    (.genre, "modified:<7d", "unknownField modified"),
    (.genre, "issuez:fear", "unknownField issuez"), (.book, "rating:many", "wrongValue many"),
    (.book, "rating:6", "wrongValue 6"), (.book, "rating:>=6", "wrongValue 6"),
    (.book, "rating:5..1", "wrongValue 5..1"),
    (.book, "rating:..", "wrongValue .."), (.book, "added:soon", "wrongValue soon"),
    (.book, "added:7d", "ageWithoutSign 7d"),
    (.book, "title:>a", "noOrder title:>a"), (.book, "rating:/5/", "noPattern /5/"),
    (.book, "genre:fantsy", "unknownName fantsy"), (.book, "book:3", "unknownName 3"),
    (.book, "quotes:\"3\"", "unknownName \"3\""), (.book, "openIssues:a", "wrongValue a"),
    (.book, "genre:=sci", "unknownName sci"), (.book, "is:opn", "unknownState opn"),
    (.book, "status:readng", "wrongValue readng"),
    (.book, "title:/(a/", "pattern (a"), (.book, "/[a/", "pattern [a"), (.book, "\"\"", "emptyText \"\""),
    (.book, "id:xyz", "wrongValue xyz"), (.genre, "color:red", "wrongValue red"),
    (.issue, "completed:>true", "noOrder true"),
    (.book, "kind:bok", "wrongValue bok"), (.book, "rating:99999999999999999999", "wrongValue 99999999999999999999"),
    (.quote, "page:>a", "noOrder page:>a"), (.book, "a ratng:5 -(is:opn)", "unknownField ratng, unknownState opn"),
  ])
  func saysWhatIsWrong(_ kind: Kind, _ query: String, _ expected: String) throws {
    #expect(try mistakes(query, [kind]) == expected)
  }

  /// A term is a mistake only if it is invalid for every kind.
  @Test(arguments: [
    ("ratng:5", "unknownField ratng"), ("rating:many", "wrongValue many"), ("is:opn", "unknownState opn"),
    ("completed:maybe", "wrongValue maybe"), ("#nothing", "unknownName nothing"),
  ])
  func saysWhatIsWrongForEveryKind(_ query: String, _ expected: String) throws {
    #expect(try mistakes(query, Kind.allCases) == expected)
  }

  private func mistakes(_ query: String, _ kinds: [Kind]) throws -> String {
    let error = try #require(throws: QueryError.self) { try records(query, kinds) }
    return error.problems.map { problem in
      let place = String(decoding: Array(query.utf8)[problem.range], as: UTF8.self)
      return "\("\(problem.reason)".prefix { $0.isLetter }) \(place)"
    }.joined(separator: ", ")
  }

  /// Thousands of mistakes are counted, but only the first ones are examined in detail.
  @Test func manyMistakesTakeLittleTime() throws {
    for term in ["ratng", "genre:fantsy", "is:opn"] {
      let query = (0..<4000).map { term.contains(":") ? "\(term)\($0 % 10)" : "\(term)\($0):5" }.joined(separator: " ")
      let time = ProcessorTime()
      let error = try #require(throws: QueryError.self) { try records(query, Kind.allCases) }
      #expect(time.seconds < 10)
      #expect(error.problems.count == 4000)
      let isDetailed = error.problems.map { problem in
        switch problem.reason {
        case .unknownField(_, _, let nearest, let all, _): !nearest.isEmpty && !all.isEmpty
        case .unknownState(_, _, let all): !all.isEmpty
        default: false
        }
      }
      if !term.hasPrefix("genre") { #expect(isDetailed.prefix(4) == [true, true, true, false]) }
    }
  }

  /// Two files with the same id are two records. A term may match only one of them.
  /// The number of an edition also matches other ways to write it. Any other text is part of the value, as usual.
  @Test(arguments: [
    ("edition:first", "ABCDEFG"), ("edition:1st", "ABCDEFG"), ("edition:\"1. Auflage\"", "ABCDEFG"),
    ("edition:1ère", "ABCDEFG"), ("edition:\"premiere ed.\"", "ABCDEFG"), ("-edition:erste", "HIJKL"),
    ("edition:2nd", "HI"), ("edition:\"second edition\"", "HI"), ("edition:2e", "HI"), ("edition:third", "K"),
    ("edition:tenth", ""), ("edition:revised", "HI"), ("edition:1965", "J"), ("edition:thus", "G"),
    ("edition:=first", ""), ("edition:=\"first edition\"", "C"), ("edition:\"first thus\"", "G"),
  ])
  func editions(_ query: String, _ expected: String) throws {
    let editions = [
      "1st", "1st ed.", "First Edition", "1. Auflage", "1/1", "1re édition", "first thus", "2nd, revised",
      "Revised second edition", "1965", "Taschenbuch, 3., verbesserte Auflage", "3 volumes",
    ]
    let library = try TestLibrary.make(
      editions.enumerated().map { place, edition -> (path: String, text: String) in
        let title = Unicode.Scalar(UInt8(ascii: "A") + UInt8(place))
        return ("books/\(title).yaml", "id: \(TestLibrary.id(place + 1))\ntitle: \(title)\nedition: '\(edition)'\n")
      })
    let matchers = try QueryMatcher.make(
      [try QuerySource(query)], for: [.book], in: library, today: CalendarDate("2024-03-31")!,
      now: Timestamp(secondsSince1970: 0))
    #expect(matchers[0].records().map(\.title).sorted().joined() == expected)
  }

  @Test func recordsThatShareAnIDAreKeptApart() throws {
    let library = try TestLibrary.make([
      ("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\ngenres: \(TestLibrary.id(9))\n"),
      ("books/b.yaml", "id: \(TestLibrary.id(1))\ntitle: B\n"),
      ("genres/g.yaml", "id: \(TestLibrary.id(9))\nname: G\n"),
    ])
    let matchers = try QueryMatcher.make(
      [try QuerySource("genre:g")], for: [.book], in: library, today: CalendarDate("2024-03-31")!,
      now: Timestamp(secondsSince1970: 0))
    #expect(matchers[0].records().map(\.title) == ["A"])
  }

  @Test func savedFiltersMayNameAKind() throws {
    #expect(try SavedFilter(name: "x", text: "issue #lending is:open").read().kind == .issue)
    #expect(try describe(SavedFilter(name: "x", text: "Books  a").read().source.query) == "a")
    #expect(try SavedFilter(name: "x", text: "\"issue\" a").read().kind == nil)
    #expect(try SavedFilter(name: "x", text: "books").read().source.query == .everything)
    #expect(throws: QueryError.self) { try SavedFilter(name: "x", text: "issue (").read() }
  }
}
