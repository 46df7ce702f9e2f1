import ShelfTestSupport
import Testing

@testable import ShelfModel

@Suite struct RecordTests {
  private let schema = Schema()

  private func book(_ fields: String) throws -> Record {
    try TestLibrary.record("books/a.yaml", Array("id: \(TestLibrary.id(1))\n\(fields)".utf8))
  }

  private func value(_ key: String, _ record: Record) throws -> FieldValue? {
    record.value(of: try #require(schema.field(key, of: record.kind)))
  }

  @Test func valuesAreReadAsTheirFieldsSay() throws {
    let record = try book("title: 1984\nauthor: No\nisbn: 012\nyear: 0x10\nrating: '5'\nseries: null\nlanguage: 1e3\n")
    #expect(record.title == "1984")
    #expect(try value("author", record) == .texts(["No"]))
    #expect(try value("isbn", record) == .text("012"))
    #expect(try value("year", record) == .unreadable(["0x10"]))
    #expect(try value("rating", record) == .rating(try #require(Rating("5"))))
    #expect(try value("series", record) == .texts(["null"]))
    #expect(try value("language", record) == .text("1e3"))
  }

  /// A plain `~` means that there is no value. With quotation marks or a tag, it is text.
  @Test func tildeIsNoValue() throws {
    let record = try book(
      "title: ~\nauthor: [~, A]\ngenres: ~\nrating: ~ # c\nseries: '~'\nsynopsis: !!str ~\nreview:\n  ~\n")
    for key in ["title", "genres", "rating", "review"] {
      #expect(try value(key, record) == nil, "\(key)")
    }
    #expect(try value("author", record) == .texts(["A"]))
    #expect(try value("series", record) == .texts(["~"]) && value("synopsis", record) == .text("~"))
    let fields = try ["title", "genres", "series", "year"].map { try #require(schema.field($0, of: .book)) }
    #expect(fields.map(record.isDeliberatelyEmpty) == [true, true, false, false])
  }

  @Test func nothingIsNoValue() throws {
    let record = try book("title:\nauthor: []\ngenres:\nreview: ''\nsynopsis: |\n")
    for key in ["title", "author", "genres", "review", "synopsis", "rating"] {
      #expect(try value(key, record) == nil)
      #expect(try !record.has(#require(schema.field(key, of: .book))))
    }
    #expect(record.title == "")
    #expect(record.keys == ["id", "title", "author", "genres", "review", "synopsis"])
  }

  @Test func whatDoesNotFitIsShownAsItStands() throws {
    let record = try book("title: [a, b]\nrating: {stars: 5}\nauthor:\n  - a\n  - [b]\nyear: &y 1999\npages: *y\n")
    #expect(try value("title", record) == .unreadable(["a", "b"]))
    #expect(try value("rating", record) == .unreadable(["{stars: 5}"]))
    #expect(try value("author", record) == .unreadable(["- a\n  - [b]"]))
    #expect(try value("year", record) == .integer(1999))
    #expect(try value("pages", record) == .unreadable(["*y"]))
  }

  @Test func olderKeysReadAndYieldToPresentOnes() throws {
    let old = try book("summary: s\nrecomendedBy: r\ngenre: \(TestLibrary.id(2))\n")
    #expect(try value("synopsis", old) == .text("s"))
    #expect(try value("recommendedBy", old) == .text("r"))
    #expect(try value("genres", old) == .ids([recordID(2)]))
    #expect(try old.key(of: #require(schema.field("synopsis", of: .book))) == "summary")
    let both = try book("summary: old\nsynopsis: new\n")
    #expect(try value("synopsis", both) == .text("new"))
    #expect(both.unknownFields.map(\.key) == ["summary"])
    #expect(both.unknownFields.first?.texts == ["old"])
  }

  /// Keys are compared byte for byte, so `é` written with one scalar and `é` written with two are different keys.
  @Test func keysThatLookTheSameAreTwoFields() throws {
    let record = try book("caf\u{E9}: [1, 2]\ncafe\u{301}: 3\n")
    #expect(record.unknownFields.map(\.texts) == [["1", "2"], ["3"]])
    #expect(record.unknownFields.map { Array($0.key.unicodeScalars).count } == [4, 5])
  }

  @Test func unknownFieldsAreKept() throws {
    let record = try book("shelfmark: A 1\ntitle: t\nlist: [x, y]\nnone:\nempty: []\n\"odd: key\": {a: 1}\n")
    #expect(record.unknownFields.map(\.key) == ["shelfmark", "list", "none", "empty", "odd: key"])
    #expect(record.unknownFields.map(\.texts) == [["A 1"], ["x", "y"], [""], [], ["{a: 1}"]])
    #expect(record.keys == ["id", "shelfmark", "title", "list", "none", "empty", "odd: key"])
  }

  @Test(arguments: [
    "title: \"a\\tb\\u00e9\"\n", "title: 'it''s'\n", "title: |\n  two\n  lines\n", "title: >-\n  folded\n  text\n",
    "title: \"a\\\n  b\"\n", "title: plain\n  on two lines\n",
  ])
  func textsThatDoNotStandInTheFile(_ field: String) throws {
    let expected = ["a\tbé", "it's", "two\nlines\n", "folded text", "ab", "plain on two lines"]
    #expect(expected.contains(try book(field).title))
    #expect(try book(field + "author: x\n").source == Array("id: \(TestLibrary.id(1))\n\(field)author: x\n".utf8))
  }

  @Test(
    arguments: [
      ("", "is empty", nil), ("# only\n", "is empty", nil), ("---\n", "is empty", nil),
      ("- a\n", "is not a record: fields such as “title: …” are expected", nil),
      ("text\n", "is not a record: fields such as “title: …” are expected", nil),
      ("title: x\n", "has no id", nil), ("id:\ntitle: x\n", "has no id", nil), ("id: ''\n", "has no id", nil),
      ("title: x\nid: dune\n", "the id is not a UUID", "books/a.yaml:2:5"),
      ("id: [3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10]\n", "the id is not a UUID", "books/a.yaml:1:6"),
      ("id: {}\n", "the id is not a UUID", "books/a.yaml:1:5"), ("id: []\n", "the id is not a UUID", nil),
      ("id: 3f2b8c1e\n", "the id is not a UUID", "books/a.yaml:1:5"),
      ("id: \"\\x33f2b8c1\"\n", "the id is not a UUID", "books/a.yaml:1:1"),
      (
        "id: 3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10\ntitle: x\ntitle: y\n", "the key “title” occurs twice",
        "books/a.yaml:3:1"
      ),
    ] as [(String, String, String?)])
  func whatIsNoRecord(_ text: String, _ reason: String, _ location: String?) {
    let error = #expect(throws: UnreadableFile.self) { try TestLibrary.record("books/a.yaml", Array(text.utf8)) }
    #expect(error?.reason == reason)
    if let location { #expect(error?.location == location) }
  }
}
