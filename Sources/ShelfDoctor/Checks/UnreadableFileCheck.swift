extension Check {
  static let unreadableFile = Check(
    "unreadable-file", .error, "a file or folder that the system does not let shelf read",
    reason: """
      Its records are missing from every list, and nothing can be said about them. References to them are not called \
      dangling.
      """,
    example: "-rw------- 1 root root books/dune-3f2b8c1e.yaml",
    .file { check, file, _ in
      guard file.cause == .access else { return [] }
      return [Finding(check, path: file.path, file.reason, advice: "look at its permissions and its size")]
    })
}
