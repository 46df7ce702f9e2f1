import ShelfText

/// The format of the cells that `shelf export csv` writes.
///
/// Text is written unchanged, and any other value as JSON, except that null is written as `~`. Text that could be
/// mistaken for JSON or `~` becomes a JSON string, so every value is restored exactly when the table is imported.
package enum ShelfCell {
  /// The cell of a field that is explicitly set to null.
  package static let nothing = "~"

  /// Returns the cell for a declared field. The field's type determines how the text is read back.
  package static func of(_ texts: [String]) -> String {
    guard let first = texts.first else { return "" }
    let isPlain = texts.count == 1 && !first.hasPrefix("[") && !isQuoted(first) && !needsProtection(first)
    return isPlain ? first : json(.array(texts.map { JSONValue.Item(value: .text($0), line: 0, range: 0..<0) }))
  }

  /// Returns the cell for a value without a declared type. The cell alone must identify the type.
  package static func of(_ value: JSONValue) -> String {
    switch value {
    case .null: nothing
    case .text(let text): needsQuotes(text) ? json(value) : text
    default: json(value)
    }
  }

  package static func value(of cell: String) -> JSONValue {
    if cell == nothing { return .null }
    switch parsed(cell) {
    case nil, .null: return .text(cell)
    case .text(let text): return .text(needsQuotes(text) ? text : cell)
    case let value?: return value
    }
  }

  private static func needsQuotes(_ text: String) -> Bool {
    if needsProtection(text) || isQuoted(text) { return true }
    return switch parsed(text) {
    case nil, .null, .text: false
    default: true
    }
  }

  /// Returns whether the text looks like a JSON string.
  private static func isQuoted(_ text: String) -> Bool {
    if case .text(let inner)? = parsed(text) { needsQuotes(inner) } else { false }
  }

  /// Returns whether the text has to be quoted: otherwise empty text and leading or trailing spaces would be lost,
  /// except for a line break at the end, and `~` has a special meaning.
  private static func needsProtection(_ text: String) -> Bool {
    let trimmed = text.trimmed
    return trimmed.isEmpty || trimmed == nothing || text != trimmed && text != trimmed + "\n"
  }

  private static func parsed(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first, "\"[{-tfn".utf8.contains(first) || (0x30...0x39).contains(first) else {
      return nil
    }
    guard let value = try? JSONParser.parse(Array(text.utf8)) else { return nil }
    if case .number(let digits) = value, !JSONValue.isNumber(digits) { return nil }
    return value
  }

  private static func json(_ value: JSONValue) -> String {
    var json = JSONWriter()
    json.value(value)
    return String(decoding: json.take(), as: UTF8.self)
  }
}
