import ShelfForms
import ShelfKit
import ShelfTerminal

/// The environment of the worker: the library's path, the clock, the terminal and the catalogues.
package struct BrowserHost {
  /// The library's absolute path.
  package let root: String
  /// Returns a host for opening the library, with the current time.
  package let makeHost: () -> Host
  /// Returns the terminal's current size and color depth.
  package let measure: () -> Terminal
  package let look: BrowserLook
  /// The access to library catalogues, subject to the user's permission.
  package let catalogues: CatalogueAccess

  package init(
    root: String, makeHost: @escaping () -> Host, measure: @escaping () -> Terminal, look: BrowserLook,
    catalogues: CatalogueAccess
  ) {
    self.root = root
    self.makeHost = makeHost
    self.measure = measure
    self.look = look
    self.catalogues = catalogues
  }

  /// The terminal's properties for a page that is shown over the panes.
  var page: Terminal {
    let terminal = measure()
    return BrowserHost.page(of: terminal, width: max(16, terminal.width - 4))
  }

  /// Returns a terminal of the given width and unlimited height, for laying out a page that scrolls.
  package static func page(of terminal: Terminal, width: Int) -> Terminal {
    var page = terminal
    page.isTerminal = true
    page.width = width
    page.height = .max
    page.hasLinks = false
    return page
  }

  /// Opens the library.
  ///
  /// - Parameter waitsForLock: whether to wait for another program that holds the lock.
  func workspace(waitsForLock: Bool = true) throws -> Workspace {
    var host = makeHost()
    // Waiting here would block all later requests; the browser retries instead.
    if !waitsForLock { host.lockTimeout = 0 }
    return try Workspace(root, in: host)
  }
}
