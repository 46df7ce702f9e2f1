import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let invalidID = Check(
    "invalid-id", .error, "an id that is not a UUID",
    reason:
      "Ids are UUIDs, so that two people never choose the same one. A record with another id is missing from every list.",
    example: "id: dune-1",
    repair: """
      Writes a new id, and updates the references to the old one. Safe if there are none, or if the id is only \
      written in an unusual form.
      """,
    .file { check, file, examination in
      guard file.cause == .invalidID else { return [] }
      guard let document = try? Document(file.source), let node = document.node(at: [.key(Field.idKey)]) else {
        return []
      }
      let old = document.text(of: node) ?? ""
      return [
        Finding(
          check, path: file.path, source: file.source, at: document.nodes[node].content,
          InvalidID.message(old), field: Field.idKey,
          repairs: [InvalidID.repair(old, file, examination)])
      ]
    })
}

private enum InvalidID {
  static func message(_ old: String) -> String {
    if old.isEmpty { return "the id is not a UUID" }
    return OtherForm.id(in: old) == nil ? "“\(old.firstLine)” is not a UUID" : "the UUID is not in the usual form"
  }

  static func repair(_ old: String, _ file: UnreadableFile, _ examination: Examination) -> Repair {
    if let id = OtherForm.id(in: old) {
      let isFree = examination.isFree(id, isCounted: Examination.id(in: file.source) == id)
      return Repair(
        "normalize", "write it as \(id)" + (isFree ? "" : ", which another file has too"), isFree ? .nothing : .choice,
        [.edit(path: file.path, [set(id)])])
    }
    let (id, origin) = LostID.find(for: file, examination)
    let references = old.isEmpty ? [] : references(to: old, file.kind, examination.library, id)
    let also = references.isEmpty ? "" : ", and update the references to “\(old.firstLine)”"
    return Repair(
      "new-id", "write \(origin.phrase)\(also)", references.isEmpty ? .nothing : .consent,
      [.edit(path: file.path, [set(id)])] + references)
  }

  private static func set(_ id: RecordID) -> Edit {
    .set([.key(Field.idKey)], .scalar(Scalar(id.description, form: .literal)))
  }

  /// Returns the edits of references that hold the old text instead of an id.
  private static func references(
    to old: String, _ kind: Kind?, _ library: Library, _ id: RecordID
  ) -> [Repair.Step] {
    guard let kind else { return [] }
    return library.schema.fields(referringTo: kind).flatMap { source, field in
      library.records(of: source).compactMap { record in
        let items = record.items(of: field).filter { $0.text == old }
        if items.isEmpty { return nil }
        return .edit(
          path: record.path, items.map { .set($0.path, .scalar(Scalar(id.description, form: .literal))) })
      }
    }
  }
}
