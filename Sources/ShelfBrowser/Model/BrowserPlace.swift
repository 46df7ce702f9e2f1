import ShelfForms
import ShelfModel

/// The state of the screen when the browser ended. The next session with the same library restores it.
package struct BrowserPlace: Equatable, Sendable {
  /// The text of the view (`LibraryView.text`).
  var view = ""
  /// The name of the order that the user has chosen, or "" for the default order.
  var order = ""
  /// The selected record.
  var record: RecordID?
  /// Whether the unset fields of the record were shown.
  var showsAll = false
  /// The widths that the user has dragged the side panes to.
  var left: Int?
  var right: Int?
}

/// The places of the most recently browsed libraries, in a file in the user's state folder: one line per library,
/// oldest first.
///
/// The file is not trusted: the browser ignores any value that does not fit the library.
package struct BrowserPlaces: Sendable {
  private let file: StateFile

  /// The maximum number of libraries in the file.
  private static let maximum = 50
  /// The maximum length of a line in bytes, which keeps the file within `StateFile.limit`.
  private static let maxLine = StateFile.limit / maximum - 1

  package init(_ file: StateFile) { self.file = file }

  /// Returns the place of the library in a folder, or nil if none is known.
  package func place(of root: String) -> BrowserPlace? {
    for line in file.lines.suffix(BrowserPlaces.maximum).reversed() {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 7, parts[0] == root else { continue }
      return BrowserPlace(
        view: parts[1], order: parts[2], record: RecordID(parts[3]), showsAll: parts[4] == "all",
        left: Int(parts[5]), right: Int(parts[6]))
    }
    return nil
  }

  /// Stores the place of the library in a folder. If that fails, the next session starts as if it were the first.
  package func save(_ place: BrowserPlace, of root: String) {
    let parts = [
      root, place.view, place.order, place.record?.description ?? "", place.showsAll ? "all" : "",
      place.left.map(String.init) ?? "", place.right.map(String.init) ?? "",
    ]
    let line = parts.joined(separator: "\t")
    // The name of a folder or filter may contain a tab or a line break, which this file cannot store.
    guard line.utf8.count <= BrowserPlaces.maxLine,
      !parts.contains(where: { $0.utf8.contains(0x09) || $0.utf8.contains(0x0A) })
    else { return }
    let others = file.lines.filter { !$0.hasPrefix(root + "\t") && $0.utf8.count <= BrowserPlaces.maxLine }
    try? file.write(others.suffix(BrowserPlaces.maximum - 1) + [line])
  }
}

extension Browser {
  /// The current place, which is saved so that the next session can restore it.
  package var place: BrowserPlace {
    let record = list.view.isList ? list.current?.id : nil
    return BrowserPlace(
      view: list.view.text, order: list.order?.name ?? "", record: record,
      showsAll: page.showsAll && page.id == record, left: widths.left, right: widths.right)
  }

  /// Restores the place of the last session, as far as its view and record still exist.
  mutating func restore(_ place: BrowserPlace) {
    widths = (place.left.map(Browser.sane), place.right.map(Browser.sane))
    let view = LibraryView(place.view)
    if let view { views.go(to: view, library, services.look, problems: problemCount) }
    list.show(views.current, library, services)
    // The views pane has no row for a condition until its records have been counted, so the list shows it directly.
    if let view, case .condition = view {
      list.show(view, library, services)
      if list.viewProblem != nil { list.show(views.current, library, services) }
    }
    let order = place.order.split(separator: ":", maxSplits: 1).map(String.init)
    if let column = order.first { sort(by: column, isDescending: order.last == "desc") }
    guard let record = place.record else { return }
    list.go(to: record)
    page.show(list.current?.id)
    if place.showsAll, page.id == record { page.showAll() }
  }

  private static func sane(_ width: Int) -> Int { max(1, min(width, 1000)) }
}

extension LibraryView {
  /// The view as text, or "" for a view that the next session does not restore.
  var text: String {
    let words: [String] =
      switch self {
      case .overview: ["overview"]
      case .kind(let kind): ["kind", kind.singular]
      case .state(let kind, let word): ["state", kind.singular, word]
      case .ratings(let kind): ["ratings", kind.singular]
      case .rating(let kind, let stars): ["rating", kind.singular] + (stars.map { [String($0)] } ?? [])
      case .names(let names, let kind): ["names", kind.singular, names.singular]
      case .name(let names, let kind, let id): ["name", kind.singular, names.singular, id.description]
      case .condition(let kind, let condition): ["condition", kind.singular, condition.rawValue]
      case .recent(let kind): ["recent", kind.singular]
      case .filter(let name): ["filter", name]
      case .filters, .problems: []
      }
    return words.joined(separator: " ")
  }

  /// Parses a view from its text, without checking that the view exists in the library.
  init?(_ text: String) {
    if text == "overview" {
      self = .overview
      return
    }
    if text.hasPrefix("filter ") {
      self = .filter(String(text.dropFirst("filter ".count)))
      return
    }
    let words = text.split(separator: " ").map(String.init)
    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    func kind(_ index: Int) -> Kind? { Kind.allCases.first { $0.singular == word(index) } }
    guard let kind = kind(1) else { return nil }
    switch words[0] {
    case "kind": self = .kind(kind)
    case "state": self = .state(kind, word(2))
    case "ratings": self = .ratings(kind)
    case "rating":
      let stars = Int(word(2))
      if stars == nil, !word(2).isEmpty { return nil }
      self = .rating(kind, stars)
    case "recent": self = .recent(kind)
    case "condition":
      guard let condition = Condition(rawValue: word(2)) else { return nil }
      self = .condition(kind, condition)
    case "names":
      guard let names = Kind.allCases.first(where: { $0.singular == word(2) }) else { return nil }
      self = .names(names, of: kind)
    case "name":
      guard let names = Kind.allCases.first(where: { $0.singular == word(2) }), let id = RecordID(word(3)) else {
        return nil
      }
      self = .name(names, of: kind, id)
    default: return nil
    }
  }
}
