import YAMLEdit

extension Check {
  static let unusableText = Check(
    "unusable-text", .error, "text in another encoding, with control characters, or indented with tabs",
    reason: """
      Records are UTF-8 text, and YAML does not allow tabs for indentation. shelf accepts a byte order mark at the \
      start of a file, but because of it, other tools may not find the first field. If a byte order mark is the only \
      fault of the file, shelf reports only a note.
      """,
    example: "genres:\n\t- 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10",
    repair: """
      Converts the text to UTF-8 and tabs to spaces, and removes a byte order mark. This is safe if no character is \
      lost. If shelf has to guess the encoding or drop characters, it asks you to choose.
      """,
    .file { check, file, _ in
      if let repair = TextRepair.tabs(in: file) {
        let start = TextRepair.indentingTab(in: file.source) ?? 0
        return [Finding(check, file, at: start..<start + 1, "found a tab where YAML expects spaces", repairs: [repair])]
      }
      guard file.cause == .text(.encoding) else { return [] }
      let start = file.offset ?? 0
      let repairs = TextRepair.encodings(of: file)
      let isText = String(validating: file.source, as: UTF8.self) != nil
      let isOther = file.source.starts(with: [0xFE, 0xFF]) || file.source.starts(with: [0xFF, 0xFE])
      return [
        Finding(
          check, file, at: start..<start, isText || isOther ? file.reason : "this is not UTF-8 text",
          advice: isText ? "remove them" : "save the file as UTF-8 text", repairs: repairs)
      ]
    },
    .record { check, record, _ in
      guard record.source.starts(with: TextRepair.byteOrderMark) else { return [] }
      let new = Array(record.source.dropFirst(3))
      var finding = Finding(
        check, record, at: 0..<0, "the file starts with a byte order mark",
        repairs: [
          Repair(
            "take-out", "remove the byte order mark", .nothing,
            [.write(path: record.path, old: record.source, new: new)])
        ])
      finding.severity = .note
      return [finding]
    })
}
