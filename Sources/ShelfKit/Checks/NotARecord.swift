extension Check {
  static let notARecord = Check(
    "not-a-record", .error, "a file that is YAML, but no record",
    reason:
      "A record is one mapping of fields. A list, a text, several documents or nothing at all is missing from every list.",
    example: "- Dune\n- Emma",
    .file { check, file, _ in
      switch file.cause {
      case .empty:
        return [
          Finding(
            check, path: file.path, source: file.source, "is empty",
            advice: "delete it, or bring it back with `git checkout`")
        ]
      case .notMapping:
        let start = file.source.firstIndex { !$0.isBlankOrBreak } ?? 0
        return [Finding(check, path: file.path, source: file.source, at: start..<start, file.reason)]
      case .text(.severalDocuments):
        let start = file.offset ?? 0
        return [
          Finding(
            check, path: file.path, source: file.source, at: start..<start, "a second document begins here",
            advice: "a file holds one record: move the rest into a file of its own")
        ]
      default: return []
      }
    })
}

extension UInt8 {
  /// Whether it is a blank, a line break, or part of a byte order mark.
  fileprivate var isBlankOrBreak: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
