extension Check {
  static let unsafePath = Check(
    "unsafe-path", .error, "a symbolic link, a pipe, or an unusable file name",
    reason: """
      A link can lead outside the library. Its target is then not in git, and shelf would write changes outside the \
      library. For this reason, shelf does not follow links, and the records that they lead to are missing from every \
      list.
      """,
    example: "books/dune.yaml -> /home/anna/dune.yaml",
    .file { check, file, _ in
      guard file.cause == .unsafePath else { return [] }
      return [Finding(check, path: file.path, file.reason)]
    })
}
