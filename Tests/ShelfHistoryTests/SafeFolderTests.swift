import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfSystem

/// Tests which folders of other users are trusted.
struct SafeFolderTests {
  @Test func theSettingIsReadAsGitReadsIt() {
    let cases: [(settings: [String], isSafe: Bool)] = [
      ([], false), (["*"], true), (["/nas/books"], true), (["/nas/books/"], true), (["/nas"], false),
      (["/nas/*"], true),
      (["/nas/book*"], false), (["/nas/book"], false), (["*", ""], false), (["", "/nas/books"], true),
      (["/nas/books", "", "/other"], false),
    ]
    for (settings, isSafe) in cases {
      #expect(SafeFolders.isSafe(["/nas/books"], settings) == isSafe, "\(settings)")
    }
  }

  @Test func onlyTheUsersOwnConfigurationCounts() throws {
    let test = try TestRepository()
    let folder = try TemporaryFolder()
    let library = test.top + "/library"
    try FileManager.default.createDirectory(atPath: library + "/.shelf", withIntermediateDirectories: true)
    var environment = TestMachine.environment
    environment["GIT_CONFIG_GLOBAL"] = folder.path + "/gitconfig"
    try test.git("config", "safe.directory", "*")
    #expect(!SafeFolders(environment).contains(library + "/.shelf"))
    for (path, isSafe) in [(library, true), (test.top, true), (test.top + "/other", false)] {
      try folder.write("gitconfig", "[safe]\n\tdirectory = \(path)\n")
      #expect(SafeFolders(environment).contains(library + "/.shelf/history") == isSafe, "\(path)")
    }
    // Without git, no folder is trusted.
    environment["PATH"] = folder.path
    #expect(!SafeFolders(environment).contains(library + "/.shelf"))
  }

  @Test func aFolderOfAnotherUserIsTrustedOrMade() throws {
    let folder = try TemporaryFolder()
    let disk = DiskFileSystem()
    try disk.makeDirectory(folder.path + "/made")
    try folder.makeFolder("found")
    for (name, isOwn) in [("made", true), ("found", false)] {
      let path = folder.path + "/" + name
      var status = try #require(try disk.status(path))
      #expect(disk.owns(path, status))
      status.owner += 1
      #expect(disk.owns(path, status) == isOwn)
      #expect(DiskFileSystem { $0 == path }.owns(path, status))
    }
    // Another folder has replaced the one that was created.
    try disk.removeDirectory(folder.path + "/made")
    try folder.makeFolder("other")
    try disk.rename(folder.path + "/other", to: folder.path + "/made")
    var status = try #require(try disk.status(folder.path + "/made"))
    status.owner += 1
    status.inode += 1
    #expect(!disk.owns(folder.path + "/made", status))
  }
}
