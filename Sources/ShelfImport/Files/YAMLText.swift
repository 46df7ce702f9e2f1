import ShelfFormats
import ShelfText
import YAMLEdit

/// Parses YAML files into the same kind of tree as JSON files, so that the same code reads both.
enum YAMLText {
  /// Returns the contents of a file or of its front matter as a tree, or nil if they cannot be parsed.
  static func tree(of probe: SourceProbe) -> JSONValue? {
    let bytes = TextDecoding(probe.file.bytes).bytes
    return document(of: probe).map { titled(tree(of: $0), bytes, probe.file) } ?? documents(bytes)
  }

  /// Returns the front matter of a note. If it has no title, adds one: the note's first heading, or the file's name.
  /// Any other tree is returned unchanged.
  static func titled(_ tree: JSONValue, _ bytes: [UInt8], _ file: SourceFile) -> JSONValue {
    guard tree.isObject, let front = frontMatter(bytes) ?? frontMatter(bytes, between: "+++"),
      !tree.members.contains(where: { ColumnName.guess($0.key) == .title && $0.value.text?.isEmpty == false })
    else { return tree }
    let body = bytes[front.count...].prefix(maxBody)
    let line = body.split(separator: 0x0A).lazy.map { String(decoding: $0, as: UTF8.self).trimmed }
      .first { $0.hasPrefix("# ") }
    let name = file.name.lastIndex(of: ".").map { String(file.name[..<$0]) } ?? ""
    let title = line.map { String($0.dropFirst(2)).trimmed } ?? name
    if title.isEmpty { return tree }
    let others = tree.members.filter { ColumnName.guess($0.key) != .title }
    return .object([JSONValue.Member(key: "title", value: .text(title), line: 1)] + others)
  }

  /// The number of bytes at the start of a note that are searched for its first heading.
  private static let maxBody = 64 << 10

  /// Returns the contents of a document, which must not be empty.
  static func tree(of document: Document) -> JSONValue {
    var tree = YAMLTree(document)
    return tree.value(of: 0)
  }

  /// Returns the entries of all documents in a file, which are separated by `---` lines.
  ///
  /// - Returns: nil if there is only one entry, or if a document is neither a list nor a mapping.
  static func documents(_ bytes: [UInt8]) -> JSONValue? {
    let parts = parts(of: bytes)
    guard parts.count > 1 else { return nil }
    var items: [JSONValue.Item] = []
    for part in parts {
      guard part.hasText(in: bytes) else { continue }
      guard let document = try? Document(Array(bytes[part.range]), keepsDuplicateKeys: true),
        let first = document.nodes.first, first.kind == .mapping || first.kind == .sequence
      else { return nil }
      var tree = YAMLTree(document, before: (part.line, part.range.lowerBound))
      let value = tree.value(of: 0)
      items +=
        value.isArray ? value.items : [JSONValue.Item(value: value, line: tree.line(of: 0), range: tree.range(of: 0))]
    }
    return items.count > 1 ? .array(items) : nil
  }

  /// A part of a file between `---` lines.
  struct Part {
    var range: Range<Int>
    /// The number of lines above the part.
    let line: Int

    /// Returns whether the part contains anything other than whitespace and hyphens.
    func hasText(in bytes: [UInt8]) -> Bool { bytes[range].contains { $0 > 0x20 && $0 != UInt8(ascii: "-") } }
  }

  /// Splits a file at its `---` lines.
  static func parts(of bytes: [UInt8]) -> [Part] {
    var parts = [Part(range: 0..<bytes.count, line: 0)]
    var (start, line) = (0, 0)
    for end in bytes.indices where bytes[end] == 0x0A {
      let text = bytes[start..<end]
      if text.elementsEqual("---".utf8) || text.elementsEqual("---\r".utf8) {
        parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<start
        parts.append(Part(range: end + 1..<bytes.count, line: line + 1))
      }
      (start, line) = (end + 1, line + 1)
    }
    return parts
  }

  private static func document(of probe: SourceProbe) -> Document? {
    guard probe.text.contains(":") || probe.first == "-" else { return nil }
    let bytes = TextDecoding(probe.file.bytes).bytes
    guard let document = try? Document(frontMatter(bytes) ?? bytes, keepsDuplicateKeys: true) else { return nil }
    return document.nodes.isEmpty ? nil : document
  }

