extension Check {
  static let unreadableFile = Check(
    "unreadable-file", .error, "a file or folder that shelf cannot read",
    reason: """
      shelf cannot check the records in it, and they are missing from every list. References to these records are not \
      reported as dangling.
      """,
    example: "-rw------- 1 root root books/dune-3f2b8c1e.yaml",
    .file { check, file, _ in
      guard file.cause == .access else { return [] }
      return [Finding(check, path: file.path, file.reason, advice: "check its permissions and its size")]
    })
}
