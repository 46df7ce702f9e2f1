import ShelfStore

extension Check {
  static let doubtedChange = Check(
    "doubted-change", .warning, "an unfinished change in .shelf that shelf does not trust",
    reason: """
      Normally, the next command finishes an interrupted change. If the change might come from somebody else, or if \
      it affects files outside the library, shelf leaves it alone: lists ignore it, and you cannot modify the library \
      until you remove it.
      """,
    example: ".shelf/pending/entry.yaml: paths: [.git/hooks/pre-commit]",
    .library { check, examination in
      guard let distrust = examination.distrust else { return [] }
      let path = distrust.path.dropFirst(examination.library.root.count + 1)
      return [Finding(check, path: String(path), message(distrust), advice: .byHand(advice(distrust)))]
    })

  private static func message(_ distrust: JournalDistrust) -> String {
    switch distrust {
    case .otherOwner: "belongs to another user, so shelf neither trusts it nor writes to it"
    case .noFolder: "is not a folder, so shelf neither trusts it nor writes to it"
    case .tracked: "contains a change that may be someone else's, because git tracks it"
    case .foreign(_, let file): "contains a change to “\(file)”, a file that shelf never changes"
    case .unreadable: "contains an interrupted change that cannot be read"
    }
  }

  private static func advice(_ distrust: JournalDistrust) -> String {
    switch distrust {
    case .otherOwner: "if you trust that user, add the library to git's setting safe.directory; otherwise, remove it"
    case .noFolder, .foreign: "find out where it came from, and remove it"
    case .tracked: "stop tracking .shelf with git, and delete “pending” and “undone” in it"
    case .unreadable: "move it out of .shelf; it may contain data that is missing from the library"
    }
  }
}
