import Foundation
import ShelfTestSupport
import Testing

/// The records that an import creates from a file, for comparison with the values that a test reads from the same file.
///
/// The tests in this folder check imports of real files without expected output. They parse each file a second time,
/// with the simplest code that works for this file and without shelf's own parsers, and compare every field of every
/// record.
struct ImportedRecords {
  private let records: [[String: Any]]

  /// Imports a file into an empty library.
  init(of path: String, _ words: [String] = []) throws {
    let library = try ImportTests.empty()
    _ = try ImportTests.summary(library, words + [path])
    try self.init(in: library)
  }

  /// Reads the records of a library.
  init(in library: TestLibrary) throws {
    _ = try library.run("export json --output", [library.absolute("out.json")])
    let data = Data((library["out.json"] ?? "").utf8)
    records = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  func count(_ kind: String) -> Int { records.count { $0["kind"] as? String == kind } }

  /// Returns the fields of the record with the specified source, with values as text and references as names.
  func fields(_ kind: String, from source: String) -> [String: [String]]? {
    fields(kind) { $0["sources"]?.contains(source) ?? false }
  }

  /// Returns the fields of the first record that satisfies a condition.
  func fields(_ kind: String, where isWanted: ([String: [String]]) -> Bool) -> [String: [String]]? {
    all(kind).first(where: isWanted)
  }

  func all(_ kind: String) -> [[String: [String]]] {
    records.filter { $0["kind"] as? String == kind }.map { $0.mapValues(Self.texts) }
  }

  private static func texts(_ value: Any) -> [String] {
    switch value {
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: [(object["name"] ?? object["title"] ?? object["id"]).map { "\($0)" } ?? ""]
    case let number as NSNumber: [Plainly.number("\(number)")]
    default: ["\(value)"]
    }
  }

  /// Compares a record with the values that the test's own parser found. All other fields must be empty.
  ///
  /// If a book has no date, the day of the import is expected as its `dateAdded`.
  ///
  /// - Parameter aside: fields that are not compared.
  static func expect(
    _ actual: [String: [String]]?, _ said: [String: [String]], of what: String, aside: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let actual else {
      Issue.record("\(what) was not imported", sourceLocation: sourceLocation)
      return
    }
    for key in Set(actual.keys).union(said.keys).sorted()
    where !["kind", "id", "authorSort"].contains(key) && !aside.contains(key) {
      let mine = actual[key] ?? []
      var theirs = (said[key] ?? []).filter { !$0.isEmpty }
      if key == "dateAdded", theirs.isEmpty, actual["kind"] == ["book"] { theirs = ["2026-11-21"] }
      #expect(mine == theirs, "\(what): \(key)", sourceLocation: sourceLocation)
    }
  }
}

/// Simple parsers for values in the files of other programs.
enum Plainly {
  /// Returns a number without trailing zeros after the decimal point.
  static func number(_ text: String) -> String {
    Double(text).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } ?? ""
  }

  /// Returns `2020/05/20` as `2020-05-20`.
  static func day(_ text: String) -> String { text.replacing("/", with: "-") }

  /// Returns the text of simple HTML, with line breaks and emphasis.
  static func text(_ html: String) -> String {
    var text = html
    for (tag, sign) in [
      ("<br ?/?>", "\n"), ("</?(i|em)>", "*"), ("</?(b|strong)>", "**"), ("</?(p|div|blockquote)>", "\n\n"),
      ("<spoiler>", "(spoiler)"), ("</spoiler>", "(end of spoiler)"),
      ("<a [^>]*href=\"([^\"]*)\"[^>]*>(.*?)</a>", "$2 ($1)"),
      // In Goodreads' own markup, `[b:Replay|341735|Replay|…]` stands for “Replay”.
      ("\\[(?:b|bc|a):([^|\\]\n]*)\\|[^\\]\n]*\\]", "$1"),
    ] { text = text.replacingOccurrences(of: tag, with: sign, options: [.regularExpression, .caseInsensitive]) }
    for (entity, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: sign)
    }
    return text
  }

  /// Returns a text without white space and symbols that the two parsers may treat differently.
  static func bare(_ text: String) -> String { text.filter { !$0.isWhitespace && !"*_\u{200B}".contains($0) } }

  /// Returns the digits of a text if they form a valid ISBN-13 or ISBN-10, or an empty string otherwise.
  static func isbn(_ text: String) -> String {
    let digits = text.uppercased().filter { $0.isASCII && $0.isNumber || $0 == "X" }
    let values = digits.map { $0 == "X" ? 10 : $0.wholeNumberValue ?? 0 }
    if digits.count == 13, digits.hasPrefix("97"),
      zip(values, 0...).reduce(0, { $0 + $1.0 * ($1.1 % 2 == 0 ? 1 : 3) }) % 10 == 0
    {
      return digits
    }
    return digits.count == 10 && zip(values, 0...).reduce(0, { $0 + $1.0 * (10 - $1.1) }) % 11 == 0 ? digits : ""
  }
}
