import ShelfModel
import ShelfText
import YAMLEdit

/// Reads the file of a reader's settings.
package struct SettingsReader {
  private let document: Document
  private let path: String

  /// - Parameter path: the file's path, for messages.
  /// - Throws: `UnreadableFile` if the text is not YAML.
  package init(_ bytes: [UInt8], path: String) throws(UnreadableFile) {
    self.path = path
    do throws(YAMLError) {
      document = try Document(bytes)
    } catch {
      throw UnreadableFile(
        path: path, kind: nil, cause: .text(error.code), reason: error.message, offset: error.offset, in: bytes)
    }
  }

  /// Returns the settings.
  ///
  /// - Throws: `UnreadableFile` for the first one that is not valid.
  package func settings() throws(UnreadableFile) -> Settings {
    var settings = Settings()
    let entries = try entries()
    for entry in entries {
      guard let setting = Setting.named(entry.keys) else { throw unknown(entry) }
      try attempt(entry) { () throws(Setting.Problem) in try setting.read(value(of: entry), &settings) }
    }
    for entry in entries {
      try attempt(entry) { () throws(Setting.Problem) in
        try Setting.named(entry.keys)?.check(value(of: entry), settings)
      }
    }
    return settings
  }

  /// Returns what is written for each setting, in the order of the file; of what is secret only that it is there.
  package func values() throws(UnreadableFile) -> [(name: String, texts: [String])] {
    try entries().map { entry in
      (entry.name, Setting.named(entry.keys)?.isSecret ?? false ? [Setting.secret] : value(of: entry).texts)
    }
  }

  /// Returns what is written for a setting; nil if there is nothing.
  package func value(of keys: [String]) -> [String]? {
    document.node(at: keys.map(Step.key)).map { value(of: Entry(keys: keys, node: $0)).texts }
  }

  /// Returns whether there is anything under these keys, known or not.
  package func hasEntry(_ keys: [String]) -> Bool { document.node(at: keys.map(Step.key)) != nil }

  // MARK: - Entries

  /// A setting in the file: a value that is not a mapping, and the keys that lead to it.
  private struct Entry {
    let keys: [String]
    let node: Int

    var name: String { keys.joined(separator: ".") }
  }

  private func entries() throws(UnreadableFile) -> [Entry] {
    guard let root = document.node(at: []), document.text(of: root) != "" else { return [] }
    guard document.nodes[root].kind == .mapping else { throw problem("settings are expected, one on a line", at: root) }
    return try entries(in: root, [])
  }

  private func entries(in mapping: Int, _ keys: [String]) throws(UnreadableFile) -> [Entry] {
    var entries: [Entry] = []
    for (key, value) in document.entries(of: mapping) {
      let keys = keys + [document.text(of: key) ?? ""]
      switch document.nodes[value].kind {
      case .mapping: entries += try self.entries(in: value, keys)
      case .alias: throw problem("an alias of YAML is not a setting", at: value)
      // Nothing at all, as a heading whose settings are commented out leaves it.
      case .scalar where document.isNull(value) || document.text(of: value) == "" && Setting.named(keys) == nil: break
      case .scalar, .sequence: entries.append(Entry(keys: keys, node: value))
      }
    }
    return entries
  }

  private func value(of entry: Entry) -> Setting.Value {
    let items = document.items(of: entry.node).compactMap { document.text(of: $0) }
    let text = document.text(of: entry.node).map { text in
      Setting.named(entry.keys)?.isList == true ? Setting.items(of: text) : [text]
    }
    return Setting.Value(keys: entry.keys, texts: text ?? items)
  }

  // MARK: - Problems

  private func attempt(_ entry: Entry, _ body: () throws(Setting.Problem) -> Void) throws(UnreadableFile) {
    do throws(Setting.Problem) { try body() } catch {
      throw problem("\(entry.name) \(error.reason)", at: entry.node)
    }
  }

  private func unknown(_ entry: Entry) -> UnreadableFile {
    let nearest = Nearest.words(to: entry.name, among: Setting.completions)
    let hint = nearest.first.map { "; did you mean “\($0)”?" } ?? "; `shelf help settings` lists them"
    return problem("there is no setting “\(VisibleText.line(entry.name))”\(hint)", at: entry.node)
  }

  private func problem(_ reason: String, at node: Int) -> UnreadableFile {
    UnreadableFile(
      path: path, kind: nil, cause: .value, reason: reason, offset: document.nodes[node].range.lowerBound,
      in: document.bytes)
  }
}

extension Setting {
  /// What is shown in place of what is secret.
  package static let secret = "(kept secret)"

  /// Returns the items of a list that is written as one text, with commas.
  package static func items(of text: String) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}
