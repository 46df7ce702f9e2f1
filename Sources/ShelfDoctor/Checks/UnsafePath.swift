extension Check {
  static let unsafePath = Check(
    "unsafe-path", .error, "a symbolic link, a pipe, or an unusable file name",
    reason: """
      A link can lead outside the library: its target is not in git, and a change would be written elsewhere. shelf \
      does not follow links, and their targets are missing from every list.
      """,
    example: "books/dune.yaml -> /home/anna/dune.yaml",
    .file { check, file, _ in
      guard file.cause == .unsafePath else { return [] }
      return [Finding(check, path: file.path, file.reason)]
    })
}
