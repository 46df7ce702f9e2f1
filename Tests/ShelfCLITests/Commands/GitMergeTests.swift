import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the merge driver as git runs it, in real repositories.
///
/// Each case creates random scenarios: a base version of a record, and the changes on both sides. The test commits or
/// stashes the two versions, and git combines them in one of several ways. `MergeCheck` compares each resulting file
/// with its scenario.
struct GitMergeTests {
  /// A way to combine the two sides.
  enum Way: String, CaseIterable, Sendable {
    case merge, rebase, cherryPick, stashPop, theirsRenamed, oursRenamed
  }

  /// Tests many records that both sides changed at random.
  @Test(arguments: Way.allCases) func nothingIsLost(_ way: Way) throws {
    let seed = SeededGenerator.seedOfRun &+ UInt64(way.rawValue.utf8.count)
    var random = SeededGenerator(seed: seed)
    let isRenamed = way == .theirsRenamed || way == .oursRenamed
    let scenarios = (0..<(SeededGenerator.isFull ? 400 : 12)).map { number in
      MergeScenario(
        number, isAdded: !isRenamed && way != .stashPop && number % 10 == 0, padding: isRenamed ? 40 : 0, using: &random
      )
    }
    let repository = try GitRepository()
    try join(scenarios, way, repository)
    let conflicts = try repository.conflicts()
    var (failures, unseen) = (0, 0)
    for (number, scenario) in scenarios.enumerated() where failures < 5 {
      let path = path(number, isMoved: isRenamed)
      if isRenamed, conflicts.contains(self.path(number, isMoved: false)) {
        // The two sides differ so much that git does not detect the rename and leaves the conflict to the user.
        unseen += 1
        continue
      }
      let text = try repository.read(path)
      let check = MergeCheck(scenario, text, isClean: !conflicts.contains(path))
      if check.problems.isEmpty { continue }
      failures += 1
      Issue.record(
        """
        seed \(SeededGenerator.seedOfRun), \(way), record \(number): \(check.problems)
        --- base
        \(scenario.base.text)
        --- ours
        \(scenario.ours.text)
        --- theirs
        \(scenario.theirs.text)
        --- result
        \(text)
        """)
    }
    // How often git detects the rename depends on the seed.
    #expect(unseen <= scenarios.count * 2 / 3)
    print("\(way), seed \(SeededGenerator.seedOfRun): \(scenarios.count) records, \(conflicts.count) with conflicts")
  }

  private func path(_ number: Int, isMoved: Bool) -> String {
    "books/\(isMoved ? "moved/here/" : "")book-\(number).yaml"
  }

  private func write(_ records: [MergeModel], _ repository: GitRepository, isMoved: Bool = false) throws {
    for (number, record) in records.enumerated() where !record.entries.isEmpty {
      try? FileManager.default.removeItem(atPath: repository.root + "/" + path(number, isMoved: false))
      try repository.write(path(number, isMoved: isMoved), record.text)
    }
  }

  private func join(_ scenarios: [MergeScenario], _ way: Way, _ repository: GitRepository) throws {
    try write(scenarios.map(\.base), repository)
    try repository.commit("base")
    if way == .stashPop {
      try write(scenarios.map(\.theirs), repository)
      try repository.git("stash", "--quiet")
    } else {
      try repository.git("checkout", "--quiet", "-b", "theirs")
      try write(scenarios.map(\.theirs), repository, isMoved: way == .theirsRenamed)
      try repository.commit("theirs")
      try repository.git("checkout", "--quiet", "main")
    }
    try write(scenarios.map(\.ours), repository, isMoved: way == .oursRenamed)
    try repository.commit("ours")
    switch way {
    case .merge, .theirsRenamed, .oursRenamed: try repository.run(["merge", "theirs"])
    case .rebase:
      try repository.git("checkout", "--quiet", "theirs")
      try repository.run(["rebase", "main"])
    case .cherryPick: try repository.run(["cherry-pick", "theirs"])
    case .stashPop: try repository.run(["stash", "pop"])
    }
  }
}

/// Tests criss-cross merges and other operations that run the driver.
struct GitHistoryTests {
  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"
  private let path = "books/sci fi/it's \"Dune\".yaml"

