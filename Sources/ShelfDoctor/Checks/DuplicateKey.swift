import ShelfModel
import YAMLEdit

extension Check {
  static let duplicateKey = Check(
    "duplicate-key", .error, "a field that occurs twice in a file",
    reason: "YAML readers disagree about which one counts, so the file is not read at all.",
    example: "rating: 4\nrating: 5",
    repair: "Removes one of them. That is safe if both have the same value.",
    .file { check, file, _ in
      guard file.cause == .text(.duplicateKey) else { return [] }
      guard let document = try? Document(file.source, keepsDuplicateKeys: true), !document.nodes.isEmpty else {
        return []
      }
      let findings = DuplicateKey.pairs(document.entries(of: 0).map { document.text(of: $0.key) }).findings {
        DuplicateKey.finding(check, file, document, $0.first, $0.second)
      }
      if !findings.isEmpty { return findings }
      let start = file.offset ?? 0
      return [
        Finding(
          check, path: file.path, source: file.source, at: DuplicateKey.key(at: start, in: document),
          "the key occurs twice in one mapping",
          advice: "remove one of them")
      ]
    })
}

/// Entries of one key, and what can be done about them.
private enum DuplicateKey {
  /// Returns the position of each repeated key, with that of the first one of its name.
  static func pairs(_ keys: [String?]) -> [(first: Int, second: Int)] {
    var seen: [String: Int] = [:]
    var pairs: [(first: Int, second: Int)] = []
    for (position, key) in keys.enumerated() {
      guard let key else { continue }
      if let first = seen[key] { pairs.append((first, position)) } else { seen[key] = position }
    }
    return pairs
  }

  /// Returns the range of the key that starts at an offset.
  static func key(at offset: Int, in document: Document) -> Range<Int> {
    document.nodes.first { $0.kind == .scalar && $0.range.lowerBound == offset }?.content ?? offset..<offset
  }

  static func finding(
    _ check: Check, _ file: UnreadableFile, _ document: Document, _ first: Int, _ second: Int
  ) -> Finding {
    let entries = document.entries(of: 0)
    let key = document.text(of: entries[first].key) ?? ""
    let texts = [first, second].map { shown(document, entries[$0].value) }
    let isSame = values(document, entries[first].value) == values(document, entries[second].value)
    let lines = [first, second].map { document.place(of: document.nodes[entries[$0].key].content.lowerBound).line }
    let repairs =
      isSame && document.trailingComment(at: [.entry(second)]) == nil
      ? [repair("take-out", "remove the second one, which has the same value", .nothing, file, document, second)]
      : [
        repair("keep-first", "keep \(texts[0]), line \(lines[0])", .choice, file, document, second),
        repair("keep-last", "keep \(texts[1]), line \(lines[1])", .choice, file, document, first),
      ]
    return Finding(
      check, path: file.path, source: file.source, at: document.nodes[entries[second].key].content,
      "“\(key.firstLine)” is already in line \(lines[0]), "
        + (isSame ? "with the same value" : "as \(texts[0])"), field: key,
      advice: "remove one of them", repairs: repairs.compactMap { $0 })
  }

  private static func repair(
    _ name: String, _ description: String, _ need: Repair.Need, _ file: UnreadableFile, _ document: Document,
    _ entry: Int
  ) -> Repair? {
    guard let new = try? document.applying(.remove([.entry(entry)])) else { return nil }
    return Repair(name, description, need, [.write(path: file.path, old: file.source, new: new.bytes)])
  }

  /// Returns the texts in a value, or its source if it is neither a text nor a list of texts.
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
