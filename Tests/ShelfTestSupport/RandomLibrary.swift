import ShelfModel

/// A record of a randomly generated library, in the form that the tests use: each field is a list of strings.
package struct Fact {
  package let kind: Kind
  package let number: Int
  package var fields: [String: [String]] = [:]

  package var id: String { TestLibrary.id(number) }
  package var path: String { "\(kind.folder)/\(number).yaml" }

  package var yaml: String {
    var lines = ["id: \(id)"]
    for (key, texts) in fields.sorted(by: { $0.key < $1.key }) {
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
      }
      lines.append(
        texts.count == 1 ? "\(key): \(quoted(texts[0]))" : "\(key): [\(texts.map(quoted).joined(separator: ", "))]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package func one(_ key: String) -> String? { fields[key].flatMap { $0.count == 1 ? $0[0] : nil } }
}

/// The records of a random library, by kind and by id.
package struct Facts {
  package let all: [Fact]
  private let byKind: [Kind: [Fact]]
  private let byID: [String: Fact]

  package init(_ all: [Fact]) {
    self.all = all
    byKind = Dictionary(grouping: all, by: \.kind)
    byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func of(_ kind: Kind) -> [Fact] { byKind[kind] ?? [] }
  package subscript(id: String) -> Fact? { byID[id] }
}

package enum RandomLibrary {
  package static let today = CalendarDate("2024-03-31")!
  package static let now = Timestamp("2024-03-31T10:00:00Z")!
  package static let own: [Kind: [Field]] = [
    .book: [Field("shelfmark", .text, "Place"), Field("lent", .boolean, "Lent"), Field("seen", .timestamp, "Seen")]
  ]
  package static let words = [
    "dune", "Dune", "Messiah", "Łódź", "lodz", "Straße", "strasse", "mind-killer", "三体", "とうきょう", "Ёж", "ÉCOLE", "a",
    "the", "house", "don’t", "x.y", "O'Brien", "100", "e\u{301}tude", "naïve", "ＡＢＣ",
  ]
  package static let names = [
    "Fiction", "Science Fiction", "Non-Fiction", "Horror", "Łódź", "to buy", "lending", "三体", "Poesía",
  ]

  package static func text(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in random.pick(words) }
      .joined(separator: random.once(in: 6) ? "\n" : " ")
  }

  /// Creates the records of a random library. Some values are missing, and some are invalid.
  package static func make(_ count: Int, using random: inout SeededGenerator) -> Facts {
    let genres = (1...12).map { Fact(kind: .genre, number: $0, fields: ["name": ["\(random.pick(names)) \($0)"]]) }
    let tags = (21...28).map { Fact(kind: .tag, number: $0, fields: ["name": ["\(random.pick(names)) \($0)"]]) }
    func references(_ facts: [Fact], _ maximum: Int) -> [String] {
      (0..<Int.random(in: 0...maximum, using: &random)).map { _ in
        random.once(in: 12) ? TestLibrary.id(999_999) : random.pick(facts).id
      }
    }
    func maybe(_ fact: inout Fact, _ key: String, _ texts: [String]) {
      if !texts.isEmpty, !random.once(in: 4) { fact.fields[key] = texts }
    }
    func date() -> String {
      random.once(in: 10)
        ? "soon" : "\(Int.random(in: 2022...2024, using: &random))-\(pad(1...12))-\(pad(1...28))"
    }
    func pad(_ range: ClosedRange<Int>) -> String {
      let number = Int.random(in: range, using: &random)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    func moment() -> String {
      "\(date())" + random.pick(["", "T\(pad(0...23)):00:00Z", " 10:00:00", "T10:00:00+02:00"])
    }
    let books = (0..<count / 3).map { index in
      var book = Fact(kind: .book, number: 1000 + index, fields: ["title": [text(1...3, using: &random)]])
      maybe(&book, "author", (0..<Int.random(in: 1...2, using: &random)).map { _ in text(1...2, using: &random) })
      maybe(&book, "status", [random.pick(["onShelf", "inProgress", "completed", "COMPLETED", "lost"])])
      maybe(&book, "rating", [random.pick(["0", "1", "2", "3", "4", "5", "+3", "9", "many", ""])])
      maybe(&book, "genres", references(genres, 3))
      maybe(&book, "year", [String(Int.random(in: -50...2024, using: &random))])
      maybe(&book, "pages", [String(Int.random(in: 1...900, using: &random))])
      maybe(&book, "dateAdded", [date()])
      maybe(&book, "dateStarted", [date()])
      maybe(&book, "dateCompleted", [date()])
      maybe(&book, "review", [text(0...8, using: &random)])
      maybe(&book, "shelfmark", [text(1...1, using: &random)])
      maybe(&book, "lent", [random.pick(["true", "no", "Yes", "perhaps"])])
      maybe(&book, "seen", [moment()])
      return book
    }
    let quotes = (0..<count / 3).map { index in
      var quote = Fact(kind: .quote, number: 1_000_000 + index, fields: ["text": [text(2...9, using: &random)]])
      maybe(&quote, "book", Array(references(books, 1)))
      maybe(&quote, "page", [random.pick(["12", "12a", "xiv"])])
      maybe(&quote, "creationDate", [moment()])
      return quote
    }
    let issues = (0..<count / 3).map { index in
      var issue = Fact(kind: .issue, number: 2_000_000 + index, fields: ["title": [text(1...4, using: &random)]])
      maybe(&issue, "priority", [random.pick(["low", "medium", "high", "HIGH", "2", "7"])])
      maybe(&issue, "completed", [random.pick(["true", "false", "yes", "perhaps"])])
      maybe(&issue, "tags", references(tags, 3))
      maybe(&issue, "books", references(books, 2))
      maybe(&issue, "creationDate", [moment()])
      maybe(&issue, "modificationDate", [moment()])
      maybe(&issue, "content", [text(0...6, using: &random)])
      return issue
    }
    return Facts(books + quotes + genres + tags + issues)
  }
}
