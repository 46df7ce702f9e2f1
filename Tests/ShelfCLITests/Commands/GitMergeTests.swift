import Foundation
import Testing

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
        number, isAdded: !isRenamed && way != .stashPop && number % 10 == 0, padding: isRenamed ? 40 : 0, using: &random)
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

  private func path(_ number: Int, isMoved: Bool) -> String { "books/\(isMoved ? "moved/here/" : "")book-\(number).yaml" }

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
