import Foundation
import ShelfTestSupport
import ShelfText
import Testing

/// Tests custom fields whose names equal the keys and columns that shelf itself writes.
@Suite struct OwnKeyTests {
  /// Keys in shelf's JSON, columns in its tables, and names that resemble them or need special treatment in YAML or
  /// CSV.
  private static let keys = [
    "kind", "path", "fields", "marked", "quotes", "issues", "openIssues", "seriesName", "seriesPosition", "name",
    "names",
    "genres (names)", "kind (names)", "fields (names)", "fields.kind", "fields.id", "fields.x", "fields.fields.kind",
    "ID",
    "Title", "Kind", "a,b", "two\nlines", "\"q\"", "[a]", "~", "null", "*kept", "=x", "<<",
  ]

  private static func id(_ number: Int) -> String { String(format: "00000000-0000-4000-8000-%012d", number) }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.take(), as: UTF8.self)
  }

  /// Returns a library with a book for each key, and a book with all of them.
  private static func library() throws -> TestLibrary {
    let library = try ImportTests.empty()
    library["genres/g.yaml"] = "id: \(id(900))\nname: Fantasy\nkind: broad\n"
    for (number, keys) in (keys.map { [$0] } + [keys]).enumerated() {
      let fields = keys.map { "\(quoted($0)): \(quoted("of " + $0))\n" }.joined()
      library["books/\(number).yaml"] =
        "id: \(id(number))\ntitle: Book \(number)\ngenres: [\(id(900))]\nseries: Tides 3\n" + fields
    }
    return library
  }

  /// Parses a JSON array of objects with Foundation's parser.
  private static func objects(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  /// Returns whether an object, or an object within it, contains a key twice, which most parsers accept silently.
  private static func repeats(_ value: JSONValue) -> Bool {
    let keys = value.members.map(\.key)
    return keys.count != Set(keys).count || value.members.contains { repeats($0.value) }
      || value.items.contains { repeats($0.value) }
  }

  @Test(arguments: ["json", "jsonl", "csv"])
  func comeBack(_ format: String) throws {
    let library = try Self.library()
    let copy = try ImportTests.empty()
    let files = format == "csv" ? ["out/genres.csv", "out/books.csv"] : ["out"]
    _ = try library.run("export \(format) --output", [copy.absolute("out")])
    for file in files {
      let summary = try ImportTests.summary(copy, [copy.absolute(file)])
      #expect(summary["rejected"] as? Int == 0 && (summary["leftOut"] as? [String: Int])?.isEmpty == true)
    }
    _ = try copy.run("export \(format) --output", [copy.absolute("again")])
    for file in files {
      #expect(copy[file.replacing("out", with: "again")] == copy[file])
    }
    let (old, new) = (try library.run("list --json"), try copy.run("list --json"))
    func fields(_ text: String) throws -> [NSDictionary] {
      try Self.objects(text).map { ($0.filter { $0.key != "path" }) as NSDictionary }
    }
    #expect(try fields(new) == fields(old))
  }

  @Test(arguments: ["list --json", "list --format jsonl", "show 0 --json", "export json", "export jsonl"])
  func noKeyIsThereTwice(_ command: String) throws {
    let library = try Self.library()
    let text = try library.run(command.replacing("show 0", with: "show books/\(Self.keys.count).yaml"))
    for line in command.hasSuffix("jsonl") ? text.split(separator: "\n").map(String.init) : [text] {
      #expect(try !Self.repeats(JSONParser.parse(Array(line.utf8))), "\(line.prefix(300))")
    }
  }

  @Test func noColumnIsThereTwice() throws {
    let library = try Self.library()
    _ = try library.run("export csv --output", [library.absolute("out")])
    let text = try #require(library["out/books.csv"])
    let header = text[..<(try #require(text.firstRange(of: "\nbook,"))).lowerBound]
    let columns = header.split(separator: ",")
    #expect(columns.contains("fields.kind") && columns.contains("fields.fields.kind") && columns.contains("path"))
    #expect(columns.count == Set(columns).count)
  }

  /// Declared custom fields survive a round trip, like undeclared ones.
  @Test(arguments: ["json", "csv"])
  func declaredFieldsComeBack(_ format: String) throws {
    let manifest =
      "fields:\n  book:\n    kind: {type: text}\n    path: {type: integer}\n    fields: {type: text list}\n"
      + "    quotes: {type: boolean}\n    marked: {type: text}\n    seriesName: {type: text}\n"
    let library = try ImportTests.empty()
    let copy = try ImportTests.empty()
    for library in [library, copy] { library["shelf.yaml"] = (library["shelf.yaml"] ?? "") + manifest }
    let file =
      "title: A\nseries: Tides 3\nkind: novel\npath: 3\nfields:\n  - v\n  - w\nquotes: true\nmarked: m\nseriesName: s\n"
    library["books/a-00000000.yaml"] = "id: \(Self.id(1))\n" + file
    let shown = try #require(try Self.objects(library.run("list --json")).first)
    #expect(shown["kind"] as? String == "book" && shown["seriesName"] as? String == "Tides")
    let inner = try #require(shown["fields"] as? [String: Any])
    #expect(inner["kind"] as? String == "novel" && inner["path"] as? Int == 3 && inner["quotes"] as? Bool == true)
    _ = try library.run("export \(format) --output", [copy.absolute("out")])
    _ = try ImportTests.summary(copy, [copy.absolute(format == "csv" ? "out/books.csv" : "out")])
    #expect(copy["books/a-00000000.yaml"] == library["books/a-00000000.yaml"])
  }

  /// In an export from version 1.0.0 that contains the key `kind` twice, the second one is the custom field.
  @Test func olderExportsAreRead() throws {
    let copy = try ImportTests.empty()
    copy["in"] = #"[{"kind":"book","id":"\#(Self.id(1))","title":"A","kind":"novel","fields":{"a":1}}]"#
    let summary = try ImportTests.summary(copy, [copy.absolute("in")])
    #expect(summary["rejected"] as? Int == 0)
    #expect(copy["books/a-00000000.yaml"] == "id: \(Self.id(1))\ntitle: A\nkind: novel\nfields:\n  a: 1\n")
  }

  /// If a record has no such fields, its JSON contains only the usual keys.
  @Test func otherRecordsAreAsBefore() throws {
    let library = try ImportTests.empty()
    library["books/a.yaml"] = "id: \(Self.id(1))\ntitle: A\nown: 1\n"
    #expect(
      try library.run("export jsonl") == #"{"kind":"book","id":"\#(Self.id(1))","title":"A","own":1}"# + "\n")
    #expect(try !library.run("list --json").contains("fields"))
  }
}
