import Testing

/// Serializes suites that change or read process-wide state, such as signal handlers, which shelf changes while it runs
/// another program.
package struct SharedProcess: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { false }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turn.shared.take()
    do {
      try await function()
    } catch {
      await Turn.shared.give()
      throw error
    }
    await Turn.shared.give()
  }

  /// A fair lock: one task holds it, and the others wait in a queue.
  private actor Turn {
    static let shared = Turn()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func give() {
      isTaken = !waiting.isEmpty
      if isTaken { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == SharedProcess {
  package static var sharesProcess: Self { SharedProcess() }
}
