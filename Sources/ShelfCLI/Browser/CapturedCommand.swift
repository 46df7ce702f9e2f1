import ArgumentParser
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording
import Synchronization

/// Runs commands for the browser: what they print is kept, and goes into a pane.
struct CapturedCommand {
  let context: Context

  /// What became of a command: what it printed, or why it failed.
  struct Said {
    let text: String
    let error: String?
    /// Who has the library, if that is why it failed.
    var holder: String?
  }

  /// Parses a command, and runs it.
  static func run(_ arguments: [String], _ context: Context) throws {
    let command = try Shelf.command(for: arguments)
    if let command = command as? any ContextCommand { try command.run(in: context) }
  }

  /// Does something whose output is kept.
  ///
  /// - Parameters:
  ///   - name: what it is called in the history.
  ///   - width: how wide a page may be; nil for what is no page.
  ///   - isPatient: whether another program that has the library is waited for.
  ///   - take: takes what is printed as it comes, on another thread.
  func capture(
    _ name: String, width: Int? = nil, isPatient: Bool = false, _ take: (@Sendable (String) -> Void)? = nil,
    _ body: (Context) throws -> Void
  ) -> Said {
    let collected = Collected()
    guard
      let capture = OutputCapture(take: { bytes in
        collected.bytes.withLock { $0 += bytes }
        take?(String(decoding: bytes, as: UTF8.self))
      })
    else { return Said(text: "", error: "the system has no more pipes") }
    var context = self.context
    context.memory = Context.Memory()
    context.refreshClock()
    context.output = capture.descriptor
    context.errors = capture.descriptor
    context.isInteractive = false
    context.commandLine = name
    context.environment["PAGER"] = "cat"
    context.shownOn = width.map { context.page(width: $0) }
    context.lockPatience = isPatient ? context.lockPatience : 0
    var failure: String?
    var holder: String?
    do { try body(context) } catch {
      if !isPatient, case .locked(let name)? = error as? TransactionError { holder = name }
      failure = CapturedCommand.words(error)
    }
    capture.finish()
    let text = String(decoding: collected.bytes.withLock { $0 }, as: UTF8.self)
    return Said(text: text, error: failure, holder: holder)
  }

  /// How wide a page over the panes can be.
  var pageWidth: Int { max(16, context.terminal.width - 4) }

  private final class Collected: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  /// Returns why something failed, for a person, in one line.
  static func words(_ error: any Error) -> String {
    if let declined = error as? Declined { return declined.text }
    let report = (CommandError(error) ?? CommandError(usage: "\(error)", "\(error)")).report
    let place = report.excerpt?.place ?? report.path
    return (place.map { "\($0): " } ?? "") + report.message + (report.hint.map { " — \($0)" } ?? "")
  }
}
