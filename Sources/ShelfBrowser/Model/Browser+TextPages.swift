import ShelfTerminal
import ShelfText

/// The keys of a text page: they scroll, search, and follow links.
extension Browser {
  /// Handles a key while the user types the search text of a page.
  private mutating func find(_ key: Key, _ page: TextPage) -> [Effect] {
    var page = page
    let height = TextPage.height(space)
    switch key {
    case .text(let text), .paste(let text): page.wanted += VisibleText.line(text)
    case .backspace where page.wanted.isEmpty: page.isFinding = false
    case .backspace: page.wanted.removeLast()
    case .control("u"): page.wanted = ""
    case .enter: page.isFinding = false
    case .escape:
      page.isFinding = false
      page.wanted = ""
    case .up, .down:
      go(on: &page, by: key == .up ? -1 : 1)
      mode = .text(page)
      return []
    default: return []
    }
    if page.wanted.isEmpty {
      page.found = nil
    } else if key != .enter, !page.find(from: page.found ?? page.top, 1, height) {
      note = ("“\(page.wanted)” was not found on this page", true)
    }
    mode = .text(page)
    return []
  }

  /// Moves to the next or previous match.
  private mutating func go(on page: inout TextPage, by step: Int) {
    let start = page.found.map { $0 + step } ?? page.top
    if !page.find(from: start, step, TextPage.height(space)) {
      note = ("“\(page.wanted)” was not found on this page", true)
    }
  }

  mutating func handle(_ key: Key, _ page: TextPage) -> [Effect] {
    if page.isFinding { return find(key, page) }
    var page = page
    let height = TextPage.height(space)
    let last = max(0, page.lines.count - height)
    switch keys.action(key) {
    case .up where !page.links.isEmpty: page.choose(page.link - 1, height)
    case .down where !page.links.isEmpty: page.choose(page.link + 1, height)
    case .open where !page.links.isEmpty, .right where !page.links.isEmpty:
      return [.perform(page.links[page.link].request)]
    case .up: page.top -= 1
    case .down: page.top += 1
    case .pageUp: page.top -= height
    case .pageDown: page.top += height
    case .halfPageUp: page.top -= max(1, height / 2)
    case .halfPageDown: page.top += max(1, height / 2)
    case .top: page.top = 0
    case .bottom: page.top = last
    case .nextMatch, .previousMatch:
      if !page.wanted.isEmpty { go(on: &page, by: keys.action(key) == .nextMatch ? 1 : -1) }
    case .search:
      page.isFinding = true
      page.wanted = ""
      page.found = nil
    case .clear, .quit, .back, .left, .open, .help, .history, .stats, .sync:
      mode = page.below.first.map { .text($0) } ?? .panes
      return []
    default:
      if key == .text(" ") { page.top += height }
    }
    page.top = max(0, min(page.top, last))
    // Scrolling keeps the chosen link visible.
    let seen = page.links.indices.filter { (page.top..<page.top + height).contains(page.links[$0].line) }
    if let first = seen.first, let last = seen.last { page.link = max(first, min(page.link, last)) }
    mode = .text(page)
    return []
  }
}

extension TextPage {
  /// Chooses a link, and scrolls until the link and its related lines are visible.
  mutating func choose(_ number: Int, _ height: Int) {
    link = max(0, min(number, links.count - 1))
    let start = links[link].line
    let end = link + 1 < links.count ? links[link + 1].line - 1 : lines.count - 1
    top = min(start, max(top, end - height + 1))
  }

  /// Searches from a line onward, wrapping around at the end of the page. Returns false if there is no match.
  ///
  /// - Parameter step: 1 searches downward, -1 upward.
  mutating func find(from start: Int, _ step: Int, _ height: Int) -> Bool {
    let wanted = Folding.fold(wanted)
    let places = lines.indices.map { ((start + step * $0) % lines.count + lines.count) % lines.count }
    guard let place = places.first(where: { Folding.fold(lines[$0].plain).contains(wanted) }) else {
      found = nil
      return false
    }
    found = place
    if !(top..<top + height).contains(place) { top = max(0, min(place - height / 3, lines.count - height)) }
    return true
  }

  /// Returns the number of visible lines.
  static func height(_ space: Space) -> Int {
    max(1, space.rows - 1 - (PaneLayout(space, focus: .list, left: nil, right: nil).isFramed ? 2 : 1))
  }
}