  private func record(_ rating: Int, _ title: String, _ more: String = "") -> String {
    Self.id + "title: \(title)\nrating: \(rating)\nauthor: Herbert\nyear: 1965\npages: 500\n" + more
  }

  /// Two branches have merged each other and resolved a conflict differently. To merge them, git first merges their two
  /// merge bases.
  @Test func branchesThatCrossed() throws {
    let repository = try GitRepository()
    func commit(_ text: String) throws {
      try repository.write(path, text)
      try repository.commit("change")
    }
    try commit(record(1, "A"))
    try repository.git("branch", "other")
    try commit(record(2, "A"))
    try repository.git("tag", "ours-first")
    try repository.git("checkout", "--quiet", "other")
    try commit(record(3, "A"))
    try repository.git("tag", "theirs-first")
    #expect(try repository.run(["merge", "ours-first"]).status == 1)
    try commit(record(2, "A"))
    try repository.git("checkout", "--quiet", "main")
    #expect(try repository.run(["merge", "theirs-first"]).status == 1)
    try commit(record(2, "B"))
    try repository.git("checkout", "--quiet", "other")
    try commit(record(2, "A", "series: S\n"))
    let result = try repository.run(["merge", "main"])
    #expect(result.status == 0, "\(result.text)")
    #expect(try repository.read(path) == record(2, "B", "series: S\n"))
  }

  @Test func revertsOneFieldOfManyChanges() throws {
    let repository = try GitRepository()
    for text in [record(1, "A"), record(2, "A"), record(2, "B")] {
      try repository.write(path, text)
      try repository.commit("change")
    }
    try repository.git("revert", "--no-edit", "HEAD~1")
    #expect(try repository.read(path) == record(1, "B"))
  }

  @Test func showsConflictsAndMarkerSize() throws {
    let repository = try GitRepository(driver: "--marker-size %L --ours-label %X --theirs-label %Y %O %A %B %P")
    try repository.write(".gitattributes", "*.yaml merge=shelf conflict-marker-size=11\n")
    try repository.write(path, record(1, "A"))
    try repository.commit("base")
    try repository.git("checkout", "--quiet", "-b", "theirs")
    try repository.write(path, record(2, "A"))
    try repository.commit("theirs")
    try repository.git("checkout", "--quiet", "main")
    try repository.write(path, record(3, "B"))
    try repository.commit("ours")
    let result = try repository.run(["merge", "theirs"])
    #expect(result.status == 1 && result.text.contains("both sides changed rating"))
    #expect(try repository.conflicts().count == 1)
    let text = try repository.read(path)
    #expect(text.contains("title: B\n<<<<<<<<<<< "))
    #expect(text.contains("\nrating: 3\n===========\nrating: 2\n>>>>>>>>>>> "))
  }
}

