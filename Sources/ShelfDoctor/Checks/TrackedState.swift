extension Check {
  static let trackedState = Check(
    "tracked-state", .warning, "git tracks .shelf, which belongs to one copy of the library",
    reason: """
      It contains the undo history and the changes in progress on one machine. In git, it would \
      give others your history, and you theirs. So shelf does not finish a change in it after a crash, and `undo` asks first.
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
