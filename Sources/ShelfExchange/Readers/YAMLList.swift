import ShelfModel
import ShelfText
import YAMLEdit

extension ImportFormat {
  /// Reading lists in YAML, as web sites of their owners keep them, and the `info.yaml` of papis.
  static let yaml = ImportFormat(
    name: "yaml", title: "YAML list",
    takes: "a reading list, keys by --map; info.yaml of papis; the front matter of a note about a book",
    origin: "your web site, or papis", isInFolders: false, isGeneric: true,
    isOwn: { $0.contains("\n\(MarkdownNotes.idKey): ") || $0.contains("papis_id: ") },
    recognizes: { probe in
      var lines = probe.text.split(separator: "\n")[...]
      // A note about a book tells of it in its front matter.
      if lines.first == "---" { lines = lines.dropFirst().prefix { $0 != "---" } }
      guard !probe.isDatabase, probe.first != "<", !probe.contains("kindle-sync:") else { return false }
      // `[{title: …}]` begins like JSON.
      if probe.isJSON, probe.tree != nil || probe.file.bytes.count > SourceProbe.mostTree { return false }
      if let tree = probe.yaml { return GenericList.isPlain(tree, probe.maps) }
      let keys = Set(
        lines.filter { $0.contains(":") }.map { line in
          line.drop { " -\t\"'".contains($0) }.prefix { $0 != ":" && $0 != "\"" && $0 != "'" }.lowercased()
        })
      return !probe.isJSON && !keys.isDisjoint(with: ["title", "name"])
        && !keys.isDisjoint(
          with: [
            "author", "authors", "isbn", "writer", "author_list", "rating", "finished", MarkdownNotes.idKey,
          ])
    },
    read: { file, options, batch throws(SourceError) in
      let text = TextDecoding(file.bytes)
      batch.tell(text)
      let front = frontMatter(text.bytes)
      if let front, isBook(text.bytes[front.count...].dropFirst(3)) {
        throw SourceError("it holds more than one document; each needs a file", in: file.path)
      }
      let document: Document
      do throws(YAMLError) {
        if let front, text.bytes[front.count...].contains(where: { $0 > 0x20 && $0 != 0x2D }) {
          batch.notes.append("the text below the front matter of \(file.path) was left out")
        }
        document = try Document(front ?? text.bytes, keepsDuplicateKeys: true)
      } catch {
        let place = YAMLError.place(of: error.offset, in: text.bytes)
        throw SourceError(error.message, in: file.path, line: place.line, column: place.column)
      }
      guard !document.nodes.isEmpty else { throw SourceError("the file is empty", in: file.path) }
      batch.rejects.form = .yaml
      var tree = YAMLTree(document)
      try GenericList.readTree(tree.value(of: 0), line: 1, options, into: &batch, in: file)
    })
}

/// YAML of other formats than a list.
enum YAMLText {
  /// Returns what a file, or its front matter, holds; nil if it does not read, or is too large to try.
  static func tree(of probe: SourceProbe) -> JSONValue? {
    guard let document = document(of: probe) else { return nil }
    var tree = YAMLTree(document)
    return tree.value(of: 0)
  }
}

/// Returns what a file, or its front matter, holds; nil if it does not read, or is too large to try.
private func document(of probe: SourceProbe) -> Document? {
  guard probe.text.contains(":") || probe.first == "-" else {
    return nil
  }
  let bytes = TextDecoding(probe.file.bytes).bytes
  guard let document = try? Document(frontMatter(bytes) ?? bytes, keepsDuplicateKeys: true) else { return nil }
  return document.nodes.isEmpty ? nil : document
}

/// Returns the front matter of a note, up to the line that closes it; nil if a file is not a note.
private func frontMatter(_ bytes: [UInt8]) -> [UInt8]? {
  guard bytes.starts(with: Array("---\n".utf8)) || bytes.starts(with: Array("---\r\n".utf8)) else { return nil }
  var start = 0
  for end in bytes.indices where bytes[end] == 0x0A {
    let line = bytes[start..<end]
    if start > 0, line.elementsEqual("---".utf8) || line.elementsEqual("---\r".utf8) { return Array(bytes[..<start]) }
    start = end + 1
  }
  return nil
}