/// Tests the merge drivers as `shelf init` configures them.
struct GitDriverTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary([:])
    library.useGit()
    library.environment["PATH"] = TestMachine.productsFolder.path + ":" + TestMachine.path
    try library.git("init", "--quiet", "--initial-branch=main")
  }

  /// Commits a file on two branches, merges them, and returns the output of git if the merge fails.
  private func merge(_ path: String, _ base: String, ours: String, theirs: String) throws -> String? {
    for (branch, text) in [("base", base), ("theirs", theirs), ("ours", ours)] {
      if branch != "base" { try library.git("switch", "--quiet", "--create", branch, "base") }
      if branch == "base" { try library.git("switch", "--quiet", "--create", branch) }
      library[path] = text
      try library.git("add", "--all")
      try library.git("commit", "--quiet", "--allow-empty", "--message", branch)
    }
    do {
      try library.git("merge", "--quiet", "theirs")
      return nil
    } catch let error as TestLibrary.GitFailure {
      return error.text
    }
  }

  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"

  /// Tests a folder whose name looks like an option.
  @Test func foldersThatBeginWithAHyphen() throws {
    _ = try library.run("init ./-x")
    let base = Self.id + "title: A\nrating: 4\nyear: 1\n"
    #expect(
      try merge(
        "-x/books/a.yaml", base, ours: base.replacing("rating: 4", with: "rating: 5"),
        theirs: base.replacing("title: A", with: "title: B")) == nil)
    #expect(library["-x/books/a.yaml"] == Self.id + "title: B\nrating: 5\nyear: 1\n")
  }

  @Test func twoBranchesThatEachSaveAFilter() throws {
    _ = try library.run("init .")
    let base = library["shelf.yaml"] ?? ""
    #expect(
      try merge(
        "shelf.yaml", base, ours: base + "filters:\n  lent: \"issue #lending\"\n",
        theirs: base + "filters:\n  best: \"book rating:5\"\n") == nil)
    #expect(
      library["shelf.yaml"] == base + "filters:\n  lent: \"issue #lending\"\n  best: \"book rating:5\"\n")
  }

  /// If the driver fails or is killed, git leaves conflict markers, so that neither side's changes are lost.
  @Test(arguments: ["exit 3", "kill -9 $$", "exit 127"]) func aDriverThatFailsLeavesMarkers(_ failure: String) throws {
    _ = try library.run("init .")
    try library.writeProgram("bin/shelf", "#!/bin/sh\n\(failure)\n")
    library.environment["PATH"] = library.absolute("bin") + ":" + TestMachine.path
    let base = Self.id + "title: A\nrating: 4\n"
    let said = try merge(
      "books/a.yaml", base, ours: base.replacing("rating: 4", with: "rating: 5"),
      theirs: base.replacing("rating: 4", with: "rating: 3"))
    #expect(said != nil)
    #expect(
      library["books/a.yaml"]
        == Self.id + "title: A\n<<<<<<< ours\nrating: 5\n=======\nrating: 3\n>>>>>>> theirs\n")
  }

  /// If the result cannot be written, the driver reports a conflict and leaves our version as it is. With a higher
  /// status, it would merge the file as text, and on a full disk git would truncate it.
  @Test(arguments: ["create", "write", "replace"]) func aFullDiskLeavesOurVersion(_ operation: String) throws {
    let base = Self.id + "title: A\nrating: 4\n"
    let ours = base.replacing("title: A", with: "title: B")
    (library["base"], library["ours"]) = (base, ours)
    library["theirs"] = base.replacing("rating: 4", with: "rating: 3")
    library.fileSystem.failure = { name, _ in name == operation ? ENOSPC : nil }
    let said = try library.refused("merge-driver base ours theirs books/a.yaml")
    #expect(said.contains("the disk is full; our version of books/a.yaml is unchanged"), "\(said)")
    #expect(said.contains("[1]"), "\(said)")
    #expect(library["ours"] == ours)
  }

  /// Commands that only read still work during a conflict; in a conflicted `shelf.yaml`, they use our side.
  @Test func readingDuringAConflict() throws {
    _ = try library.run("init .")
    library["books/a.yaml"] = Self.id + "title: A\nrating: 5\nlent: true\n"
    let base =
      (library["shelf.yaml"] ?? "") + "fields: {book: {lent: {type: boolean}}}\nfilters: {lent: \"book lent:no\"}\n"
    let ours = base.replacing("lent:no", with: "lent:yes")
    let said = try merge("shelf.yaml", base, ours: ours, theirs: base.replacing("lent:no", with: "rating:1"))
    #expect(said != nil && library["shelf.yaml"]?.contains("<<<<<<<") ?? false)
    #expect(try library.run("book list --filter lent --format ids") == "5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n")
    #expect(try library.run("book show A --json lent").contains("true"))
    #expect(try library.run("stats").contains("books"))
    let report = try library.run("doctor")
    #expect(report.contains("shelf.yaml:5:1: error: unresolved merge conflict between “ours” and “theirs”"))
    let broken = library["shelf.yaml"]
    #expect(try library.run("filter save more rating:2").contains("unresolved merge conflict"))
    #expect(library["shelf.yaml"] == broken)
    // If the markers are incomplete, the command reports an error instead of guessing.
    library["shelf.yaml"] = broken?.replacing(">>>>>>> theirs\n", with: "")
    #expect(try library.run("book list").contains("error: shelf.yaml:"))
  }
}
