import ShelfModel
import ShelfStore
import ShelfText

extension Check {
  static let unusedGenre = Check(
    "unused-genre", .note, "a genre that no book has",
    reason: "The genre appears in every list of choices, although no book has it.",
    example: "name: Western   # and no book refers to it", repair: "Deletes the genre.",
    .library { check, examination in Unused.findings(check, .genre, by: "book", examination) })
}

/// Finds records that no other record refers to.
enum Unused {
  static func findings(_ check: Check, _ kind: Kind, by user: String, _ examination: Examination) -> [Finding] {
    let schema = examination.library.schema
    // An unreadable file may refer to the records.
    let isUnknown = examination.library.unreadable.contains { file in
      file.kind.map { schema.fields(of: $0).contains { $0.type.target == kind } } ?? false
    }
    if isUnknown { return [] }
    let unused = examination.library.records(of: kind).filter { record in
      Kind.allCases.allSatisfy { examination.library.count(of: $0, referringTo: record) == 0 }
    }
    if unused.isEmpty { return [] }
    let mentions = Mentions(of: kind, examination.library)
    return unused.filter { !mentions.include($0) }.map { record in
      Finding(
        check, record, kind.titleKey, at: record.items(of: schema.title(of: kind)).first?.range,
        "no \(user) has the \(kind.singular) “\(record.title.firstLine)”",
        repairs: [
          Repair(
            "delete", "delete the \(kind.singular)", .consent,
            [.write(path: record.path, old: record.source, new: nil)])
        ])
    }
  }
}

/// Reference values that are not ids in the usual form but may still identify a record of the kind.
private struct Mentions {
  private var names: Set<String> = []
  private var ids: Set<RecordID> = []
  /// The first eight digits of abbreviated ids.
  private var starts: Set<[UInt8]> = []

  init(of kind: Kind, _ library: Library) {
    let tables = Kind.allCases.map { source in library.schema.fields(of: source).map { $0.type.target == kind } }
    var texts: Set<String> = []
    for record in library.records {
      let fields = tables[Int(record.kind.rawValue)]
      guard fields.contains(true) else { continue }
      record.forEachText(in: fields) { text in
        if RecordID(utf8: text) == nil { texts.insert(String(decoding: text, as: UTF8.self)) }
      }
    }
    for text in texts {
      for part in [text] + text.split(separator: ",").map({ String($0).trimmed }) {
        names.insert(Folding.fold(part))
        if let id = OtherForm.id(in: part) { ids.insert(id) }
        if let digits = OtherForm.digits(in: part) { starts.insert(Array(digits.prefix(8))) }
      }
    }
  }

  func include(_ record: Record) -> Bool {
    names.contains(Folding.fold(record.title)) || ids.contains(record.id)
      || starts.contains { record.id.hasPrefix(hexDigits: $0) }
  }
}