/// Returns whether what follows the line that closes a document is another one with a title.
private func isBook(_ bytes: ArraySlice<UInt8>) -> Bool {
  let rest = bytes.drop { $0 != 0x0A }
  guard let document = try? Document(Array(rest)), document.nodes.first?.kind == .mapping else { return false }
  return document.entries(of: 0).contains { document.text(of: $0.key).map { ["title", "name"].contains($0) } ?? false }
}

/// A YAML document as the tree that JSON has.
private struct YAMLTree {
  private let document: Document
  /// The offsets at which lines begin.
  private let starts: [Int]
  /// How many aliases lead to the node that is read, and how many nodes aliases have stood for.
  private var depth = 0
  private var copied = 0
  private static let mostDepth = 32
  private static let mostCopied = 1_000_000

  init(_ document: Document) {
    self.document = document
    starts = [0] + document.bytes.indices.filter { document.bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  mutating func value(of node: Int) -> JSONValue {
    switch document.nodes[node].kind {
    case .scalar:
      let text = document.text(of: node) ?? ""
      return text.isEmpty || text == "~" || text == "null" ? .null : .text(text)
    case .alias:
      // Aliases of aliases of aliases stand for more than fits anywhere.
      let target = document.nodes[node].target
      let size = document.nodes[target].next - target
      guard depth < YAMLTree.mostDepth, copied + size < YAMLTree.mostCopied else { return .null }
      copied += size
      depth += 1
      defer { depth -= 1 }
      return value(of: target)
    case .sequence:
      return .array(
        document.items(of: node).map { item in
          JSONValue.Item(value: value(of: item), line: line(of: item), range: document.nodes[item].range)
        })
    case .mapping:
      var members: [JSONValue.Member] = []
      for (key, child) in document.entries(of: node) {
        members.append(
          JSONValue.Member(key: document.text(of: key) ?? "", value: value(of: child), line: line(of: key)))
      }
      members = merged(members)
      return .object(papis(members))
    }
  }

  /// Takes what `<<` names into a mapping, as far as it does not say something else itself.
  private func merged(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard let merge = members.first(where: { $0.key == "<<" }) else { return members }
    var all = members.filter { $0.key != "<<" }
    let others = merge.value.isArray ? merge.value.items.map(\.value) : [merge.value]
    var known = Set(all.map(\.key))
    for member in others.flatMap(\.members) where known.insert(member.key).inserted { all.append(member) }
    return all
  }

  private func line(of node: Int) -> Int {
    let offset = document.nodes[node].range.lowerBound
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Says in other keys what papis says in two forms: `author_list` is exact where `author` is one text.
  private func papis(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard let list = members.first(where: { $0.key == "author_list" }) else { return members }
    let names = list.value.items.compactMap { item -> JSONValue.Item? in
      let given = item.value["given"]?.text ?? item.value["given_name"]?.text ?? ""
      let family = item.value["family"]?.text ?? item.value["surname"]?.text ?? ""
      let name = PersonName.collapse("\(given) \(family)")
      return name.isEmpty ? nil : JSONValue.Item(value: .text(name), line: item.line, range: item.range)
    }
    guard !names.isEmpty else { return members }
    return members.filter { !["author", "author_list"].contains($0.key) }.map { member in
      // Tags stand in one text, between spaces.
      guard member.key == "tags", let text = member.value.text else { return member }
      let tags = text.split(separator: " ").map {
        JSONValue.Item(value: .text(String($0)), line: member.line, range: 0..<0)
      }
      return JSONValue.Member(key: "tags", value: .array(tags), line: member.line)
    } + [JSONValue.Member(key: "author", value: .array(names), line: list.line)]
  }
}
