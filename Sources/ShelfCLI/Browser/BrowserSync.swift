import Dispatch
import ShelfBrowser
import ShelfModel
import ShelfWording

/// Synchronizes for the browser, on a thread of its own: that takes its time, and keys and changes go on meanwhile.
struct BrowserSync {
  let captured: CapturedCommand
  let inbox: BrowserInbox

  /// Begins to synchronize, and passes on what is said as it comes.
  ///
  /// The other thread gets a copy of what it needs, a value that never changes; what is shared of it, its memory, is
  /// replaced by one of its own when a command is run.
  ///
  /// - Parameters:
  ///   - settling: which side is taken where both have changed a field; nil as the library says.
  ///   - commits: whether what is not committed yet is committed before.
  func begin(settling: MergePolicy?, commits: Bool) {
    let captured = Unshared(captured)
    let inbox = inbox
    DispatchQueue(label: "shelf.browser.sync").async {
      let captured = captured.value
      var obstacle = Deed.SyncObstacle.other
      let said = captured.capture(
        "sync", width: captured.pageWidth, isPatient: true, { inbox.put(.progress($0)) }
      ) { context in
        do {
          let options = (settling.map { ["--conflicts", $0.rawValue] } ?? []) + (commits ? ["--commit"] : [])
          try CapturedCommand.run(["sync"] + options, context)
        } catch let error as CommandError {
          obstacle = error.isMergeConflict ? .conflict : error.isUncommitted ? .uncommitted : .other
          throw error
        }
      }
      inbox.put(.outcome(.synchronized(failure: said.error, obstacle)))
    }
  }
}
