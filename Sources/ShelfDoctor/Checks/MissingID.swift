import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let missingID = Check(
    "missing-id", .error, "a record without an id",
    reason: "The id is what other files refer to. Without one the record is missing from every list.",
    example: "title: Dune",
    repair: """
      Gives the record the id that its file had in the last commit, or one that other files refer to and that its file \
      name starts with, or else a new one.
      """,
    .file { check, file, examination in
      guard file.cause == .missingID else { return [] }
      let (id, origin) = LostID.find(for: file, examination)
      let document = try? Document(file.source)
      if file.path.hasSuffix("/" + Manifest.fileName), document?.node(at: [.key("format")]) != nil {
        return [
          Finding(
            check, path: file.path, source: file.source, "is the manifest of a library inside this one",
            advice: "move that library elsewhere")
        ]
      }
      let isThere = document?.node(at: [.key(Field.idKey)]) != nil
      let value = Value.scalar(Scalar(id.description, form: .literal))
      let edit: Edit =
        isThere ? .set([.key(Field.idKey)], value) : .insert(key: Field.idKey, value, into: [], after: nil)
      return [
        Finding(
          check, path: file.path, source: file.source, isThere ? "the id is empty" : "has no id", field: Field.idKey,
          repairs: [Repair("new-id", "write \(origin.phrase)", .nothing, [.edit(path: file.path, [edit])])])
      ]
    })
}

/// The id that a record has lost.
enum LostID {
  /// Where an id comes from.
  enum Origin {
    case commit(RecordID)
    case references(RecordID)
    case new

    /// The words for it: "the id … as in the last commit", "a new id".
    var phrase: String {
      switch self {
      case .commit(let id): "the id \(id), as in the last commit"
      case .references(let id): "the id \(id), to which other files refer"
      case .new: "a new id"
      }
    }
  }

  /// Returns the id that a file should have, and where it comes from.
  static func find(for file: UnreadableFile, _ examination: Examination) -> (id: RecordID, origin: Origin) {
    if let bytes = examination.history.committed[file.path], let id = Examination.id(in: bytes),
      examination.isFree(id, isCounted: false), examination.isLostOnce(id)
    {
      return (id, .commit(id))
    }
    let digits = RecordPath.stem(file.path).utf8.suffix(8).compactMap(RecordID.hexDigit)
    let named = examination.dangling.filter { digits.count == 8 && $0.hasPrefix(hexDigits: digits) }
    if let id = named.first, named.count == 1, examination.isFree(id, isCounted: false),
      examination.isLostOnce(id)
    {
      return (id, .references(id))
    }
    return (examination.newID(), .new)
  }
}
