extension Check {
  static let trackedState = Check(
    "tracked-state", .warning, "git tracks .shelf, which belongs to one copy of the library",
    reason: """
      It holds the history that `undo` takes back, and the changes that are being made, on one machine. In git it would \
      give others your history, and you theirs: so a change in it is not finished after a crash, and `undo` asks.
      """,
    example: ".shelf/history/00000001-0/entry.yaml",
    .library { check, examination in
      guard examination.history.tracksState else { return [] }
      return [
        Finding(
          check, path: ".shelf", "git tracks .shelf, which belongs to one copy of the library",
          advice: .untrack(path: ".shelf"))
      ]
    })
}
