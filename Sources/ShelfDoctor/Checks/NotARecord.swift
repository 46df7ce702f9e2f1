import ShelfModel
import YAMLEdit

extension Check {
  static let notARecord = Check(
    "not-a-record", .error, "a YAML file that is not a record",
    reason: """
      A record is a single mapping of fields. If a file is empty, or contains a list, plain text or several documents, \
      its record is missing from every list.
      """,
    example: "- Dune\n- Emma",
    .file { check, file, _ in
      switch file.cause {
      case .empty:
        return [
          Finding(
            check, file, file.source.allSatisfy(\.isBlankOrBreak) ? "the file is empty" : "the file has only comments",
            advice: "write a record in it, or delete it")
        ]
      case .notMapping:
        let start = (try? Document(file.source)).flatMap { $0.nodes.first?.range.lowerBound } ?? 0
        return [
          Finding(
            check, file, at: start..<start, file.reason,
            advice: UnreadableFile.isLFSPointer(file.source)
              ? "`git lfs pull` downloads it"
              : "write each field on a separate line, or move the file out of the folders for records")
        ]
      case .text(.severalDocuments):
        let start = file.offset ?? 0
        return [
          Finding(
            check, file, at: start..<start, "a second document begins here",
            advice: "a file contains one record: move the rest to another file")
        ]
      default: return []
      }
    })
}

extension UInt8 {
  /// Whether the byte is a space, a tab, a line break, or part of a byte order mark.
  fileprivate var isBlankOrBreak: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
