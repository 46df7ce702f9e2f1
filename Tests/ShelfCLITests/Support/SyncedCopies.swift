import ShelfTestSupport

@testable import ShelfCLI

/// Two copies of a library, and the bare repository with which they synchronize.
struct SyncedCopies {
  let here: TestLibrary
  let there: TestLibrary
  let hub: TestLibrary

  /// Creates a library in a repository, without committing its records, and adds the bare repository as its remote.
  ///
  /// - Parameter files: the library's files, or nil for the small library's files.
  init(_ files: [String: String]? = nil) throws {
    here = try files.map { try TestLibrary($0) } ?? TestLibrary()
    (there, hub) = (try TestLibrary([:]), try TestLibrary([:]))
    there.ids = 1000
    for library in [here, there, hub] {
      library.useGit()
      library.environment["PATH"] = TestMachine.productsFolder.path + ":" + TestMachine.path
    }
    (hub[".gitignore"], there[".gitignore"]) = (nil, nil)
    try hub.git("init", "--quiet", "--bare", "--initial-branch=main")
    try here.git("init", "--quiet", "--initial-branch=main")
    _ = try here.run("init .")
    try here.git("remote", "add", "origin", hub.root)
  }

  /// Pushes the commits, and clones the repository to create the other copy.
  func clone() throws {
    _ = try here.run("sync")
    try there.git("clone", "--quiet", hub.root, ".")
  }
}
