import ShelfFormats
import ShelfText
import YAMLEdit

extension ImportFormat {
  /// Reading lists in YAML that people keep for their web sites, papis's `info.yaml`, and notes with front matter.
  static let yaml = ImportFormat(
    name: "yaml", title: "YAML list",
    summary: "a reading list, keys with --map; info.yaml from papis; the front matter of a note about a book",
    origin: "your web site, or papis", isInFolders: false, isGeneric: true,
    isOwn: { $0.contains("\n\(NoteKey.id): ") || $0.contains("papis_id: ") },
    recognizes: { probe in
      var lines = probe.text.split(separator: "\n")[...]
      // A note describes its book in the front matter.
      if lines.first == "---" { lines = lines.dropFirst().prefix { $0 != "---" } }
      guard !probe.isDatabase, probe.first != "<", !probe.contains("kindle-sync:") else { return false }
      // A YAML list such as `[{title: …}]` begins like JSON.
      if probe.isJSON, probe.tree != nil || probe.file.bytes.count > SourceProbe.maxTree { return false }
      if let tree = probe.yaml {
        return tree[NoteKey.id] != nil || ShelfList.isTree(tree) || GenericList.isPlain(tree, probe.maps)
      }
      let keys = Set(
        lines.filter { $0.contains(":") }.map { line in
          line.drop { " -\t\"'".contains($0) }.prefix { $0 != ":" && $0 != "\"" && $0 != "'" }.lowercased()
        })
      return !probe.isJSON && !keys.isDisjoint(with: ["title", "name"])
        && !keys.isDisjoint(
          with: [
            "author", "authors", "isbn", "writer", "author_list", "rating", "finished", NoteKey.id,
          ])
    },
    firstSign: { $0.yaml == nil ? .max : 1 },
    read: { file, options, batch throws(SourceError) in
      let text = batch.text(of: file)
      if try ShelfNote.read(text.bytes, file, options, into: &batch) { return }
      let front = YAMLText.frontMatter(text.bytes)
      batch.rejects.form = .yaml
      // In a note, text that is not YAML follows a single document.
      if let all = YAMLText.documents(text.bytes), front == nil || all.items[1].value.hasTitle {
        if try ShelfList.isRead(all, options, into: &batch, in: file) { return }
        return try GenericList.readTree(all, options, into: &batch, in: file)
      }
      let document: Document
      do throws(YAMLError) {
        if let front, text.bytes[front.count...].contains(where: { $0 > 0x20 && $0 != 0x2D }) {
          batch.notes.append("the text below the front matter of \(file.path) was skipped")
        }
        document = try Document(front ?? text.bytes, keepsDuplicateKeys: true)
      } catch {
        let place = YAMLError.place(of: error.offset, in: text.bytes)
        throw SourceError(error.message, in: file.path, line: place.line, column: place.column)
      }
      guard !document.nodes.isEmpty else { throw SourceError("the file is empty", in: file.path) }
      let plain = YAMLText.tree(of: document)
      if front == nil, try ShelfList.isRead(plain, options, into: &batch, in: file) { return }
      let tree = YAMLText.titled(plain, text.bytes, file)
      try GenericList.readTree(tree, options, into: &batch, in: file)
    })
}

extension JSONValue {
  fileprivate var hasTitle: Bool { members.contains { ["title", "name"].contains($0.key) } }
}
