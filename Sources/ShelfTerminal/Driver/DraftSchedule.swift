/// Schedules when a draft of the user's input is saved: as soon as the user pauses, or at most a second after a change,
/// but not after every key.
///
/// The event loop passes the current input to `take` on every turn and uses `wait` as a timeout, so a pause in typing
/// leads to a save. The loop calls `flush` before anything that may block or end the program.
package struct DraftSchedule<Text: Equatable> {
  /// Saves a draft, or deletes it if the argument is nil. Returns whether this succeeded.
  private let write: (Text?) -> Bool
  private var written: Text?
  /// The input of the last turn.
  private var last: Text?
  /// The deadline for saving the current changes, or nil if nothing has changed.
  private var due: ContinuousClock.Instant?
  /// The deadline for saving the changes even if the user does not pause, or nil if nothing has changed.
  private var latest: ContinuousClock.Instant?

  /// The maximum time that changes stay in memory before they are saved.
  package static var delay: Duration { .seconds(1) }
  /// The time without a change after which earlier changes are saved.
  private static var pause: Duration { .milliseconds(150) }

  /// - Parameters:
  ///   - written: the draft that already exists.
  ///   - write: saves a draft, or deletes it if the argument is nil. Returns whether this succeeded.
  package init(written: Text? = nil, _ write: @escaping (Text?) -> Bool) {
    self.written = written
    last = written
    self.write = write
  }

  /// Receives the current unsaved input, or nil if there is none, and saves it if a save is due.
  package mutating func take(_ text: Text?, at now: ContinuousClock.Instant) {
    let isTyping = text != last
    last = text
    if text == written {
      (due, latest) = (nil, nil)
    } else if text == nil || due.map({ $0 <= now && !isTyping }) ?? false || latest.map({ $0 <= now }) ?? false {
      flush(text)
      // A failed save is retried after `delay`.
      if text != written { (due, latest) = (now + DraftSchedule.delay, nil) }
    } else if isTyping || due == nil {
      let end = latest ?? now + DraftSchedule.delay
      latest = end
      due = min(now + DraftSchedule.pause, end)
    }
  }

  /// Saves changes immediately.
  package mutating func flush(_ text: Text?) {
    (due, latest, last) = (nil, nil, text)
    guard text != written else { return }
    if write(text) { written = text }
  }

  /// Returns the time until the next save is due, in milliseconds, or nil if nothing has to be saved.
  package func wait(at now: ContinuousClock.Instant) -> Int? {
    due.map { due in
      let (seconds, rest) = now.duration(to: due).components
      return max(0, Int(seconds) * 1000 + Int(rest / 1_000_000_000_000_000) + 1)
    }
  }
}
