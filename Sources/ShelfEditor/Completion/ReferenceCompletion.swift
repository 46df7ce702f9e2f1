import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText
import YAMLEdit

extension Snapshot {
  /// Returns records to refer to, by any part of their names; those that the field has already are left out.
  func records(of target: Kind, _ field: Field, _ context: LineContext) -> [Candidate] {
    let typed = context.typed
    // What is typed over an id that is there is looked for among all records.
    let present = presentIDs(field, but: context)
    let search = TitleSearch(String(typed.prefix { $0 != "#" }))
    var found = search.best(Snapshot.mostCandidates, of: library.records(of: target)) { present.contains($0.id) }
    if typed.isEmpty, target.hasUniqueNames {
      found.sort { library.relations.count(of: $0, in: library) > library.relations.count(of: $1, in: library) }
    }
    var candidates = found.map { reference($0, context) }
    if target.isMadeByName, let new = creation(of: target, context, found) { candidates.append(new) }
    return candidates
  }

  private func reference(_ record: Record, _ context: LineContext) -> Candidate {
    let name = CommentText.line(record.title)
    let isAlone = context.isFlow || context.quote != nil || name.isEmpty
    let id = record.id.description
    return Candidate(
      label: record.title.isEmpty ? id : Snapshot.short(record.title), text: isAlone ? id : "\(id) # \(name)",
      detail: RecordNote.detail(of: record, library),
      documentation: client.resolvesDocumentation ? "" : RecordNote(self, client.documentation).page(of: record),
      kind: 18,
      record: record.id)
  }

  /// Returns the ids in other lines of a field.
  private func presentIDs(_ field: Field, but context: LineContext) -> Set<RecordID> {
    guard field.type.isList, let old = lastRecord else { return [] }
    let own = String(decoding: text.bytes[context.range].prefix(36), as: UTF8.self)
    return Set(
      old.texts(of: field).filter { $0 != own }.compactMap { RecordID($0) }.filter { id in
        ByteSearch.holds(Array(id.description.utf8), in: text.bytes)
      })
  }

  /// Returns the offer to create a record that nothing has the name of.
  private func creation(of kind: Kind, _ context: LineContext, _ found: [Record]) -> Candidate? {
    let name = context.typed.trimmed
    guard !name.isEmpty, RecordID(name) == nil, !name.contains("#"),
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
      !found.contains(where: { Folding.fold($0.title) == Folding.fold(name) })
    else { return nil }
    // The id is made when the request comes, so that an offer that is not taken leaves nothing behind.
    let arguments: JSON = [
      "uri": .text(text.uri), "kind": .text(kind.singular), "name": .text(name),
      "line": .integer(index.line(of: context.range.lowerBound)),
    ]
    return Candidate(
      label: "Create the \(kind.singular) “\(Snapshot.short(name))”", text: name, detail: "a new \(kind.singular)",
      kind: 4,
      command: [
        "title": "Create the \(kind.singular)", "command": .text(ServerCommand.create.rawValue),
        "arguments": [arguments],
      ])
  }
}

extension Relations {
  /// Returns how many records refer to one.
  fileprivate func count(of record: Record, in library: Library) -> Int {
    library.position(of: record.id).map { sources(of: $0).count } ?? 0
  }
}

extension ByteSearch {
  /// Returns whether a text contains another one.
  static func holds(_ wanted: [UInt8], in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { contains(wanted, in: $0) }
  }
}
