extension Check {
  static let conflictMarkers = Check(
    "conflict-markers", .error, "conflict markers from an unfinished merge",
    reason: """
      The file contains two versions of the record, and shelf reads neither until you choose one. This check also \
      reports a file that one side of the merge changed and the other side deleted.
      """,
    example: """
      <<<<<<< HEAD
      rating: 4
      =======
      rating: 5
      >>>>>>> laptop
      """,
    .file { check, file, _ in
      guard file.cause == .text(.conflictMarkers), let start = file.offset else { return [] }
      let lines = file.source[start...].split(separator: 0x0A, omittingEmptySubsequences: false)
      func label(_ marker: String) -> String? {
        lines.first { $0.starts(with: marker.utf8) }
          .map { String(decoding: $0.dropFirst(marker.utf8.count), as: UTF8.self).trimmed.firstLine }
      }
      let sides = [label("<<<<<<< "), label(">>>>>>> ")].compactMap { $0 }.map { "“\($0)”" }
      let between = sides.count == 2 ? " between \(sides[0]) and \(sides[1])" : ""
      let end = start + (lines.first.map { $0.last == 0x0D ? $0.count - 1 : $0.count } ?? 0)
      return [
        Finding(
          check, file, at: start..<end, "unresolved merge conflict" + between,
          advice: .byHand(UnreadableYAML.conflictAdvice))
      ]
    },
    .library { check, examination in
      examination.history.modifiedAndDeleted.sorted { $0.key < $1.key }.map { path, isDeletedByOther in
        let sides = isDeletedByOther ? ("this", "the other") : ("the other", "this")
        return Finding(
          check, path: path,
          "unresolved merge conflict: \(sides.0) side changed the file, and \(sides.1) side deleted it",
          advice: .keepOrDelete)
      }
    })
}
