import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// The middle pane: the records of a view that match the search.
///
/// `base` contains the records of the view in order, and `records` is the subset that matches the query. A query
/// usually grows or shrinks by one character, so the results of recent queries are kept: a query that narrows an
/// earlier one only searches its results. An invalid query, such as an unfinished term, leaves the list as it was and
/// sets `problem`.
struct ListPane {
  private(set) var view = LibraryView.kind(.book)
  /// The kind of the records, or nil if they are of several kinds.
  private(set) var kind: Kind?
  /// The records of the view, in order.
  private var base: [Record] = [] {
    didSet { baseGeneration += 1 }
  }
  /// A counter that increases whenever the records of the view may have changed.
  private(set) var baseGeneration = 0
  /// The records of the view that match the search.
  private(set) var records: [Record] = []
  private(set) var cursor = 0
  var top = 0
  private(set) var marks: Set<RecordID> = []
  /// The record where the user began to mark a range, and the marks before that. Nil if moving the cursor marks
  /// nothing.
  private var range: (start: RecordID, before: Set<RecordID>)?
  /// The query as last typed, valid or not.
  private(set) var query = ""
  /// The error in the query, if any. In that case the records are the matches of the last valid query.
  private(set) var problem: String?
  /// What the unfinished last term of the query needs, if the user is still typing it.
  private(set) var hint: String?
  /// The order that the user has chosen and its name, or nil for the default order.
  private(set) var order: (order: RecordOrder, name: String)?
  /// The reason why the view's records cannot be determined.
  private(set) var viewProblem: String?
  private var sorted = SortedRecords()
  /// The results of recent queries within the view, oldest first.
  private var found: [(query: Query, records: [Record])] = []

  /// The maximum number of results that are kept.
  private static let kept = 64

  var current: Record? { records.indices.contains(cursor) ? records[cursor] : nil }

  /// The marked records that match the search. Keys do not act on marked records that the search hides.
  var markedShown: [Record] { marks.isEmpty ? [] : records.filter { marks.contains($0.id) } }

  var total: Int { base.count }

  /// Returns about this many records of the view, evenly distributed, regardless of the search.
  func sampled(_ count: Int) -> [Record] {
    let step = max(1, base.count / count)
    return stride(from: 0, to: base.count, by: step).map { base[$0] }
  }

  // MARK: - Changing the contents

  /// Shows another view, without the search in the previous one.
  mutating func show(_ view: LibraryView, _ library: Library, _ services: BrowserServices) {
    let isOther = view != self.view
    self.view = view
    if isOther {
      clearMarks()
      query = ""
      let kind = view.kind(library)
      if kind != self.kind { order = nil }
      cursor = 0
      top = 0
    }
    update(library, services)
  }

  /// Replaces the snapshot of the library, and keeps the same record selected.
  ///
  /// - Parameter name: the view's new identity, or nil if its filter was not renamed.
  mutating func replace(_ library: Library, _ services: BrowserServices, as name: LibraryView? = nil) {
    if let name { view = name }
    sorted = SortedRecords()
    update(library, services)
  }

  /// Adopts lists of the current library that were sorted on another thread.
  mutating func take(_ sorted: SortedRecords) { self.sorted.take(sorted) }

  /// Returns whether the list of a kind is sorted, so that it can be shown without delay.
  func isSorted(_ kind: Kind) -> Bool { sorted.isSorted(kind) }

  private mutating func update(_ library: Library, _ services: BrowserServices) {
    kind = view.kind(library)
    viewProblem = nil
    let id = current?.id
    base = records(of: view, library, services)
    found = []
    if !marks.isEmpty { marks.formIntersection(base.map(\.id)) }
    search(query, library, services, keeping: id)
  }

  mutating func sort(_ order: (RecordOrder, String)?, _ library: Library, _ services: BrowserServices) {
    self.order = order
    update(library, services)
  }

