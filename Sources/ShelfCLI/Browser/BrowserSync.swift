import Dispatch
import ShelfBrowser
import ShelfModel

/// Synchronizes for the browser, on a thread of its own: that takes its time, and keys and changes go on meanwhile.
struct BrowserSync {
  let captured: CapturedCommand
  let inbox: BrowserInbox

  /// Begins to synchronize, and passes on what is said as it comes.
  ///
  /// The other thread gets a copy of what it needs, a value that never changes; what is shared of it, its memory, is
  /// replaced by one of its own when a command is run.
  ///
  /// - Parameter settling: which side is taken where both have changed a field; nil as the library says.
  func begin(settling: MergePolicy?) {
    let captured = Unshared(captured)
    let inbox = inbox
    DispatchQueue(label: "shelf.browser.sync").async {
      let captured = captured.value
      var isConflict = false
      let said = captured.capture(
        "sync", width: captured.pageWidth, isPatient: true, { inbox.put(.progress($0)) }
      ) { context in
        do {
          try CapturedCommand.run(["sync"] + (settling.map { ["--conflicts", $0.rawValue] } ?? []), context)
        } catch let error as CommandError {
          isConflict = error.isMergeConflict
          throw error
        }
      }
      inbox.put(.outcome(.synchronized(failure: said.error, isConflict: isConflict)))
    }
  }
}
