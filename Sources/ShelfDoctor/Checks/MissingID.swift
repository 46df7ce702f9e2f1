import ShelfModel
import YAMLEdit

extension Check {
  static let missingID = Check(
    "missing-id", .error, "a record without an id",
    reason: "Other files refer to a record by its id. Without an id, the record is missing from every list.",
    example: "title: Dune",
    repair: """
      Writes the id that the file had in git. If git has no such id, writes an id that other files refer to, provided \
      that the file name ends with the first digits of this id, or that the comment after such a reference is the \
      record's name. If it is doubtful which id is right, asks you to choose. If no id is found, writes a new one. If \
      the fields show that the file is in the wrong folder, does nothing without your consent.
      """,
    .file { check, file, examination in
      guard file.cause == .missingID else { return [] }
      let document = try? Document(file.source)
      if file.path.hasSuffix("/" + Manifest.fileName), document?.node(at: [.key("format")]) != nil {
        return [
          Finding(check, file, "is the manifest of a library inside this one", advice: "move that library elsewhere")
        ]
      }
      let isThere = document?.node(at: [.key(Field.idKey)]) != nil
      func step(_ id: RecordID) -> Repair.Step {
        let value = Value.scalar(Scalar(id.description, form: .literal))
        return .edit(
          path: file.path,
          [isThere ? .set([.key(Field.idKey)], value) : .insert(key: Field.idKey, value, into: [], after: nil)])
      }
      let answer = examination.lostIDs.answer(for: file.path)
      var repairs = answer.repairs(writing: step)
      if repairs.isEmpty || !answer.isFound {
        let isSafe = !examination.lostIDs.isMisplaced(file.path)
        let need: Repair.Need = !repairs.isEmpty ? .choice : isSafe ? .nothing : .consent
        repairs.append(Repair("new-id", "write a new id", need, [step(examination.newID())]))
      }
      return [Finding(check, file, isThere ? "the id is empty" : "has no id", field: Field.idKey, repairs: repairs)]
    })
}

extension LostIDs.Answer {
  /// Whether the id is known with certainty.
  var isFound: Bool { if case .found = self { true } else { false } }

  /// Returns the repairs that write a lost id: a single repair if the id is known, otherwise one for each candidate to
  /// choose from.
  ///
  /// - Parameter need: the approval that writing a known id requires.
  func repairs(_ need: Repair.Need = .nothing, writing step: (RecordID) -> Repair.Step) -> [Repair] {
    switch self {
    case .found(let candidate): [Repair("old-id", "write \(candidate.phrase)", need, [step(candidate.id)])]
    case .doubtful(let candidates):
      candidates.map { candidate in
        let name = candidates.count == 1 ? "old-id" : "old-id-\(candidate.id.short)"
        return Repair(name, "write \(candidate.phrase)", .choice, [step(candidate.id)])
      }
    case .unknown: []
    }
  }
}
