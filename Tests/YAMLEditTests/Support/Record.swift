@testable import YAMLEdit

/// A simple model of a record in a file: its contents, its layout, and the expected result of edits.
///
/// It applies the layout rules for lists, mappings and text, and always writes the complete text. `YAMLEdit`, which
/// splices bytes, must produce the same file.
struct Record {
  struct Entry {
    var key: String
    var value: Content
    /// The number of spaces after the colon, if the value is on the same line.
    var gap = 1
    /// The comment on the line of the key.
    var comment: String?
    /// The comments and empty lines above the entry.
    var above: [String] = []
  }

  indirect enum Content {
    case text(Text)
    case list([Item], isFlow: Bool, offset: Int)
    case mapping([Entry], offset: Int)
  }

  struct Item {
    var text: Text
    var comment: String?
  }

  struct Text {
    enum Mark { case plain, single, double, block }

    var text: String
    var mark = Mark.plain
    /// The indentation of a block scalar, relative to its collection.
    var offset = 0
  }

  /// The layout of new values, which follows that of the existing values.
  struct Style {
    var isSingle = false
    var listsInFlow = false
    var list, mapping, block: Int

    /// Returns a text in the style of a new value.
    func text(_ text: String) -> Text {
      if text.contains("\n") { return Text(text: text, mark: .block, offset: block) }
      if !Record.typed.contains(text) { return Text(text: text) }
      return Text(text: text, mark: isSingle && !text.contains("'") ? .single : .double)
    }

    /// Returns a text that replaces another one and keeps its quotes.
    func text(_ text: String, replacing old: Text) -> Text {
      if old.mark == .block { return Text(text: text, mark: .block, offset: old.offset) }
      if text.contains("\n") || old.mark == .plain { return self.text(text) }
      return Text(text: text, mark: old.mark)
    }
  }

  var entries: [Entry] = []
  var tail: [String] = []

  /// Texts that a parser would interpret differently without quotes.
  static let typed = ["1984", "a: b", "yes", "- x", "# y", "", "Null", "0x1F", "'q", "12:30", "x:", " y", "a #b"]
  static let plain = ["new", "two words", "it's", "http://x.y/z", "é", "well-known", "x - y"]
  static let long = ["one\ntwo\n", "one\n\n  two", "a\n"]

  // MARK: - As text

  /// The lines of the file.
  var lines: [String] { Record.lines(entries, at: 0) + tail }

  private static func lines(_ entries: [Entry], at column: Int) -> [String] {
    entries.flatMap { entry -> [String] in
      let margin = String(repeating: " ", count: column)
      let (head, gap) = (margin + entry.key + ":", String(repeating: " ", count: entry.gap))
      let comment = entry.comment.map { " # \($0)" } ?? ""
      switch entry.value {
      case .text(let text):
        let written = text.lines(at: column)
        return entry.above + [head + gap + written[0] + comment] + written.dropFirst()
      case .list(let items, let isFlow, let offset):
        if isFlow || items.isEmpty {
          return entry.above + [
            head + gap + "[" + items.map { $0.text.lines(at: 0)[0] }.joined(separator: ", ") + "]" + comment
          ]
        }
        let inner = column + offset
        return entry.above + [head + comment]
          + items.flatMap { item in
            let written = item.text.lines(at: inner)
            let first = String(repeating: " ", count: inner) + "- " + written[0]
            return [first + (item.comment.map { " # \($0)" } ?? "")] + written.dropFirst()
          }
      case .mapping(let entries, let offset):
        if entries.isEmpty { return entry.above + [head + gap + "{}" + comment] }
        return entry.above + [head + comment] + lines(entries, at: column + offset)
      }
    }
  }

  // MARK: - Style

