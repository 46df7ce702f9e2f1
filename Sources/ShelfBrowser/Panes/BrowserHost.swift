import ShelfForms
import ShelfKit
import ShelfTerminal

/// What the work of a browser has from outside.
package struct BrowserHost {
  /// The library's absolute path.
  package let root: String
  /// Makes what a workspace takes from outside, with the clock as it is by now.
  package let makeHost: () -> Host
  /// Returns the size and the colours of the terminal, which may change.
  package let measure: () -> Terminal
  package let look: BrowserLook
  /// What looks books up, as far as the reader allows it.
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

  /// Returns the room for a page that is laid over the panes.
  var page: Terminal {
    let terminal = measure()
    return BrowserHost.page(of: terminal, width: max(16, terminal.width - 4))
  }

  /// Returns a part of a screen that shows a page of any length.
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
  /// - Parameter waitsForLock: whether another program that has the library is waited for.
  func workspace(waitsForLock: Bool = true) throws -> Workspace {
    var host = makeHost()
    // No user waits for this: the browser tries again.
    if !waitsForLock { host.lockTimeout = 0 }
    return try Workspace(root, in: host)
  }
}
