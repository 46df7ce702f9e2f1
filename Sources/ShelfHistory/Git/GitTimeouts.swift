import ShelfSystem
import Synchronization

/// The limits on how long a git process may be idle before it is stopped.
///
/// A reading command starts no other program and waits for neither the user nor a remote server, so if it is idle, it
/// is waiting for a pipe or a device that has replaced a file. A writing command runs hooks and programs that ask for a
/// password, and may wait for a remote server, so its limits are much longer.
final class GitTimeouts: Sendable {
  private let reading: Int
  private let writing: Int
  private let remote: Int
  private let company: Int
  private let hasWaited = Atomic(false)

  /// Sets the limits, all in milliseconds.
  ///
  /// - Parameters:
  ///   - reading: for commands that read.
  ///   - writing: for commands that write, while they have not started another program.
  ///   - remote: for commands that connect to a remote server themselves.
  ///   - company: for commands that have started another program.
  init(reading: Int = 5000, writing: Int = 10_000, remote: Int = 120_000, company: Int = 900_000) {
    (self.reading, self.writing, self.remote, self.company) = (reading, writing, remote, company)
  }

  /// Returns the limits for reading commands. They are shorter after a git process has been stopped, because whatever
  /// blocked it is probably still there.
  func limitsOfReading() -> IdleLimits {
    let limit = hasWaited.load(ordering: .relaxed) ? reading / 10 : reading
    return IdleLimits(alone: limit, inCompany: limit)
  }

  func limitsOfWriting(_ arguments: [String]) -> IdleLimits {
    let isRemote = arguments.contains { ["fetch", "ls-remote", "push"].contains($0) }
    return IdleLimits(alone: isRemote ? remote : writing, inCompany: company)
  }

  /// Records that a git process was stopped.
  func end() { hasWaited.store(true, ordering: .relaxed) }
}
