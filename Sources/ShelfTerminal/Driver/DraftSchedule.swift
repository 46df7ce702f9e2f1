/// Saves what is being typed while the user types: soon after, but not at every key.
package struct DraftSchedule<Text: Equatable> {
  /// Writes down what is being typed by now, and returns whether that was possible; nil throws away what was written.
  private let write: (Text?) -> Bool
  private var written: Text?
  /// By when what has been typed since is to be written down.
  private var due: ContinuousClock.Instant?

  /// How long what is typed may be in memory alone.
  package static var delay: Duration { .seconds(1) }

  /// - Parameters:
  ///   - written: what is written down already.
  ///   - write: writes down what is being typed by now, and returns whether that was possible; nil throws away what was
  ///     written.
  package init(written: Text? = nil, _ write: @escaping (Text?) -> Bool) {
    self.written = written
    self.write = write
  }

  /// Takes what would be lost if the program ended now: nil if that is nothing any longer.
  package mutating func take(_ text: Text?, at now: ContinuousClock.Instant) {
    if text == written {
      due = nil
    } else if text == nil || due.map({ $0 <= now }) ?? false {
      flush(text)
      // What could not be written is tried again after a while.
      if text != written { due = now + DraftSchedule.delay }
    } else if due == nil {
      due = now + DraftSchedule.delay
    }
  }

  /// Writes down at once what has changed since.
  package mutating func flush(_ text: Text?) {
    due = nil
    guard text != written else { return }
    if write(text) { written = text }
  }

  /// Returns how long to wait for a key at most, in milliseconds; nil where nothing is to be written.
  package func wait(at now: ContinuousClock.Instant) -> Int? {
    due.map { due in
      let (seconds, rest) = now.duration(to: due).components
      return max(0, Int(seconds) * 1000 + Int(rest / 1_000_000_000_000_000) + 1)
    }
  }
}
