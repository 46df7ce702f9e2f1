@testable import ShelfCLI
@testable import YAMLEdit

/// A record in the merge model: its fields with their values, and how they are written.
struct MergeModel: Hashable {
  var entries: [Entry]
  var usesCRLF = false
  var hasFinalBreak = true
  var hasMark = false

  struct Entry: Hashable {
    /// The name of the field, regardless of which of its keys the file uses.
    var name: String
    var key: String
    var value: Value
    /// A number that determines the style in which the value is written.
    var style = 0
    var comment: String?
    /// The comment lines above the field. An empty string represents a blank line.
    var above: [String] = []
  }

  enum Value: Hashable {
    case scalar(String)
    case list([Item])
    case lines([String])
  }

  struct Item: Hashable {
    var text: String
    var comment: String?
  }

  subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// The text of the file.
  var text: String {
    var text = entries.map { $0.aboveText + $0.text }.joined()
    if !hasFinalBreak, !text.isEmpty { text.removeLast() }
    if usesCRLF { text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") }
    return (hasMark ? "\u{FEFF}" : "") + text
  }

  var bytes: [UInt8] { Array(text.utf8) }
}

extension MergeModel.Entry {
  var aboveText: String { above.map { $0.isEmpty ? "\n" : "# \($0)\n" }.joined() }

  /// The lines of the field as written in the file.
  var text: String {
    let behind = comment.map { " # \($0)" } ?? ""
    switch value {
    case .scalar(let text):
      let written = [text, "\"\(text)\"", "'\(text)'"][style % 3]
      return "\(key): \(written)\(behind)\n"
    case .list(let items) where style % 3 == 2 && items.allSatisfy { $0.comment == nil }:
      return "\(key): [\(items.map(\.text).joined(separator: ", "))]\(behind)\n"
    case .list(let items):
      let margin = style % 2 == 0 ? "  " : ""
      let lines = items.map { "\(margin)- \($0.text)\($0.comment.map { " # \($0)" } ?? "")\n" }
      return "\(key):\(behind)\n" + lines.joined()
    case .lines(let lines) where style % 3 == 2:
      return "\(key): \"\(lines.map { $0 + "\\n" }.joined())\"\(behind)\n"
    case .lines(let lines):
      let margin = style % 2 == 0 ? "  " : "    "
      return "\(key): |\(behind)\n" + lines.map { margin + $0 + "\n" }.joined()
    }
  }

  /// All comments of the field.
  var comments: [String] {
    var comments = above.filter { !$0.isEmpty } + [comment].compactMap { $0 }
    if case .list(let items) = value { comments += items.compactMap(\.comment) }
    return comments
  }
}
