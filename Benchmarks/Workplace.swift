/// The folder that holds the libraries: one that the caller keeps, or a temporary one.
struct Workplace {
  let path: String
  private let isTemporary: Bool

  init(keeping folder: String?) throws {
    if let folder {
      try Files.makeFolder(folder)
      path = try Files.absolute(folder)
      isTemporary = false
    } else {
      path = try Files.makeTemporaryFolder(named: "shelf-bench")
      isTemporary = true
    }
  }

  /// Removes the folder if it is a temporary one.
  func remove() {
    guard isTemporary else { return }
    _ = try? Child(program: "/bin/rm", arguments: ["-rf", path]).run()
  }
}
