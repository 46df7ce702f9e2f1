import ShelfSystem
import ShelfTerminal

/// One line on the terminal that says how far a long command is, after half a second.
final class ProgressLine {
  private let context: Context
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant?

  private static let delay = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)

  init(_ context: Context) {
    self.context = context
    isShown = Streams.isTerminal(context.errors) && context.environment["TERM"] != "dumb"
    start = clock.now
  }

  /// Shows a step; without a total it is not known how long it takes.
  func show(_ step: String, _ done: Int, _ total: Int) {
    guard isShown else { return }
    let now = clock.now
    guard now - start > ProgressLine.delay, last.map({ now - $0 > ProgressLine.pause }) ?? true else { return }
    last = now
    let share = total > 0 ? " \(done * 100 / total) %" : ""
    write("\r\u{1B}[K\(step)…\(share)")
  }

  /// Takes the line away.
  func clear() {
    guard last != nil else { return }
    last = nil
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { _ = Streams.writeAll(Array(text.utf8), to: context.errors) }
}
