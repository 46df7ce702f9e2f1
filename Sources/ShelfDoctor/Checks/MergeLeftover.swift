extension Check {
  static let mergeLeftover = Check(
    "merge-leftover", .note, "a temporary file of an unfinished merge",
    reason: """
      A merge was killed before it could remove the file. No command reads the file, but `git add .` would add it to \
      the next commit.
      """,
    example: ".merge_file_a1b2c3",
    .library { check, examination in
      examination.mergeLeftovers.map { path in
        Finding(
          check, path: path, "a temporary file of an unfinished merge",
          advice: "delete it, unless git is merging right now")
      }
    })
}
