import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfSystem

/// Tests which folders of other users are trusted.
struct SafeFolderTests {
  /// In a repository, the answer is that of the installed git, for every form of the setting and every place where the
  /// user can make it.
  @Test func theSettingIsReadAsGitReadsIt() throws {
    let test = try TestRepository()
    let folder = try TemporaryFolder()
    let top = test.top
    try FileManager.default.createDirectory(atPath: top + "/.shelf", withIntermediateDirectories: true)
    let parent = String(top.prefix(upTo: top.lastIndex(of: "/") ?? top.endIndex))
    let values: [[String]] = [
      [], ["*"], [top], [top + "/"], [parent], [parent + "/"], [parent + "/*"], [parent + "/wor*"], [parent + "/wor"],
      ["*", ""], ["", top], [top, "", "/other"], ["~/work"],
    ]
    var answers: Set<Bool> = []
    for values in values {
      let lines = "[safe]\n" + values.map { "\tdirectory = \($0)\n" }.joined()
      for place in ["global", "included", "system", "xdg", "variables"] {
        var environment = TestMachine.environment
        environment["HOME"] = parent
        environment["GIT_CONFIG_NOSYSTEM"] = nil
        environment["GIT_CONFIG_GLOBAL"] = folder.path + "/global"
        environment["GIT_CONFIG_SYSTEM"] = folder.path + "/system"
        for name in ["global", "system", "more", "xdg/git/config"] { try folder.write(name, "") }
        switch place {
        case "included":
          try folder.write("global", "[include]\n\tpath = more\n")
          try folder.write("more", lines)
        case "xdg":
          environment["GIT_CONFIG_GLOBAL"] = nil
          environment["HOME"] = folder.path
          environment["XDG_CONFIG_HOME"] = folder.path + "/xdg"
          try folder.write("xdg/git/config", lines)
        case "variables":
          environment["GIT_CONFIG_COUNT"] = String(values.count)
          for (number, value) in values.enumerated() {
            environment["GIT_CONFIG_KEY_\(number)"] = "safe.directory"
            environment["GIT_CONFIG_VALUE_\(number)"] = value
          }
        default: try folder.write(place, lines)
        }
        let foreign = environment.merging(["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]) { $1 }
        let ending = try ExternalProgram("git", ["-C", top, "rev-parse", "--git-dir"], environment: foreign).run(
          input: []) { _ in true }
        let isSafe = ending.status == 0
        #expect(SafeFolders(environment).contains(top + "/.shelf") == isSafe, "\(place): \(values)")
        answers.insert(isSafe)
      }
    }
    #expect(answers == [true, false])
  }

  /// Outside of repositories, and for a library in a folder of a repository, only the exact path and `*` count.
  @Test func theSettingNamesALibrary() {
    let cases: [(settings: [String], isSafe: Bool)] = [
      ([], false), (["*"], true), (["/nas/books"], true), (["/nas/books/"], false), (["/nas"], false),
      (["/nas/*"], false), (["/nas/book"], false), (["*", ""], false), (["", "/nas/books"], true),
      (["/nas/books", "", "/other"], false),
    ]
    for (settings, isSafe) in cases {
      #expect(SafeFolders.isSafe("/nas/books", settings) == isSafe, "\(settings)")
    }
  }

  /// An old git that does not check who owns a repository says nothing about trust.
  @Test func anOldGitDoesNotDecide() throws {
    let test = try TestRepository()
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: test.top + "/.shelf", withIntermediateDirectories: true)
    let git = folder.path + "/git"
    try "#!/bin/sh\nexit 0\n".write(toFile: git, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git)
    var environment = TestMachine.environment
    environment["PATH"] = folder.path + ":" + TestMachine.path
    #expect(!SafeFolders(environment).contains(test.top + "/.shelf"))
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
