extension Check {
  static let unusedGenre = Check(
    "unused-genre", .note, "a genre that no book has", reason: "It is in every list of choices, and leads nowhere.",
    example: "name: Western   # and no book refers to it", repair: "Deletes the genre.",
    .library { check, examination in Unused.findings(check, .genre, by: .book, examination) })
}

/// Records that nothing refers to.
enum Unused {
  static func findings(_ check: Check, _ kind: Kind, by source: Kind, _ examination: Examination) -> [Finding] {
    // Who refers to it may be in a file that cannot be read.
    if examination.library.unreadable.contains(where: { $0.kind == source }) { return [] }
    return examination.library.records(of: kind).filter { record in
      Kind.allCases.allSatisfy { examination.library.count(of: $0, referringTo: record) == 0 }
    }.map { record in
      let field = examination.library.schema.field(kind.titleKey, of: kind)
      return Finding(
        check, record, kind.titleKey, at: field.flatMap { record.items(of: $0).first?.range },
        "no \(source.singular) has the \(kind.singular) “\(record.title.firstLine)”",
        repairs: [
          Repair(
            "delete", "delete the \(kind.singular)", .consent,
            [.write(path: record.path, old: record.source, new: nil)])
        ])
    }
  }
}