  /// Changes the query. An invalid query leaves the list as it is.
  ///
  /// - Parameter isTyping: whether the last term may be unfinished. If so, a mistake in it leads to a hint rather than
  ///   an error. The list also stays as it is if nothing matches but the term may be the beginning of a key such as
  ///   `rating:`.
  mutating func search(
    _ text: String, _ library: Library, _ services: BrowserServices, keeping id: RecordID? = nil,
    isTyping: Bool = false
  ) {
    let id = id ?? current?.id
    if text != query { endRange() }
    query = text
    (problem, hint) = (nil, nil)
    do throws(QueryError) {
      let source = try QuerySource(text).named(in: library, for: kind.map { [$0] } ?? Kind.allCases)
      let found = source.query == .everything ? base : ranked(try matching(source, library, services), source, library)
      let keys = isTyping && found.isEmpty ? keys(startingWith: QueryLine.terms(text).last ?? "", library) : []
      if keys.isEmpty || text.last == " " { records = found } else { hint = keys.prefix(6).joined(separator: "  ") }
    } catch {
      if isTyping, let hint = ListPane.hint(error, in: text) {
        self.hint = hint
      } else {
        problem = ListPane.words(error)
      }
      if records.isEmpty { records = withoutLastTerm(text, library, services) }
      // Earlier results may contain deleted or outdated records.
      let ids = Set(base.map { ObjectIdentifier($0) })
      if records.contains(where: { !ids.contains(ObjectIdentifier($0)) }) { records = base }
    }
    let place = cursor
    cursor = id.flatMap { id in records.firstIndex { $0.id == id } } ?? max(0, min(place, records.count - 1))
  }

  /// Returns the matches of a query, best matches first unless the user has chosen an order.
  private func ranked(_ records: [Record], _ source: QuerySource, _ library: Library) -> [Record] {
    if order != nil { return records }
    var ranked: [Record] = []
    for kind in kind.map({ [$0] }) ?? Kind.allCases {
      let own = self.kind == nil ? records.filter { $0.kind == kind } : records
      ranked += QueryRank([source], kind, library)?.sort(own) ?? own
    }
    return ranked
  }

  private func withoutLastTerm(_ text: String, _ library: Library, _ services: BrowserServices) -> [Record] {
    let rest = QueryLine.terms(text).dropLast().joined(separator: " ")
    guard !rest.isEmpty, let source = try? QuerySource(rest),
      let matching = try? matching(source, among: base, library, services)
    else { return base }
    return matching
  }

