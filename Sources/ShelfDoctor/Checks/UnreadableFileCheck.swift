extension Check {
  static let unreadableFile = Check(
    "unreadable-file", .error, "a file or folder that shelf cannot read",
    reason: """
      Its records are missing from every list, and shelf cannot check them. References to them are not reported as \
      dangling.
      """,
    example: "-rw------- 1 root root books/dune-3f2b8c1e.yaml",
    .file { check, file, _ in
      guard file.cause == .access else { return [] }
      return [Finding(check, path: file.path, file.reason, advice: "check its permissions and its size")]
    })
}
