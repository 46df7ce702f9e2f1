import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The left pane: the tree of views, with the number of records in each.
///
/// Each kind of record is a top-level row. Below it are its states, conditions such as “overdue”, ratings, and the
/// names that its records refer to, such as genres; most views without any records are omitted. At the end are the
/// saved filters and the problems, if there are any. The rows are rebuilt from the snapshot after every change, and
/// their `LibraryView` identifies the row under the cursor and the expanded rows. Counts of states and ratings come
/// from one pass over the records (`ViewCounts`). Counts that need a query arrive later from the background
/// (`FilterCounts`), so the pane never waits for them.
struct ViewsPane {
  struct Row {
    let view: LibraryView
    let level: Int
    let label: StyledText
    let count: String
    /// Whether the row can be expanded.
    var isParent = false

    /// The width of the row with its indentation, the markers before it and the space around its count.
    var width: Int { 2 * level + 2 + label.width + DisplayWidth.of(count) + 3 }
  }

  private(set) var rows: [Row] = [] {
    didSet { width = rows.reduce(0) { max($0, $1.width) } }
  }
  /// The width that shows all rows in full.
  private(set) var width = 0
  private(set) var cursor = 0
  var top = 0
  private var expanded: Set<LibraryView> = []
  private var isNew = true
  private var counts: ViewCounts?
  private var filterCounts = FilterCounts()

  var current: LibraryView { rows.indices.contains(cursor) ? rows[cursor].view : .overview }

  func isExpanded(_ view: LibraryView) -> Bool { expanded.contains(view) }

  mutating func move(to row: Int) { cursor = max(0, min(row, rows.count - 1)) }

  /// Moves to a view, and expands the rows above it.
  mutating func go(to view: LibraryView, _ library: Library, _ look: BrowserLook, problems: Int) {
    if let row = rows.firstIndex(where: { $0.view == view }) {
      cursor = row
      return
    }
    switch view {
    case .state(let kind, _), .recent(let kind), .condition(let kind, _), .names(_, of: let kind):
      expanded.insert(.kind(kind))
    case .rating(let kind, _): expanded.formUnion([.kind(kind), .ratings(kind)])
    case .name(let names, let kind, _): expanded.formUnion([.kind(kind), .names(names, of: kind)])
    case .filter: expanded.insert(.filters)
    default: break
    }
    lay(library, look, problems)
    cursor = rows.firstIndex { $0.view == view } ?? cursor
  }

  /// Expands or collapses the current row.
  mutating func toggle(_ library: Library, _ look: BrowserLook, problems: Int) {
    guard rows.indices.contains(cursor), rows[cursor].isParent else { return }
    let view = rows[cursor].view
    if expanded.remove(view) == nil { expanded.insert(view) }
    lay(library, look, problems)
  }

  /// Rebuilds the rows for another snapshot, and keeps the cursor on the same view.
  mutating func update(_ library: Library, _ look: BrowserLook, problems: Int) {
    counts = ViewCounts(library)
    if isNew {
      isNew = false
      expanded = Set(Kind.allCases.map { .kind($0) })
      for kind in Kind.allCases {
        for names in ViewsPane.names(of: kind, library) where library.records(of: names).count <= ViewsPane.maxExpanded
        {
          expanded.insert(.names(names, of: kind))
        }
      }
      if library.manifest.allFilters.count <= ViewsPane.maxExpanded { expanded.insert(.filters) }
    }
    lay(library, look, problems)
  }

  /// Stores new counts of the records that match filters, and lays out the pane again.
  mutating func take(_ counts: FilterCounts, _ library: Library, _ look: BrowserLook, problems: Int) {
    filterCounts = counts
    lay(library, look, problems)
  }

  /// The maximum number of names or filters that are expanded initially.
  private static let maxExpanded = 12

  private mutating func lay(_ library: Library, _ look: BrowserLook, _ problems: Int) {
    let view = current
    let isFirst = rows.isEmpty
    var maker = ViewRows(
      library: library, counts: counts ?? ViewCounts(library), filterCounts: filterCounts, look: look,
      expanded: expanded)
    maker.make(problems: problems)
    rows = maker.rows
    if isFirst {
      cursor = rows.firstIndex { $0.view == .kind(.book) } ?? 0
    } else {
      cursor = rows.firstIndex { $0.view == view } ?? max(0, min(cursor, rows.count - 1))
    }
  }

  /// Returns the kinds of names that records of a kind can refer to, such as genres.
  static func names(of kind: Kind, _ library: Library) -> [Kind] {
    var names: [Kind] = []
    for field in library.schema.fields(of: kind) {
      if let target = field.type.target, target.isMadeByName, !names.contains(target) { names.append(target) }
    }
    return names
  }
}

/// The builder of the rows.
private struct ViewRows {
  let library: Library
  let counts: ViewCounts
  let filterCounts: FilterCounts
  let look: BrowserLook
  let expanded: Set<LibraryView>
  var rows: [ViewsPane.Row] = []

  mutating func make(problems: Int) {
    add(.overview, 0, StyledText("Overview"), "")
    let named = Set(Kind.allCases.flatMap { ViewsPane.names(of: $0, library) })
    for kind in Kind.allCases where !named.contains(kind) { add(kind) }
    // Kinds of names that only other names refer to are not below any other kind, so they get a row at the top level.
    for kind in named.sorted(by: { $0.rawValue < $1.rawValue })
    where !Kind.allCases.contains(where: { ViewsPane.names(of: $0, library).contains(kind) && !named.contains($0) }) {
      add(kind)
    }
    let filters = library.manifest.allFilters
    if !filters.isEmpty {
      add(.filters, 0, StyledText("Filters"), "", isParent: true)
      if expanded.contains(.filters) {
        for filter in filters {
          add(.filter(filter.name), 1, StyledText(filter.name), filterCounts.count(filter).map(Wording.number) ?? "")
        }
      }
    }
    if problems > 0 { add(.problems, 0, StyledText("Problems", .color(.red)), Wording.number(problems)) }
  }