  private func keys(startingWith word: String, _ library: Library) -> [String] {
    let word = word.drop { "-(".contains($0) }.lowercased()
    guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return [] }
    let fields = (kind.map { [$0] } ?? Kind.allCases).flatMap { library.schema.fields(of: $0).map(\.key) }
    return (fields + ["is", "has", "no"]).filter { $0.lowercased().hasPrefix(word) }
      .reduce(into: []) { if !$0.contains($1 + ":") { $0.append($1 + ":") } }
  }

  /// Returns what the last term of a query needs, or nil if the first mistake is elsewhere or the term is finished.
  private static func hint(_ error: QueryError, in text: String) -> String? {
    guard let problem = error.problems.first, text.last != " ",
      problem.range.upperBound >= error.text.utf8.count || problem.range.lowerBound >= error.text.utf8.count - 1
    else { return nil }
    return switch problem.reason {
    case .noValue(let key): "a value for “\(key)” comes next; Tab shows what there is"
    case .wrongValue(_, let key, let expected, _): "“\(key)” takes \(expected.words)"
    case .unknownName(_, let kind, _): "the name of a \(kind.singular); Tab completes it"
    case .unknownState(_, _, let all): "“is:” takes \(all.joined(separator: ", "))"
    case .unclosedQuotation: "the closing quotation mark comes next"
    case .unclosedPattern: "the closing / comes next"
    case .unclosedParenthesis: "the closing parenthesis comes next"
    default: ""
    }
  }

  static func words(_ error: QueryError) -> String {
    guard let problem = error.problems.first else { return "" }
    let hint = QueryProblemText.hint(problem.reason).map { " — \($0)" } ?? ""
    return problem.reason.message + hint
  }

  /// Returns the matches of a query, starting from the results of a recent query that it equals or narrows.
  private mutating func matching(
    _ source: QuerySource, _ library: Library, _ services: BrowserServices
  ) throws(QueryError) -> [Record] {
    if let place = found.lastIndex(where: { $0.query == source.query }) {
      found.removeSubrange((place + 1)...)
      return found[place].records
    }
    let wider = found.last { source.query.narrows($0.query) }
    let records = try matching(source, among: wider?.records ?? base, library, services)
    found.append((source.query, records))
    if found.count > ListPane.kept { found.removeFirst() }
    return records
  }

  private func matching(
    _ source: QuerySource, among records: [Record], _ library: Library, _ services: BrowserServices
  ) throws(QueryError) -> [Record] {
    let matchers = try QueryMatcher.make(
      [source], for: kind.map { [$0] } ?? Kind.allCases, in: library, today: services.today, now: services.now,
      localTime: services.look.localTime)
    if matchers.count == 1 { return matchers[0].records(among: records) }
    // The records are grouped by kind.
    var found: [Record] = []
    var rest = records[...]
    while let kind = rest.first?.kind {
      let end = rest.firstIndex { $0.kind != kind } ?? rest.endIndex
      if let matcher = matchers.first(where: { $0.kind == kind }) {
        found += matcher.records(among: Array(rest[..<end]))
      }
      rest = rest[end...]
    }
    return found
  }

  private mutating func records(of view: LibraryView, _ library: Library, _ services: BrowserServices) -> [Record] {
    guard view.isList else { return [] }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let all = kinds.flatMap { kind in
      sorted.records(of: kind, by: order?.order ?? services.order(of: kind, library.schema), library)
    }
    do throws(QueryError) {
      switch view {
      case .kind, .ratings: return all
      case .names(let names, _):
        kind = names
        return sorted.records(of: names, by: services.order(of: names, library.schema), library)
      case .name(_, let kind, let id):
        guard let name = library.record(id) else { return [] }
        let found = Set(library.records(kind, referringTo: name).map { ObjectIdentifier($0) })
        return all.filter { found.contains(ObjectIdentifier($0)) }
      default:
        // The view's filter or field no longer exists. Showing all records instead would be wrong.
        guard let source = try view.source(library) else { return [] }
        return source.query == .everything ? all : try matching(source, among: all, library, services)
      }
    } catch {
      viewProblem = ListPane.words(error)
      return []
    }
  }

  // MARK: - Moving and marking

  mutating func move(to row: Int) {
    cursor = max(0, min(row, records.count - 1))
    guard let range else { return }
    guard let start = records.firstIndex(where: { $0.id == range.start }) else { return endRange() }
    marks = range.before.union(records[min(start, cursor)...max(start, cursor)].map(\.id))
  }

  mutating func go(to id: RecordID) { if let row = records.firstIndex(where: { $0.id == id }) { cursor = row } }

  /// Toggles the mark of the current record, and moves to the next one.
  mutating func mark() {
    guard let current else { return }
    endRange()
    if marks.remove(current.id) == nil { marks.insert(current.id) }
    move(to: cursor + 1)
  }

  /// Whether moving marks the records between the start of the range and the cursor.
  var isMarkingRange: Bool { range != nil }

  /// Starts to mark a range at the current record, or ends the range and keeps its marks.
  mutating func markRange() {
    guard range == nil, let current else { return endRange() }
    range = (current.id, marks)
    move(to: cursor)
  }

  private mutating func endRange() { range = nil }

  mutating func markAll() {
    endRange()
    marks = markedShown.count == records.count ? [] : Set(records.map(\.id))
  }

  mutating func clearMarks() {
    endRange()
    marks = []
  }
}
