import ShelfModel
import ShelfStore

extension Check {
  static let unusableCover = Check(
    "unusable-cover", .warning, "a cover that is not a picture",
    reason: """
      Covers are regular files in JPEG or PNG format. shelf does not follow a link, because it may lead outside the \
      library, and does not show a file that has the name of a picture but is not one.
      """,
    example: "covers/dune-1a2b3c4d.jpg   # which begins with <html>",
    repair: "Deletes the file.",
    .library { check, examination in
      if let problem = examination.covers.problem {
        return [
          Finding(
            check, path: CoverPath.folder, "the folder cannot be listed: \(problem.reason)", advice: "make it readable")
        ]
      }
      return examination.covers.covers.files.compactMap { file in
        let complaint: String
        switch examination.covers.look(at: file) {
        case .image: return nil
        case .lfsPointer:
          return Finding(
            check, path: file.path, "it is a Git LFS pointer to a picture that has not been downloaded",
            advice: "`git lfs pull` downloads it")
        case .noImage: complaint = "it is neither a JPEG nor a PNG, despite its name"
        case .unreadable:
          complaint = file.isRegular ? "it cannot be read" : "it is not a regular file, so shelf does not open it"
        }
        return Finding(
          check, path: file.path, complaint, advice: "add the picture itself with `shelf book cover --from`",
          repairs: CoverOwners.deletion(of: file, .choice, examination))
      }
    })
}
