import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests that `merge:` in `shelf.yaml` applies only in a plain merge.
///
/// git also runs the merge driver for other operations, such as a rebase or `git stash pop`. In those operations, one
/// side may exist nowhere else, so a policy that discards a side could lose work. Therefore, the driver must leave a
/// conflict that contains both versions.
struct MergePolicyScopeTests {
  static let policies = ["ours", "theirs", "newest"]

  /// An operation that combines two versions of a record. Our version has the rating 3, and the other one has 2.
  enum Way: String, CaseIterable, Sendable {
    case rebase, rebaseByPatches, rebaseMerges, pullRebase
    case pullAutostash, mergeAutostash, trueMergeAutostash
    case stashPop, stashApply, cherryPick, revert, switchMerge, checkoutMerge, patches, hook
  }

  private static let path = "books/dune.yaml"

  private static func record(_ rating: Int) -> String {
    """
    id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e
    title: Dune
    rating: \(rating)
    author: Frank Herbert
    year: 1965

    """
  }

  private let repository: GitRepository

  init() throws { repository = try GitRepository() }

  /// Creates the branch `theirs` with the rating 2, and checks out `main`, where the rating is 1 or the record does
  /// not exist.
  private func begin(_ policy: String, isAdded: Bool = false) throws {
    try repository.write("shelf.yaml", "format: 1\nmerge: \(policy)\n")
    if !isAdded { try repository.write(Self.path, Self.record(1)) }
    try repository.commit("base")
    try repository.git("checkout", "--quiet", "-b", "theirs")
    try repository.write(Self.path, Self.record(2))
    try repository.commit("theirs")
    try repository.git("checkout", "--quiet", "main")
  }

  private func writeMine() throws { try repository.write(Self.path, Self.record(3)) }

  private func commitMine() throws {
    try writeMine()
    try repository.commit("mine")
  }

