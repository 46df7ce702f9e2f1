import ShelfTestSupport

@testable import ShelfCLI

/// Two copies of a library, and the bare repository over which they are synchronized.
struct SyncedCopies {
  let here: TestLibrary
  let there: TestLibrary
  let hub: TestLibrary

  /// Makes a library in a repository, without a commit of its records, and names the bare repository as its remote.
  ///
  /// - Parameter files: the library's; nil for those of the small one.
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

  /// Sends what is committed, and makes the other copy.
  func clone() throws {
    _ = try here.run("sync")
    try there.git("clone", "--quiet", hub.root, ".")
  }
}