  /// Returns the front matter of a note, up to the line that closes it, or nil if the file is not a note.
  ///
  /// - Parameter mark: the line above and below the front matter, which is `+++` for TOML.
  static func frontMatter(_ bytes: [UInt8], between mark: String = "---") -> [UInt8]? {
    guard bytes.starts(with: Array("\(mark)\n".utf8)) || bytes.starts(with: Array("\(mark)\r\n".utf8)) else {
      return nil
    }
    var start = 0
    for end in bytes.indices where bytes[end] == 0x0A {
      let line = bytes[start..<end]
      if start > 0, line.elementsEqual(mark.utf8) || line.elementsEqual("\(mark)\r".utf8) {
        return Array(bytes[..<start])
      }
      start = end + 1
    }
    // The closing line may be the last one, without a line break.
    if start > 4, bytes[start...].elementsEqual(mark.utf8) { return Array(bytes[..<start]) }
    return nil
  }
}

/// Converts a YAML document into the kind of tree that JSON has.
private struct YAMLTree {
  private let document: Document
  /// The number of lines and the number of bytes before the document in the file.
  private let before: (lines: Int, bytes: Int)
  /// The offsets of the lines.
  private let starts: [Int]
  /// The depth of nested aliases, and the number of nodes that have replaced aliases so far.
  private var depth = 0
  private var copied = 0
  private static let maxDepth = 32
  private static let maxCopied = 1_000_000

  init(_ document: Document, before: (lines: Int, bytes: Int) = (0, 0)) {
    self.document = document
    self.before = before
    starts = [0] + document.bytes.indices.filter { document.bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  mutating func value(of node: Int) -> JSONValue {
    switch document.nodes[node].kind {
    case .scalar:
      let text = document.text(of: node) ?? ""
      return text.isEmpty || text == "~" || text == "null" ? .null : .text(text)
    case .alias:
      // Nested aliases can expand to more data than fits into memory.
      let target = document.nodes[node].target
      let size = document.nodes[target].next - target
      guard depth < YAMLTree.maxDepth, copied + size < YAMLTree.maxCopied else { return .null }
      copied += size
      depth += 1
      defer { depth -= 1 }
      return value(of: target)
    case .sequence:
      return .array(
        document.items(of: node).map { item in
          JSONValue.Item(value: value(of: item), line: line(of: item), range: range(of: item))
        })
    case .mapping:
      var members: [JSONValue.Member] = []
      for (key, child) in document.entries(of: node) {
        members.append(
          JSONValue.Member(key: document.text(of: key) ?? "", value: value(of: child), line: line(of: key)))
      }
      members = merged(members)
      return .object(papis(papisTags(members)))
    }
  }

  /// Adds the members of the mappings that `<<` refers to. The mapping's own members take precedence.
  private func merged(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard let merge = members.first(where: { $0.key == "<<" }) else { return members }
    var all = members.filter { $0.key != "<<" }
    let others = merge.value.isArray ? merge.value.items.map(\.value) : [merge.value]
    var known = Set(all.map(\.key))
    for member in others.flatMap(\.members) where known.insert(member.key).inserted { all.append(member) }
    return all
  }

  func range(of node: Int) -> Range<Int> {
    let range = document.nodes[node].range
    return range.lowerBound + before.bytes..<range.upperBound + before.bytes
  }

  func line(of node: Int) -> Int {
    let offset = document.nodes[node].range.lowerBound
    return before.lines + starts.partitionPoint { $0 <= offset }
  }

  /// Replaces the two forms in which papis stores authors with a single one. `author_list`, which contains the parts of
  /// each name, takes precedence over the text in `author`.
  private func papis(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard let list = members.first(where: { $0.key == "author_list" }) else { return members }
    let names = list.value.items.compactMap { item -> JSONValue.Item? in
      let given = item.value["given"]?.text ?? item.value["given_name"]?.text ?? ""
      let family = item.value["family"]?.text ?? item.value["surname"]?.text ?? ""
      let name = CleanText.collapse("\(given) \(family)")
      return name.isEmpty ? nil : JSONValue.Item(value: .text(name), line: item.line, range: item.range)
    }
    guard !names.isEmpty else { return members }
    return members.filter { !["author", "author_list"].contains($0.key) }
      + [JSONValue.Member(key: "author", value: .array(names), line: list.line)]
  }

  /// Splits the tags from papis, which are a single space-separated string.
  private func papisTags(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard members.contains(where: { ["papis_id", "ref", "author_list"].contains($0.key) }) else { return members }
    return members.map { member in
      guard member.key == "tags", let text = member.value.text, !text.contains(",") else { return member }
      let tags = text.split(separator: " ").map {
        JSONValue.Item(value: .text(String($0)), line: member.line, range: 0..<0)
      }
      return JSONValue.Member(key: "tags", value: .array(tags), line: member.line)
    }
  }
}
