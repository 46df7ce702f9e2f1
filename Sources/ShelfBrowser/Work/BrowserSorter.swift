import Dispatch
import ShelfStore
import ShelfSystem

/// Sorts the records of a library ahead of the views that will show them, and counts what saved filters find, on a
/// thread of its own.
///
/// Whatever it has is used on its queue only, so that it may be passed around: that is what `@unchecked` stands for.
package final class BrowserSorter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shelf.browser.sort", qos: .utility)
  private let services: BrowserServices
  private let inbox: BrowserInbox
  private var sorted = SortedRecords()

  package init(_ services: BrowserServices, _ inbox: BrowserInbox) {
    self.services = services
    self.inbox = inbox
  }

  /// Sorts the records of a library, and says so.
  func sort(_ library: Library) {
    queue.async { [self] in
      sorted.sortAll(library, by: services.order)
      inbox.put(.sorted(sorted))
      inbox.put(.counted(services.counts(in: library)))
      // By then nothing else holds the previous state of the library.
      Machine.giveMemoryBack()
    }
  }
}
