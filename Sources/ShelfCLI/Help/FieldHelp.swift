import ShelfModel
import ShelfQuery
import ShelfText

/// Help texts made from a kind's table of fields.
///
/// The long ones are made once, and only where they may be read: at each start, the parser asks every command for its
/// help several times over.
enum FieldHelp {
  /// Whether the long ones are wanted; otherwise they are empty.
  @TaskLocal static var isWanted = true

  /// Returns a line per field that can be assigned.
  static func fields(of kind: Kind) -> String { isWanted ? fieldLines[kind] ?? "" : "" }

  /// Returns a line per option of `add`.
  static func options(of kind: Kind) -> String { isWanted ? optionLines[kind] ?? "" : "" }

  /// Returns a sentence about long texts; an empty one for kinds that have none.
  ///
  /// - Parameter start: what comes before the text where it is given for this field, such as `review=`.
  static func longTexts(of kind: Kind, start: (Field, Kind) -> String) -> String {
    guard let start = kind.fields.last(where: \.isLong).map({ start($0, kind) }) else { return "" }
    return " A long text can come from a file (\(start)@notes.txt) or from standard input (\(start)-)."
  }

  /// Returns the option that sets a field: `dateAdded` as `date-added`, `genres`, which is given once per genre, as
  /// `genre`.
  static func optionName(of field: Field) -> String {
    field.type.target?.singular
      ?? field.key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// The short options that stand for those of fields, the same for every kind and in every command.
  private static let shortNames = ["a": "author", "b": "book", "g": "genre", "p": "page", "r": "rating", "t": "tag"]

  /// Returns the name of a field's option without its dashes; nil for a short one that stands for none.
  static func longName(_ option: String) -> String? {
    option.hasPrefix("--") ? String(option.dropFirst(2)) : shortNames[String(option.dropFirst())]
  }

  /// Returns the names of the options of a kind's list that are called as what its records have.
  static func listOptions(of kind: Kind) -> [String] {
    var names: [String] = []
    let attributes = Attributes(of: kind, Schema())
    for field in kind.fields where !field.isLong || field.index == kind.titleIndex {
      if field.key != Field.formerIDsKey { names.append(optionName(of: field)) }
    }
    for target in Kind.allCases where !names.contains(target.singular) && target != kind {
      if case .records = attributes.attribute(target.singular) { names.append(target.singular) }
    }
    // What the list itself has an option for.
    let taken = ["format", Field.idKey] + kind.listOptionNames
    return names.filter { !taken.contains($0) }
  }

  /// Returns those options as lines of help.
  static func listOptionLines(of kind: Kind) -> String { isWanted ? listLines[kind] ?? "" : "" }

  private static let listLines = Dictionary(
    uniqueKeysWithValues: Kind.allCases.map { kind in
      let names = listOptions(of: kind).map { name in
        let short = shortNames.first { $0.value == name }?.key
        return (short.map { "-\($0), " } ?? "") + "--\(name)"
      }
      let lines = WordWrap.lines(names.joined(separator: ", "), width: 76)
      return (kind, lines.map { "  " + $0 }.joined(separator: "\n"))
    })

  /// Returns what comes before a field's value among the words that `add` takes; nothing before a title.
  static func start(_ field: Field, _ kind: Kind) -> String {
    field.key == kind.titleKey ? "" : "--\(optionName(of: field)) "
  }

  private static let fieldLines = eachKind { kind in
    lines(kind.fields.filter { !$0.isAutomatic }.map { ($0.key, $0) })
  }

  private static let optionLines = eachKind { kind in
    let fields = kind.fields.filter { !$0.isAutomatic && $0.key != kind.titleKey }
    return lines(
      fields.map { field in
        let short = shortNames.first { $0.value == optionName(of: field) }?.key
        return ((short.map { "-\($0), " } ?? "") + "--" + optionName(of: field), field)
      })
  }

  private static func eachKind(_ lines: (Kind) -> String) -> [Kind: String] {
    Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, "Fields:\n" + lines($0)) })
  }

  private static func lines(_ rows: [(name: String, field: Field)]) -> String {
    let margin = (rows.map(\.name.count).max() ?? 0) + 4
    return rows.map { name, field in
      let help = field.help + (isPlain(field.type) ? "" : ": \(field.type.description)")
      let lines = WordWrap.lines(help, width: 78 - margin)
      return "  " + DisplayWidth.pad(name, to: margin - 2)
        + lines.joined(separator: "\n" + String(repeating: " ", count: margin))
    }.joined(separator: "\n")
  }

  /// Returns whether a value of the type looks as anyone would expect.
  private static func isPlain(_ type: FieldType) -> Bool { type == .text || type == .textList || type.target != nil }
}
