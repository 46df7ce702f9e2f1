import ShelfSystem
import Synchronization

/// How long git may do nothing before it is ended.
///
/// git that is only asked starts no other program, and asks neither the user nor another machine: it waits for a pipe
/// or a device that lies where it expects a file. git that changes something runs hooks and programs that ask for a
/// password, and may wait for another machine; those get much longer.
final class GitTimeouts: Sendable {
  private let reading: Int
  private let writing: Int
  private let remote: Int
  private let company: Int
  private let hasWaited = Atomic(false)

  /// All in milliseconds.
  ///
  /// - Parameters:
  ///   - reading: for git that is only asked.
  ///   - writing: for git that changes something, as long as no other program works for it.
  ///   - remote: for git that talks to another machine itself.
  ///   - company: for git that has started another program.
  init(reading: Int = 5000, writing: Int = 10_000, remote: Int = 120_000, company: Int = 900_000) {
    (self.reading, self.writing, self.remote, self.company) = (reading, writing, remote, company)
  }

  /// After a wait in vain, what is in the way is likely to be in the way of the next question, too.
  func limitsOfReading() -> IdleLimits {
    let limit = hasWaited.load(ordering: .relaxed) ? reading / 10 : reading
    return IdleLimits(alone: limit, inCompany: limit)
  }

  func limitsOfWriting(_ arguments: [String]) -> IdleLimits {
    let isRemote = arguments.contains { ["fetch", "push"].contains($0) }
    return IdleLimits(alone: isRemote ? remote : writing, inCompany: company)
  }

  /// Notes that git was ended.
  func end() { hasWaited.store(true, ordering: .relaxed) }
}
