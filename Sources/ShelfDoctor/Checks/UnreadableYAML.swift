import ShelfModel
import YAMLEdit

extension Check {
  static let unreadableYAML = Check(
    "unreadable-yaml", .error, "a file that is not valid YAML",
    reason: """
      The record is missing from every list until the file is valid again. shelf never writes to such a file, and \
      does not report references to its record as dangling.
      """,
    example: "title: Dune: Messiah",
    .file { check, file, examination in
      guard case .text(let code) = file.cause, [.syntax, .tooDeep, .tooLarge, .undefinedAlias].contains(code) else {
        return []
      }
      if TextRepair.tabs(in: file) != nil { return [] }
      let start = file.offset ?? 0
      return [
        Finding(
          check, file, at: start..<start, file.reason + UnreadableYAML.references(to: file, examination),
          advice: (UnreadableYAML.advice(file) ?? UnreadableYAML.anyAdvice(file)).map(Advice.byHand))
      ]
    })
}

/// The messages and advice for files that are not valid YAML.
package enum UnreadableYAML {
  /// Returns a note on how many records refer to the record in the file, or "" if none do.
  static func references(to file: UnreadableFile, _ examination: Examination) -> String {
    guard let id = Examination.id(in: file.source) else { return "" }
    let library = examination.library
    let tables = Kind.allCases.map { kind in library.schema.fields(of: kind).map { $0.type.target != nil } }
    // If the file is open in an editor, the library has its record without the broken line, so its id is not dangling.
    let count =
      examination.dangling.contains(id) || library.record(id)?.path == file.path
      ? library.records.count { record in
        var isReferring = false
        record.forEachReference(in: tables[Int(record.kind.rawValue)]) { isReferring = isReferring || $1 == id }
        return isReferring
      } : 0
    return count == 0 ? "" : "; \(count == 1 ? "1 record refers" : "\(count.grouped) records refer") to it"
  }

  /// The advice for a file with conflict markers.
  static let conflictAdvice =
    "keep the lines of one side, and remove the other side and the lines <<<<<<<, ======= and >>>>>>>"

  /// Returns advice for the most common mistakes, or nil for others.
  package static func advice(_ file: UnreadableFile) -> String? {
    if file.cause == .text(.conflictMarkers) { return conflictAdvice }
    guard let offset = file.offset, file.cause == .text(.syntax) || file.cause == .text(.undefinedAlias) else {
      return nil
    }
    let line = line(at: offset, in: file.source)
    let text = String(decoding: file.source[line], as: UTF8.self)
    let value = text.split(separator: ":", maxSplits: 1).dropFirst().first.map { String($0).trimmed } ?? ""
    if text.first == "%" { return "remove the line, or put a text that starts with % in quotation marks" }
    if value.first == "\"", offset < file.source.count, file.source[offset] == UInt8(ascii: "\\") {
      return "within quotation marks, write a backslash as \\\\"
    }
    if value.contains(": ") || value.hasSuffix(":") { return "a value with a colon needs quotes\(quoted(value))" }
    if let first = value.first, "@`%&*!|>".contains(first) {
      return "a value that starts with \(first) needs quotes\(quoted(value))"
    }
    if text.first == " ", value.isEmpty || !value.contains(where: { "\"'[{".contains($0) }), text.contains(":") {
      return "remove the spaces at the start of the line, unless it belongs to the line above"
    }
    if value.first == "[" && !value.contains("]") || value.first == "{" && !value.contains("}") {
      return "a value that starts with a bracket needs quotes, or the bracket that closes it"
    }
    if value.first == "[", value.contains("\"") || value.contains("'") {
      return
        "close each quotation mark before the comma; within quotation marks, write \\\" for one, and an apostrophe twice"
    }
    if let quote = value.first, quote == "\"" || quote == "'", value.dropFirst().contains(quote) {
      return quote == "\""
        ? "within quotation marks, write a quotation mark as \\\"" : "within apostrophes, write an apostrophe twice"
    }
    if let quote = value.first, quote == "\"" || quote == "'" { return "write a \(quote) at the end of the text" }
    return nil
  }

  /// Returns general advice for a syntax error, or nil for other problems.
  static func anyAdvice(_ file: UnreadableFile) -> String? {
    guard file.offset != nil, file.cause == .text(.syntax) || file.cause == .text(.undefinedAlias) else { return nil }
    return "compare this line with the ones around it: each needs a key, a colon, a space and the value"
  }

  /// Returns a value in quotation marks, to be appended to a sentence, or "" if the value is not a single line that is
  /// easy to quote.
  private static func quoted(_ value: String) -> String {
    let text = value.split(separator: " #", maxSplits: 1).first.map { String($0).trimmed } ?? ""
    guard text.firstLine == text, !text.contains("\\") else { return "" }
    if !text.contains("\"") { return ": \"\(text)\"" }
    return text.contains("'") ? "" : ": '\(text)'"
  }

  private static func line(at offset: Int, in source: [UInt8]) -> Range<Int> {
    let start = source[..<min(offset, source.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = source[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.count
    return start..<end
  }
}
