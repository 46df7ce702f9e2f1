import Dispatch
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWording

/// Synchronizes on a separate thread, so that keys and other requests are not blocked while it runs.
struct BrowserSync {
  let host: BrowserHost
  let inbox: BrowserInbox

  /// Starts a synchronization, and puts its output into the inbox as it arrives.
  ///
  /// The other thread receives an immutable copy of the host.
  ///
  /// - Parameters:
  ///   - settling: which side wins if both have changed the same field; nil uses the library's setting.
  ///   - commits: whether to commit uncommitted changes first; nil uses the library's setting.
  func begin(settling: MergePolicy?, commits: Bool?) {
    let host = UncheckedSendable(host)
    let inbox = inbox
    DispatchQueue(label: "shelf.browser.sync").async {
      let request = Synchronization.Request(command: "sync", settling: settling, commits: commits)
      let (failure, obstacle) = BrowserSync.run(request, host.value, inbox)
      inbox.put(.outcome(.synchronized(failure: failure, obstacle)))
    }
  }

  /// Synchronizes, and returns the reason and the obstacle if it fails.
  private static func run(
    _ request: Synchronization.Request, _ host: BrowserHost, _ inbox: BrowserInbox
  ) -> (failure: String?, BrowserRequest.SyncObstacle) {
    func show(_ said: [StatusLine]) {
      let shown = said.flatMap { lines($0, width: host.page.width) }
      if !shown.isEmpty { inbox.put(.progress(shown)) }
    }
    do {
      var sync = try Synchronization(
        host.workspace(), request, message: { CommitMessage($0, files: $1, $2).text },
        report: { show(SyncText.lines($0)) })
      show(SyncText.lines(try sync.run()))
      return (nil, .other)
    } catch let error as Repository.CommitFailure {
      let (failure, said) = GitCommit.beforeSync.failure(error)
      show([.quotation(said.split(whereSeparator: \.isNewline).map(String.init))])
      return (Wording.reason(failure), .other)
    } catch let failure as Synchronization.Failure {
      let (details, error) = SyncText.lines(failure)
      show(details)
      return (Wording.reason(error), obstacle(failure))
    } catch {
      return (Wording.reason(error), .other)
    }
  }

  private static func obstacle(_ failure: Synchronization.Failure) -> BrowserRequest.SyncObstacle {
    switch failure.reason {
    case .sync(.conflict) where failure.settling == nil: .conflict
    case .sync(.uncommitted): .uncommitted
    default: .other
    }
  }

  private static func lines(_ said: StatusLine, width: Int) -> [StyledText] {
    func wrapped(_ text: String, _ style: TextStyle = .plain) -> [StyledText] {
      WordWrap.lines(VisibleText.line(text), width: width).map { StyledText($0, style) }
    }
    return switch said {
    case .done(let text): wrapped(text)
    case .step(let text): wrapped(text + " …")
    case .note(let text): wrapped(text, .dim)
    case .warning(let text): wrapped(text, .color(.yellow))
    case .quotation(let lines): lines.flatMap { wrapped("  " + $0) }
    }
  }
}

/// A value that is passed to another thread and is only ever used by one thread at a time.
///
/// Each use has to explain why this is guaranteed.
package struct UncheckedSendable<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
