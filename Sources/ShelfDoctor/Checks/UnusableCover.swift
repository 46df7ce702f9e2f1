import ShelfFormats
import ShelfModel
import ShelfStore

extension Check {
  static let unusableCover = Check(
    "unusable-cover", .warning, "a cover that is not a picture",
    reason: """
      Covers are JPEG or PNG, and files of their own: a link is not followed, since it may lead out of the library, and a \
      file that only its name makes a picture is shown nowhere.
      """,
    example: "covers/dune-1a2b3c4d.jpg   # which begins with <html>",
    repair: "Deletes the file.",
    .library { check, examination in
      if let problem = examination.covers.problem {
        return [
          Finding(
            check, path: CoverPath.folder, "the folder cannot be listed: \(problem.reason)", advice: "allow reading it")
        ]
      }
      return examination.covers.covers.files.compactMap { file in
        let complaint: String
        switch examination.covers.look(at: file) {
        case .image: return nil
        case .lfsPointer:
          return Finding(
            check, path: file.path, "it is a Git LFS pointer, whose picture has not been downloaded",
            advice: "`git lfs pull` downloads it")
        case .noImage: complaint = "it is neither a JPEG nor a PNG, whatever its name says"
        case .unreadable:
          complaint = file.isRegular ? "it cannot be read" : "it is not a regular file, and is not opened"
        }
        return Finding(
          check, path: file.path, complaint, advice: "put the picture itself there with `shelf book cover --from`",
          repairs: CoverOwners.deletion(of: file, .choice, examination))
      }
    })
}
