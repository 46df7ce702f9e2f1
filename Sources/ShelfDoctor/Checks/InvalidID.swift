import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let invalidID = Check(
    "invalid-id", .error, "an id that is not a UUID",
    reason:
      "Ids are UUIDs, so that two people never choose the same one. A record with any other id is missing from every list.",
    example: "id: dune-1",
    repair: """
      Writes the id that the file had in git, the id that both the name and the text of the file suggest, or an id \
      that other files refer to. This is safe if there is only one such id, or if the id is merely written in an \
      unusual form, unless the fields show that the file is in the wrong folder. If no id is found, writes a new one, \
      and updates references to the invalid id.
      """,
    .file { check, file, examination in
      guard file.cause == .invalidID else { return [] }
      guard let document = try? Document(file.source), let node = document.node(at: [.key(Field.idKey)]) else {
        return []
      }
      let old = document.text(of: node) ?? ""
      return [
        Finding(
          check, file, at: document.nodes[node].content, InvalidID.message(old), field: Field.idKey,
          repairs: InvalidID.repairs(old, file, examination))
      ]
    })
}

private enum InvalidID {
  static func message(_ old: String) -> String {
    if old.isEmpty { return "the id is not a UUID" }
    return OtherForm.id(in: old) == nil ? "“\(old.firstLine)” is not a UUID" : "the UUID is written in an unusual form"
  }

  static func repairs(_ old: String, _ file: UnreadableFile, _ examination: Examination) -> [Repair] {
    if let id = OtherForm.id(in: old) {
      let isFree =
        examination.isFree(id, isCounted: Examination.id(in: file.source) == id)
        && !examination.lostIDs.isContested(id)
      return [
        Repair(
          "normalize", "write it as \(id)" + (isFree ? "" : ", which another file also has"),
          !isFree ? .choice : examination.lostIDs.isMisplaced(file.path) ? .consent : .nothing,
          [.edit(path: file.path, [set(id)])])
      ]
    }
    let answer = examination.lostIDs.answer(for: file.path)
    let new = examination.newID()
    let references = old.isEmpty ? [] : references(to: old, file.kind, examination.library, new)
    let repairs = answer.repairs(references.isEmpty ? .nothing : .choice) { .edit(path: file.path, [set($0)]) }
    if answer.isFound, references.isEmpty { return repairs }
    let also = references.isEmpty ? "" : ", and update the references to “\(old.firstLine)”"
    // References with the same text show that the text identifies the record, although it is not a UUID.
    let need: Repair.Need = references.isEmpty || !repairs.isEmpty ? .choice : .consent
    return repairs + [
      Repair("new-id", "write a new id\(also)", need, [.edit(path: file.path, [set(new)])] + references)
    ]
  }

  private static func set(_ id: RecordID) -> Edit {
    .set([.key(Field.idKey)], .scalar(Scalar(id.description, form: .literal)))
  }

  /// Returns the edits for references that contain the old text instead of an id.
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
