/// The folder for the generated libraries, which is temporary unless the user wants to keep it.
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

  /// Removes the folder if it is temporary.
  func remove() {
    guard isTemporary else { return }
    _ = try? Child(program: "/bin/rm", arguments: ["-rf", path]).run()
  }
}
