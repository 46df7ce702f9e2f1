import ShelfLookup
import ShelfModel
import ShelfText
import YAMLEdit

/// A parser for the user's settings.
///
/// It flattens the YAML file into entries, each consisting of a path of keys and a value. For each entry it looks up
/// the `Setting` that matches the path, which parses the value into `Settings`. A second pass validates values that
/// depend on each other.
///
/// The file may contain API keys, possibly under the wrong setting or in place of a name. Therefore an error quotes a
/// line only if all settings on it are known and none of them belongs to `lookup`. A list shows only the values of
/// valid settings that are not secret, and the name of an invalid setting is shown only as far as it resembles known
/// names.
package struct SettingsReader {
  private let document: Document
  private let path: String

  /// - Parameter path: the file's path, for error messages.
  /// - Throws: `UnreadableFile` if the text is not valid YAML.
  package init(_ bytes: [UInt8], path: String) throws(UnreadableFile) {
    self.path = path
    do throws(YAMLError) {
      document = try Document(bytes)
    } catch {
      let message = error.code == .duplicateKey ? "a setting occurs twice" : error.message
      throw SettingsReader.unreadable(path, .text(error.code), message, at: error.offset, in: bytes)
    }
  }

  /// Returns the settings.
  ///
  /// - Throws: `UnreadableFile` for the first invalid setting.
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

  /// Returns the names and values of all settings, in file order. A note replaces each value that must not be
  /// displayed.
  package func values() throws(UnreadableFile) -> [(name: String, texts: [String])] {
    try shown().map { ($0.name, $0.texts) }
  }

  /// Returns the value of a setting in the file or the note that replaces it, or nil if it is not set.
  package func shownValue(of keys: [String]) throws(UnreadableFile) -> [String]? {
    try shown().first { $0.entry.keys == keys }?.texts
  }

  private func shown() throws(UnreadableFile) -> [(entry: Entry, name: String, texts: [String])] {
    let entries = try entries()
    var settings = Settings()
    let isValid = entries.map { entry in
      (try? Setting.named(entry.keys)?.read(value(of: entry), &settings)) != nil
    }
    return zip(entries, isValid).map { entry, isValid in
      let setting = Setting.named(entry.keys)
      let isRight = isValid && (try? setting?.check(value(of: entry), settings)) != nil
      let note = setting == nil ? Setting.unknown : setting?.isSecret ?? false ? Setting.secret : Setting.invalid
      let name = isRight ? entry.keys.joined(separator: ".") : entry.name
      return (entry, name, isRight && note == Setting.invalid ? value(of: entry).texts : [note])
    }
  }

  /// Returns the value of a setting in the file, or nil if it is not set.
  package func value(of keys: [String]) -> [String]? {
    document.node(at: keys.map(Step.key)).map { value(of: Entry(keys: keys, node: $0)).texts }
  }

  /// Returns whether these keys are the path of a mapping with further settings rather than the path of a value.
  package func hasSettings(under keys: [String]) -> Bool {
    document.node(at: keys.map(Step.key)).map { document.nodes[$0].kind == .mapping } ?? false
  }

  /// Returns whether the file contains these keys, even if they are unknown.
  package func hasEntry(_ keys: [String]) -> Bool { document.node(at: keys.map(Step.key)) != nil }

  // MARK: - Entries

  /// A setting in the file: a value that is not a mapping, and its path of keys.
  private struct Entry {
    let keys: [String]
    let node: Int

    /// The keys, joined with periods, for a setting that is not valid. A key that might be a secret is hidden.
    var name: String { Setting.shownName(of: keys) }
  }

  private func entries() throws(UnreadableFile) -> [Entry] {
    guard let root = document.node(at: []), document.text(of: root) != "" else { return [] }
    guard document.nodes[root].kind == .mapping else { throw problem("expected settings, one per line", at: root) }
    return try entries(in: root, [])
  }

  private func entries(in mapping: Int, _ keys: [String]) throws(UnreadableFile) -> [Entry] {
    var entries: [Entry] = []
    for (key, value) in document.entries(of: mapping) {
      let keys = keys + [document.text(of: key) ?? ""]
      switch document.nodes[value].kind {
      case .mapping: entries += try self.entries(in: value, keys)
      case .alias: throw problem("a YAML alias cannot be used as a setting", at: value)
      // An empty value, such as a heading whose settings are all commented out, is ignored.
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

  // MARK: - Errors

  private func attempt(_ entry: Entry, _ body: () throws(Setting.Problem) -> Void) throws(UnreadableFile) {
    do throws(Setting.Problem) { try body() } catch {
      let reason = "\(entry.name) \(error.reason)"
      let start = document.nodes[entry.node].range.lowerBound
      if try !mayShowLine(at: start) { throw problem(reason, at: entry.node) }
      throw UnreadableFile(path: path, kind: nil, cause: .value, reason: reason, offset: start, in: document.bytes)
    }
  }

  /// Returns whether an error may quote the line. It may if no setting on the line can contain a misplaced secret.
  ///
  /// A setting with a user-defined name can contain one.
  private func mayShowLine(at offset: Int) throws(UnreadableFile) -> Bool {
    let bytes = document.bytes
    let start = bytes[..<offset].lastIndex(of: 0x0A) ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    return try entries().filter { document.nodes[$0.node].range.overlaps(start..<max(end, start + 1)) }
      .allSatisfy { Setting.named($0.keys)?.hasFixedName ?? false && $0.keys.first != Setting.lookupKey }
  }

  private func unknown(_ entry: Entry) -> UnreadableFile {
    let nearest = Nearest.words(to: entry.name, among: Setting.completions)
    let hint = nearest.first.map { "; did you mean “\($0)”?" } ?? "; `shelf help settings` lists them"
    return problem("unknown setting “\(VisibleText.line(entry.name))”\(hint)", at: entry.node)
  }

  private func problem(_ reason: String, at node: Int) -> UnreadableFile {
    SettingsReader.unreadable(path, .value, reason, at: document.nodes[node].range.lowerBound, in: document.bytes)
  }

  private static func unreadable(
    _ path: String, _ cause: UnreadableFile.Cause, _ reason: String, at offset: Int, in bytes: [UInt8]
  ) -> UnreadableFile {
    let place = Place(of: offset, in: bytes)
    return UnreadableFile(path: "\(path):\(place.line):\(place.column)", kind: nil, cause: cause, reason: reason)
  }
}

extension Setting {
  /// The text displayed instead of a secret.
  package static let secret = "(kept secret)"
  /// The top-level key that contains all lookup settings.
  fileprivate static let lookupKey = "lookup"
  /// The text displayed instead of the value of an unknown setting.
  fileprivate static let unknown = "(not a setting)"
  /// The text displayed instead of an invalid value.
  fileprivate static let invalid = "(not valid)"

  /// The words that the path of a setting may consist of, apart from names that the user chooses.
  private static let vocabulary = Set(
    completions.flatMap { $0.split(separator: ".").map(String.init) } + Catalogue.all.map(\.name)
      + Action.allCases.map(\.rawValue)
  ).sorted()

  /// Returns the keys, joined with periods. Hides each key that may be a secret because it does not resemble a known
  /// word and is not the name of an alias.
  fileprivate static func shownName(of keys: [String]) -> String {
    let shown = keys.enumerated().map { place, key in
      let isAlias = place == 1 && keys[0] == alias.keys[0]
      return isAlias || !Nearest.words(to: key, among: vocabulary).isEmpty ? key : "…"
    }
    return shown.joined(separator: ".")
  }

  /// Returns the items of a comma-separated list.
  package static func items(of text: String) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}
