import ShelfKit
import ShelfModel
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
  /// Asks catalogues about books.
  ///
  /// - Parameter isAllowed: whether the reader has just said that they may be asked.
  package let lookUp: (_ numbers: [ISBN], _ isAllowed: Bool) throws -> CatalogueReply

  package init(
    root: String, makeHost: @escaping () -> Host, measure: @escaping () -> Terminal, look: BrowserLook,
    lookUp: @escaping (_ numbers: [ISBN], _ isAllowed: Bool) throws -> CatalogueReply
  ) {
    self.root = root
    self.makeHost = makeHost
    self.measure = measure
    self.look = look
    self.lookUp = lookUp
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
  /// - Parameter isPatient: whether another program that has the library is waited for.
  func workspace(isPatient: Bool = true) throws -> Workspace {
    var host = makeHost()
    // Nobody waits for a key: the browser tries again.
    if !isPatient { host.lockPatience = 0 }
    return try Workspace(root, in: host)
  }
}
