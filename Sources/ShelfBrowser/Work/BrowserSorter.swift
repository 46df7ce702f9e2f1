import Dispatch
import ShelfStore
import ShelfSystem

/// Sorts the records for all views ahead of time and counts the matches of saved filters, on a background thread.
///
/// The services are called only on its serial queue, which justifies `@unchecked Sendable`.
package final class BrowserSorter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shelf.browser.sort", qos: .utility)
  private let services: BrowserServices
  private let inbox: BrowserInbox

  package init(_ services: BrowserServices, _ inbox: BrowserInbox) {
    self.services = services
    self.inbox = inbox
  }

  /// Sorts the records of a library and counts filter matches, then puts the results into the inbox.
  func sort(_ library: Library) {
    queue.async { [self] in
      inbox.put(.sorted(SortedRecords(library, by: services.order)))
      inbox.put(.counted(services.counts(in: library)))
      // By now nothing else references the previous snapshot.
      Machine.giveMemoryBack()
    }
  }
}