  private mutating func add(_ kind: Kind) {
    let state = library.schema.field(.state, of: kind)
    let isOpen = state?.type == .boolean
    let open = state.flatMap { $0.doneValue }.map { $0 == .boolean(true) ? 0 : 1 }.map { counts.count(kind, state: $0) }
    let count = isOpen ? "\(Wording.number(open ?? 0)) open" : Wording.number(counts.count(kind))
    add(.kind(kind), 0, StyledText(Wording.heading(kind.plural)), count, isParent: counts.count(kind) > 0)
    guard expanded.contains(.kind(kind)), counts.count(kind) > 0 else { return }
    if let state, case .choice(let words) = state.type {
      for (place, word) in words.enumerated() where counts.count(kind, state: place) > 0 {
        let count = Wording.number(counts.count(kind, state: place))
        add(.state(kind, word), 1, StyledText(Wording.heading(Wording.label(word))), count)
      }
    }
    for condition in LibraryView.Condition.allCases {
      guard let count = filterCounts.count(kind, condition), count > 0 else { continue }
      let style: TextStyle = condition == .overdue ? .color(.red) : .plain
      add(.condition(kind, condition), 1, StyledText(condition.title, style), Wording.number(count))
    }
    if isOpen, library.schema.field(.created, of: kind) != nil {
      let count = filterCounts.recent(kind).map(Wording.number) ?? ""
      add(.recent(kind), 1, StyledText("Last \(LibraryView.recentDays) days"), count)
    }
    if library.schema.field(.rating, of: kind) != nil { addRatings(kind) }
    for names in ViewsPane.names(of: kind, library) { add(names, of: kind) }
  }

  private mutating func addRatings(_ kind: Kind) {
    add(.ratings(kind), 1, StyledText("Ratings"), "", isParent: true)
    guard expanded.contains(.ratings(kind)) else { return }
    for stars in [5, 4, 3, 2, 1, 0, nil] where counts.count(kind, stars: stars) > 0 {
      add(
        .rating(kind, stars), 2, look.stars(quarters: stars.map { $0 * 4 }),
        Wording.number(counts.count(kind, stars: stars)))
    }
  }

  private mutating func add(_ names: Kind, of kind: Kind) {
    let library = self.library
    let sorted = RecordOrder.standard(of: names, library.schema).sort(Array(library.records(of: names)), of: library)
    let isOwner = kind == owner(names)
    let counted = sorted.map { (name: $0, count: library.count(of: kind, referringTo: $0)) }
    let isChip = library.schema.title(of: names).look.form == .chip
    // Unused tags are listed below the last kind that can refer to them. Other tags are listed below the kinds that use
    // them.
    let listed = counted.filter { $0.count > 0 || isOwner && !isChip && !isUsed($0.name, by: kinds(with: names)) }
    let title = isOwner ? Wording.heading(names.plural) : "\(Wording.heading(names.plural)) of \(kind.plural)"
    let isOpen = library.schema.field(.state, of: kind)?.type == .boolean
    guard !listed.isEmpty || isUnused(names) && isOwner else { return }
    add(
      .names(names, of: kind), 1, StyledText(title), Wording.number(isOwner && isChip ? sorted.count : listed.count),
      isParent: !listed.isEmpty)
    guard expanded.contains(.names(names, of: kind)) else { return }
    let color = library.schema.fields(of: names).first { $0.type == .color }
    for (name, count) in listed {
      var label = StyledText(isChip ? "" : "#")
      if isChip {
        let own = color.flatMap { name.texts(of: $0).first }.flatMap { Color($0) } ?? .fallback
        label = look.dot(own) + StyledText(name.title)
      } else {
        label.append(name.title)
      }
      let openText = isOpen && count > 0 ? "\(Wording.number(open(kind, referringTo: name))) open" : ""
      let shown = isOpen ? openText : Wording.number(count)
      add(.name(names, of: kind, name.id), 2, label, shown)
    }
  }

  private func open(_ kind: Kind, referringTo name: Record) -> Int {
    let state = library.schema.field(.state, of: kind)
    return library.records(kind, referringTo: name).count { record in
      state.flatMap { record.value(of: $0) } != state?.doneValue
    }
  }

  /// Returns whether no record uses any of these names.
  private func isUnused(_ names: Kind) -> Bool {
    let kinds = kinds(with: names)
    return library.records(of: names).allSatisfy { !isUsed($0, by: kinds) }
  }

  private func isUsed(_ name: Record, by kinds: [Kind]) -> Bool {
    kinds.contains { library.count(of: $0, referringTo: name) > 0 }
  }

  private func kinds(with names: Kind) -> [Kind] {
    Kind.allCases.filter { ViewsPane.names(of: $0, library).contains(names) }
  }

  /// Returns the kind below which unused names are listed: the last one that can refer to them.
  private func owner(_ names: Kind) -> Kind? { kinds(with: names).last }

  private mutating func add(
    _ view: LibraryView, _ level: Int, _ label: StyledText, _ count: String, isParent: Bool = false
  ) {
    rows.append(ViewsPane.Row(view: view, level: level, label: label, count: count, isParent: isParent))
  }
}
