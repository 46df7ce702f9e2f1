import ShelfModel
import YAMLEdit

extension Check {
  static let duplicateKey = Check(
    "duplicate-key", .error, "a field that occurs twice in a file",
    reason: "YAML readers disagree about which of the two values counts, so shelf does not read the file at all.",
    example: "rating: 4\nrating: 5",
    repair: "Removes one of the two fields. This is safe if both have the same value.",
    .file { check, file, _ in
      guard file.cause == .text(.duplicateKey) else { return [] }
      let start = file.offset ?? 0
      guard let document = try? Document(file.source, keepsDuplicateKeys: true), !document.nodes.isEmpty else {
        // The file also contains other YAML errors, so its entries cannot be compared.
        return [Finding(check, file, at: start..<start, file.reason, advice: "remove one of them")]
      }
      let entries = DuplicateKey.entries(of: document)
      let findings = DuplicateKey.pairs(entries.map { document.text(of: $0.key) }).findings {
        DuplicateKey.finding(check, file, document, entries[$0.first], entries[$0.second])
      }
      if !findings.isEmpty { return findings }
      return [
        Finding(
          check, file, at: DuplicateKey.key(at: start, in: document), "the key occurs twice in one mapping",
          advice: "remove one of them")
      ]
    })
}

/// Finds entries with the same key, and builds their repairs.
private enum DuplicateKey {
  struct Entry {
    var position: Int
    var key: Int
    var value: Int
    var line: Int
  }

  /// Returns the entries of a file with their line numbers, which are computed in a single pass.
  static func entries(of document: Document) -> [Entry] {
    var offset = 0
    var line = 1
    return document.entries(of: 0).enumerated().map { position, entry in
      let start = document.nodes[entry.key].content.lowerBound
      line += document.bytes[offset..<max(offset, start)].count { $0 == 0x0A }
      offset = max(offset, start)
      return Entry(position: position, key: entry.key, value: entry.value, line: line)
    }
  }

  /// Returns the positions of each repeated key and of the previous occurrence of the key.
  static func pairs(_ keys: [String?]) -> [(first: Int, second: Int)] {
    var seen: [String: Int] = [:]
    var pairs: [(first: Int, second: Int)] = []
    for (position, key) in keys.enumerated() {
      guard let key else { continue }
      if let first = seen[key] { pairs.append((first, position)) }
      seen[key] = position
    }
    return pairs
  }

  /// Returns the range of the key that starts at an offset.
  static func key(at offset: Int, in document: Document) -> Range<Int> {
    document.nodes.first { $0.kind == .scalar && $0.range.lowerBound == offset }?.content ?? offset..<offset
  }

  static func finding(
    _ check: Check, _ file: UnreadableFile, _ document: Document, _ first: Entry, _ second: Entry
  ) -> Finding {
    let key = document.text(of: first.key) ?? ""
    let texts = [first, second].map { shown(document, $0.value) }
    let isSame = values(document, first.value) == values(document, second.value)
    let lines = [first.line, second.line]
    let repairs =
      isSame && document.trailingComment(of: second.value) == nil
      ? [repair("take-out", "remove the second one, which has the same value", .nothing, file, second.position)]
      : [
        repair("keep-first", "keep \(texts[0]), line \(lines[0])", .choice, file, second.position),
        repair("keep-last", "keep \(texts[1]), line \(lines[1])", .choice, file, first.position),
      ]
    return Finding(
      check, file, at: document.nodes[second.key].content,
      "“\(key.firstLine)” is already in line \(lines[0]), "
        + (isSame ? "with the same value" : "as \(texts[0])"), field: key,
      advice: "remove one of them", repairs: repairs)
  }

  private static func repair(
    _ name: String, _ description: String, _ need: Repair.Need, _ file: UnreadableFile, _ entry: Int
  ) -> Repair {
    Repair(name, description, need, [.edit(path: file.path, [.remove([.entry(entry)])])])
  }

  /// Returns a value's text or the text of its list items. For any other value, returns the source.
  private static func values(_ document: Document, _ node: Int) -> [String] {
    let items = document.items(of: node)
    let nodes = items.isEmpty ? [node] : items
    return nodes.map {
      document.text(of: $0) ?? String(decoding: document.bytes[document.nodes[$0].content], as: UTF8.self)
    }
  }

  private static func shown(_ document: Document, _ node: Int) -> String {
    let values = values(document, node)
    return document.items(of: node).isEmpty
      ? "“\(values[0].firstLine)”" : "[\(values.joined(separator: ", ").firstLine)]"
  }
}
