/// Commands that are run in turn, so that other load on the computer affects all of them equally.
struct Contest {
  let subjects: [Subject]
  let runs: Int

  /// Runs every command once as a warm-up, and then all of them in turn. The result is nil for a command that fails.
  func hold() throws -> [Measurement?] {
    var results: [Measurement?] = try subjects.map { try works($0) ? Measurement() : nil }
    for _ in 0..<runs {
      for (index, subject) in subjects.enumerated() where results[index] != nil {
        results[index]?.add(try subject.child.run())
      }
    }
    return results
  }

  private func works(_ subject: Subject) throws -> Bool {
    subject.statuses.contains(try subject.child.run().status)
  }
}
