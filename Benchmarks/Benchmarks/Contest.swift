/// Commands that take turns, so that whatever else the machine does affects them all alike.
struct Contest {
  let subjects: [Subject]
  let runs: Int

  /// Runs every command once to warm up and then in turns. Nil stands for a command that did not work.
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
