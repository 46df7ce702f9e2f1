extension Check {
  static let unsafePath = Check(
    "unsafe-path", .error, "a symbolic link, a pipe, or a name that cannot be used",
    reason: """
      A link can lead out of the library: its target is not in git, and a change would be written elsewhere. shelf \
      does not follow links, and their targets are missing from every list.
      """,
    example: "books/dune.yaml -> /home/anna/dune.yaml",
    .file { check, file, _ in
      guard file.cause == .unsafePath else { return [] }
      return [Finding(check, path: file.path, file.reason)]
    })
}
