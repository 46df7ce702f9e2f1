import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText
import YAMLEdit

extension Snapshot {
  /// Returns the records that a reference can point to, found by any part of their names. Omits records that the field
  /// already contains.
  func records(of target: Kind, _ field: Field, _ context: LineContext) -> [Candidate] {
    let typed = context.typed
    // The id under the cursor is not omitted, so that it is still offered while the user types over it.
    let present = presentIDs(field, but: context)
    let search = TitleSearch(String(typed.prefix { $0 != "#" }))
    var found = search.best(Snapshot.maxCandidates, of: library.records(of: target)) { present.contains($0.id) }
    if typed.isEmpty, target.hasUniqueNames {
      found.sort { library.referrers(of: $0) > library.referrers(of: $1) }
    }
    var candidates = found.map { reference($0, context) }
    if target.isMadeByName, let new = creation(of: target, context, found) { candidates.append(new) }
    return candidates
  }

  func reference(_ record: Record, _ context: LineContext) -> Candidate {
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

  /// Returns the ids in the field, apart from the one under the cursor.
  private func presentIDs(_ field: Field, but context: LineContext) -> Set<RecordID> {
    guard field.type.isList, let old = lastRecord else { return [] }
    let own = String(decoding: text.bytes[context.range].prefix(36), as: UTF8.self)
    return Set(
      old.texts(of: field).filter { $0 != own }.compactMap { RecordID($0) }.filter { id in
        ByteSearch.holds(Array(id.description.utf8), in: text.bytes)
      })
  }

  /// Returns a candidate that creates a record with the typed name, or nil if a record has that name.
  private func creation(of kind: Kind, _ context: LineContext, _ found: [Record]) -> Candidate? {
    let name = context.typed.trimmed
    guard !name.isEmpty, RecordID(name) == nil, !name.contains("#"),
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
      !found.contains(where: { Folding.fold($0.title) == Folding.fold(name) })
    else { return nil }
    // The id is generated when the command runs, so that an ignored candidate leaves no trace.
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

extension Library {
  fileprivate func referrers(of record: Record) -> Int { position(of: record.id).map { referrers[$0].count } ?? 0 }
}

extension ByteSearch {
  /// Returns whether the text contains a sequence of bytes.
  static func holds(_ wanted: [UInt8], in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { contains(wanted, in: $0) }
  }
}
