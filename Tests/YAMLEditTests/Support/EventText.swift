@testable import YAMLEdit

/// The YAML test suite's notation for events, without styles and tags, which the suite resolves differently.
enum EventText {
  static func events(of document: Document) -> [String] {
    document.nodes.isEmpty ? [] : events(of: 0, in: document)
  }

  private static func events(of index: Int, in document: Document) -> [String] {
    let node = document.nodes[index]
    let anchor = node.anchor.count > 0 ? " &" + String(decoding: document.textBytes(node.anchor), as: UTF8.self) : ""
    switch node.kind {
    case .scalar:
      return ["=VAL\(anchor) " + escaped(document.text(of: index) ?? "")]
    case .alias:
      return ["=ALI *" + String(decoding: document.textBytes(node.text), as: UTF8.self)]
    case .sequence:
      return ["+SEQ\(anchor)"] + document.children(of: index).flatMap { events(of: $0, in: document) } + ["-SEQ"]
    case .mapping:
      return ["+MAP\(anchor)"] + document.children(of: index).flatMap { events(of: $0, in: document) } + ["-MAP"]
    }
  }

  /// Returns the lines of a `test.event` file in the form of `events`.
  static func normalized(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init).filter { line in
      !["+STR", "-STR", "+DOC", "-DOC"].contains { line.hasPrefix($0) }
    }
    if lines == ["=VAL :"] {
      return []
    }
    return lines.map { line in
      var words = line.split(separator: " ", omittingEmptySubsequences: false)
      let kind = words.removeFirst()
      var result = String(kind)
      while let word = words.first {
        if word.hasPrefix("&") || word.hasPrefix("*") {
          result += " " + word
          words.removeFirst()
        } else if word.hasPrefix("<") || word == "[]" || word == "{}" {
          words.removeFirst()
        } else {
          break
        }
      }
      if kind == "=VAL" {
        result += " " + words.joined(separator: " ").dropFirst()
      }
      return result
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{8}": result += "\\b"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