  /// Returns the layout of new values. New lists have the style of the lists in the mapping, if it contains any.
  func style(in mapping: [Entry]? = nil) -> Style {
    var (single, double) = (0, 0)
    var (lists, mappings, blocks): ([(isFlow: Bool, offset: Int)], [Int], [Int]) = ([], [], [])
    func count(_ text: Text) {
      switch text.mark {
      case .single: single += 1
      case .double: double += 1
      case .block: blocks.append(text.offset)
      case .plain: break
      }
    }
    func read(_ entries: [Entry]) {
      for entry in entries {
        switch entry.value {
        case .text(let text): count(text)
        case .list(let items, let isFlow, let offset):
          if !items.isEmpty { lists.append((isFlow, offset)) }
          for item in items { count(item.text) }
        case .mapping(let entries, let offset):
          if !entries.isEmpty { mappings.append(offset) }
          read(entries)
        }
      }
    }
    read(entries)
    let own = (mapping ?? []).compactMap { entry -> (isFlow: Bool, offset: Int)? in
      if case .list(let items, let isFlow, let offset) = entry.value, !items.isEmpty { (isFlow, offset) } else { nil }
    }
    if !own.isEmpty { lists = own }
    let list = lists.first { !$0.isFlow }?.offset
    let unit = list.flatMap { $0 > 0 ? $0 : nil }
    let (inner, block) = (mappings.first, blocks.first)
    return Style(
      isSingle: single > double, listsInFlow: !lists.isEmpty && lists.allSatisfy(\.isFlow),
      list: list ?? inner ?? block ?? 2, mapping: inner ?? unit ?? block ?? 2, block: block ?? inner ?? unit ?? 2)
  }

  /// Returns the number of spaces after the colon of a new key. If the existing values are aligned in one column, the
  /// new value is aligned with them.
  static func gap(of key: String, in mapping: [Entry]) -> Int {
    let inline = mapping.filter { entry in
      switch entry.value {
      case .text: true
      case .list(let items, let isFlow, _): isFlow || items.isEmpty
      case .mapping(let entries, _): entries.isEmpty
      }
    }
    let columns = Set(inline.map { $0.key.count + 1 + $0.gap })
    guard columns.count == 1, Set(inline.map(\.key.count)).count > 1, let column = columns.first else { return 1 }
    return max(1, column - key.count - 1)
  }

  // MARK: - Places

  /// Returns the entries of the mapping at a path, or none if it is not a mapping.
  func mapping(at path: [String]) -> [Entry] {
    path.reduce(entries) { entries, key in
      if case .mapping(let inner, _)? = entries.first(where: { $0.key == key })?.value { inner } else { [] }
    }
  }

  /// Changes the entries of the mapping at a path.
  mutating func change(_ path: [String], _ body: (inout [Entry]) -> Void) {
    func changed(_ entries: [Entry], _ path: ArraySlice<String>) -> [Entry] {
      var entries = entries
      guard let key = path.first else {
        body(&entries)
        return entries
      }
      guard let index = entries.firstIndex(where: { $0.key == key }),
        case .mapping(let inner, let offset) = entries[index].value
      else { return entries }
      entries[index].value = .mapping(changed(inner, path.dropFirst()), offset: offset)
      return entries
    }
    entries = changed(entries, path[...])
  }

  /// Removes an entry. The lines above it are kept, and a mapping that has no entries left is also removed.
  mutating func remove(_ path: [String]) {
    guard let key = path.last else { return }
    let outer = Array(path.dropLast())
    if mapping(at: outer).count == 1, !outer.isEmpty { return remove(outer) }
    var rest: [String] = []
    change(outer) { entries in
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
      let removed = entries.remove(at: index)
      if index < entries.count {
        entries[index].above = removed.above + entries[index].above
      } else {
        rest = removed.above
      }
    }
    tail = rest + tail
  }
}

extension Record.Text {
  /// Returns the lines of a scalar in a collection that starts at a column.
  func lines(at column: Int) -> [String] {
    switch mark {
    case .plain: return [text]
    case .single: return ["'" + text.replacing("'", with: "''") + "'"]
    case .double: return ["\"" + text + "\""]
    case .block:
      let margin = String(repeating: " ", count: column + offset)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : margin + $0 }
      if text.hasSuffix("\n") { lines.removeLast() }
      return [text.hasSuffix("\n") ? "|" : "|-"] + lines
    }
  }
}