  private func join(_ way: Way) throws {
    switch way {
    case .rebase, .rebaseByPatches, .rebaseMerges:
      try commitMine()
      let option = way == .rebase ? "--merge" : way == .rebaseByPatches ? "--apply" : "--rebase-merges"
      try repository.run(["rebase", option, "theirs"])
    case .pullRebase:
      try commitMine()
      try repository.run(["pull", "--rebase", ".", "theirs"])
    case .pullAutostash:
      try writeMine()
      try repository.run(["-c", "pull.rebase=true", "-c", "rebase.autoStash=true", "pull", ".", "theirs"])
    case .mergeAutostash, .trueMergeAutostash:
      if way == .trueMergeAutostash {
        try repository.write("books/other.yaml", "id: 6adc2d82-3e83-4366-b73d-43a8e2bd9b3e\ntitle: Other\n")
        try repository.commit("other")
      }
      try writeMine()
      try repository.run(["merge", "--autostash", "--no-edit", "theirs"])
    case .stashPop, .stashApply, .hook:
      try writeMine()
      try repository.git("stash", "--quiet")
      if way == .hook {
        try repository.write(".git/hooks/post-merge", "#!/bin/sh\ngit stash apply\n")
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: repository.root + "/.git/hooks/post-merge")
      }
      try repository.git("merge", "--quiet", "--no-edit", "theirs")
      if way != .hook { try repository.run(["stash", way == .stashPop ? "pop" : "apply"]) }
    case .cherryPick:
      try commitMine()
      try repository.run(["cherry-pick", "theirs"])
    case .revert:
      try repository.git("merge", "--quiet", "theirs")
      try commitMine()
      try repository.run(["revert", "--no-edit", "theirs"])
    case .switchMerge:
      try writeMine()
      try repository.run(["switch", "--merge", "theirs"])
    case .checkoutMerge:
      try writeMine()
      try repository.run(["checkout", "--merge", "theirs"])
    case .patches:
      try repository.git("format-patch", "--quiet", "--output-directory", ".git/patches", "theirs~1..theirs")
      try commitMine()
      try repository.run(["am", "--3way", ".git/patches/0001-theirs.patch"])
    }
  }

  /// Checks that the file contains both versions, and that git reports a conflict.
  private func expectConflict(_ way: Way, _ other: String = "rating: 2") throws {
    let text = try repository.read(Self.path)
    #expect(text.contains("<<<<<<<") && text.contains("rating: 3") && text.contains(other), "\(way): \(text)")
    #expect(try repository.conflicts() == [Self.path])
  }

  @Test(arguments: Way.allCases, policies) func leavesAConflict(_ way: Way, _ policy: String) throws {
    try begin(policy)
    try join(way)
    try expectConflict(way, way == .revert ? "rating: 1" : "rating: 2")
  }

  /// Both sides added the record.
  @Test(arguments: [Way.rebase, .rebaseByPatches, .pullRebase, .cherryPick, .patches], policies)
  func leavesAConflictOfAddedFiles(_ way: Way, _ policy: String) throws {
    try begin(policy, isAdded: true)
    try join(way)
    try expectConflict(way)
  }

  /// A policy does not resolve a deletion on one side, either.
  @Test(arguments: [Way.rebase, .cherryPick, .stashPop], policies)
  func leavesAConflictOfDeletions(_ way: Way, _ policy: String) throws {
    try begin(policy)
    try repository.git("checkout", "--quiet", "theirs")
    try repository.git("rm", "--quiet", Self.path)
    try repository.commit("theirs")
    try repository.git("checkout", "--quiet", "main")
    try join(way)
    #expect(try repository.read(Self.path).contains("rating: 3"))
    #expect(try repository.conflicts() == [Self.path])
  }

  @Test(
    arguments: [["merge", "theirs"], ["pull", "--no-rebase", ".", "theirs"], ["merge", "--squash", "theirs"]], policies)
  func decidesInAPlainMerge(_ words: [String], _ policy: String) throws {
    try begin(policy)
    try commitMine()
    let result = try repository.run(words + (words.contains("--squash") ? [] : ["--no-edit"]))
    #expect(result.status == 0 && result.text.contains("was taken, as set in shelf.yaml"), "\(result.text)")
    // With `newest`, our side also wins, because our commit is later than theirs or has the same time.
    #expect(try repository.read(Self.path) == Self.record(policy == "theirs" ? 2 : 3))
  }

  /// A version of shelf that knows the newer format has to merge the record.
  @Test(arguments: ["", "lib/"], [["merge"], ["pull", "--no-rebase", "."]])
  func mergesNothingOfANewerFormat(_ folder: String, _ words: [String]) throws {
    let path = folder + Self.path
    if !folder.isEmpty {
      try repository.write(".gitattributes", "/lib/books/**/*.yaml -text merge=shelf\n")
      try FileManager.default.removeItem(atPath: repository.root + "/shelf.yaml")
    }
    try repository.write(folder + "shelf.yaml", "format: 1\nmerge: ours\n")
    try repository.write(path, Self.record(1))
    try repository.commit("base")
    try repository.git("checkout", "--quiet", "-b", "theirs")
    try repository.write(folder + "shelf.yaml", "format: 99\nmerge: ours\n")
    // The two sides have changed different fields.
    try repository.write(path, Self.record(1).replacing("1965", with: "1966"))
    try repository.commit("theirs")
    try repository.git("checkout", "--quiet", "main")
    try repository.write(path, Self.record(3))
    try repository.commit("mine")
    let result = try repository.run(words + ["--no-edit", "theirs"])
    #expect(result.status == 1 && result.text.contains("error: \(path): theirs has format 99"), "\(result.text)")
    #expect(try repository.conflicts() == [path])
    #expect(try repository.read(path) == Self.record(3))
  }

  @Test func saysWhyItDoesNotDecide() throws {
    try begin("ours")
    try commitMine()
    let said = try repository.run(["rebase", "theirs"]).text
    #expect(
      said.contains(
        "note: books/dune.yaml: “merge: ours” applies only to git merge, git pull without a rebase, and shelf sync"))
  }
}
