extension Check {
  static let trackedState = Check(
    "tracked-state", .warning, "git tracks .shelf, which belongs to one copy of the library",
    reason: """
      The folder contains the undo history and the unfinished changes of one machine. If git tracks the folder, \
      others get your history, and you get theirs. After a crash, shelf therefore does not finish the changes in this \
      folder, and `undo` asks before it changes anything.
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
