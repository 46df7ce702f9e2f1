import ShelfModel
import ShelfQuery
import ShelfText

/// Help texts that are generated from the field tables.
///
/// Long texts are generated once, and only if the user may see them, because the parser requests the help of every
/// command several times each time the program starts.
enum FieldHelp {
  /// Whether to generate long texts. Otherwise, they are empty.
  @TaskLocal static var includesFields = true

  /// Returns a line for each field that can be set.
  static func fields(of kind: Kind) -> String { includesFields ? fieldLines[kind] ?? "" : "" }

  /// Returns a line for each option of `add` that sets a field.
  static func options(of kind: Kind) -> String { includesFields ? optionLines[kind] ?? "" : "" }

  /// Returns a sentence that explains how to read long text from a file, or an empty string for kinds without long
  /// text.
  ///
  /// - Parameter start: returns the text before the value of a field, such as `review=`.
  static func longTexts(of kind: Kind, start: (Field, Kind) -> String) -> String {
    guard let start = kind.fields.last(where: \.isLong).map({ start($0, kind) }) else { return "" }
    return " A long text can be read from a file (\(start)@notes.txt) or from standard input (\(start)-)."
  }

  /// Returns the name of the option that sets a field: `date-added` for `dateAdded`, and `genre` for `genres`, because
  /// each use of the option adds one genre.
  static func optionName(of field: Field) -> String {
    field.type.target?.singular
      ?? field.key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// The short options for fields, which are the same for every kind and command.
  private static let shortNames = ["a": "author", "b": "book", "g": "genre", "p": "page", "r": "rating", "t": "tag"]

  /// Returns the name of an option without dashes. For a short option, returns the field that it stands for, or nil if
  /// the option is unknown.
  static func longName(_ option: String) -> String? {
    option.hasPrefix("--") ? String(option.dropFirst(2)) : shortNames[String(option.dropFirst())]
  }

  /// Returns the names of those list options of a kind that correspond to query terms, such as `author`.
  static func listOptions(of kind: Kind) -> [String] {
    var names: [String] = []
    let attributes = Attributes(of: kind, Schema())
    for field in kind.fields where !field.isLong || field.index == kind.titleIndex {
      if field.key != Field.formerIDsKey { names.append(optionName(of: field)) }
    }
    for target in Kind.allCases where !names.contains(target.singular) && target != kind {
      if case .records = attributes.attribute(target.singular) { names.append(target.singular) }
    }
    // The list command uses these names for other options.
    let taken = ["format", Field.idKey] + kind.listOptionNames
    return names.filter { !taken.contains($0) }
  }

  static func listOptionLines(of kind: Kind) -> String { includesFields ? listLines[kind] ?? "" : "" }

  private static let listLines = Dictionary(
    uniqueKeysWithValues: Kind.allCases.map { kind in
      let names = listOptions(of: kind).map { name in
        let short = shortNames.first { $0.value == name }?.key
        return (short.map { "-\($0), " } ?? "") + "--\(name)"
      }
      let lines = WordWrap.lines(names.joined(separator: ", "), width: 76)
      return (kind, lines.map { "  " + $0 }.joined(separator: "\n"))
    })

  /// Returns the text before a field's value in the arguments of `add`: the option, or an empty string for the title.
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

  /// Returns whether values of the type have a syntax that needs no explanation.
  private static func isPlain(_ type: FieldType) -> Bool { type == .text || type == .textList || type.target != nil }
}
