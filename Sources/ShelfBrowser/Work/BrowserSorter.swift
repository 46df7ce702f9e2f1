import Dispatch
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem

/// Sorts the records of a library ahead of the views that will show them, and counts what saved filters find, on a
/// thread of its own.
///
/// Whatever it has is used on its queue only, so that it may be passed around: that is what `@unchecked` stands for.
package final class BrowserSorter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shelf.browser.sort", qos: .utility)
  private let order: (Kind, Schema) -> RecordOrder
  private let count: (Library) -> FilterCounts
  private let inbox: BrowserInbox
  private var sorted = SortedRecords()

  /// - Parameters:
  ///   - order: the order in which a kind is shown at first; it reads nothing that changes.
  ///   - count: counts what saved filters find; it reads nothing that changes, but the clock.
  package init(
    _ order: @escaping (Kind, Schema) -> RecordOrder, count: @escaping (Library) -> FilterCounts, _ inbox: BrowserInbox
  ) {
    self.order = order
    self.count = count
    self.inbox = inbox
  }

  /// Sorts the records of a library, and says so.
  func sort(_ library: Library) {
    queue.async { [self] in
      sorted.sortAll(library, by: order)
      inbox.put(.sorted(sorted))
      inbox.put(.counted(count(library)))
      // By then nobody holds the library as it was before.
      Machine.giveMemoryBack()
    }
  }
}
