import ShelfStore

extension Check {
  static let doubtedChange = Check(
    "doubted-change", .warning, "a change in .shelf that is not trusted, and so not finished",
    reason: """
      A change that was interrupted is finished by the next command. One that may be someone else's, or is about files \
      that are not a library's own, is left as it is: lists show the files without it, and nothing can be changed until \
      it is gone.
      """,
    example: ".shelf/pending/entry.yaml: paths: [.git/hooks/pre-commit]",
    .library { check, examination in
      guard let doubt = examination.doubt else { return [] }
      let path = doubt.path.dropFirst(examination.library.root.count + 1)
      return [Finding(check, path: String(path), message(doubt), advice: .byHand(advice(doubt)))]
    })

  private static func message(_ doubt: JournalDistrust) -> String {
    switch doubt {
    case .otherOwner: "belongs to another user, so it is neither believed nor written to"
    case .noFolder: "is not a folder, so it is neither believed nor written to"
    case .tracked: "holds a change that may be someone else's, because git tracks it"
    case .foreign(_, let file): "holds a change of “\(file)”, which no change of a library touches"
    case .unreadable: "holds a change that was interrupted and cannot be read"
    }
  }

  private static func advice(_ doubt: JournalDistrust) -> String {
    switch doubt {
    case .otherOwner: "if you trust who writes there, add the library to git's setting safe.directory; else remove it"
    case .noFolder, .foreign: "look where it came from, and remove it"
    case .tracked: "have git forget .shelf, and remove “pending” and “undone” from it"
    case .unreadable: "move it out of .shelf; the contents in it may be missing in the library"
    }
  }
}
