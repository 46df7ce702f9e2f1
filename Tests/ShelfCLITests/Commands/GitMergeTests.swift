import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// The merge driver as git calls it, in real repositories.
struct GitMergeTests {
  /// How two sides come together.
  enum Way: String, CaseIterable, Sendable {
    case merge, rebase, cherryPick, stashPop, theirsRenamed, oursRenamed
  }

  /// Many records at once, changed at random on both sides.
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
        // So much was changed that git takes it for another file, and leaves it to a person.
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
    #expect(unseen <= scenarios.count / 3)
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

/// Branches that crossed each other, and other things that git does with a driver.
struct GitHistoryTests {
  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"
  private let path = "books/sci fi/it's \"Dune\".yaml"

  private func record(_ rating: Int, _ title: String, _ more: String = "") -> String {
    Self.id + "title: \(title)\nrating: \(rating)\nauthor: Herbert\nyear: 1965\npages: 500\n" + more
  }

  /// Two branches merged each other and settled a conflict differently: git merges their two common ancestors first.
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
