import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// Reads what a command line asks for: a query, and a saved filter.
struct QueryReader {
  let library: Library
  let context: Context

  /// Returns the records of a kind that the queries ask for, in the library's order.
  func records(_ kind: Kind, _ sources: [QuerySource]) throws(CommandError) -> [Record] {
    try matchers([kind], sources).flatMap { $0.records() }
  }

  /// Returns the queries made ready for some kinds.
  func matchers(_ kinds: [Kind], _ sources: [QuerySource]) throws(CommandError) -> [QueryMatcher] {
    do throws(QueryError) {
      return try QueryMatcher.make(
        sources, for: kinds, in: library, today: context.today, now: context.now,
        localTime: context.localTime)
    } catch {
      throw CommandError(error)
    }
  }

  /// Returns what to say about a query that finds nothing, and may have meant something else.
  ///
  /// - Parameter options: terms that stand for options, with values as they were given.
  func hints(_ text: String, of kind: Kind, options: [QuerySource] = []) -> [String] {
    let lists = (try? Query(text))?.lists ?? []
    let variants = QueryVariants(text, kind, library.schema).queries
    let hints =
      variants.compactMap { query in count(query, kind).map { "`\(query)` finds \(kind.counted($0))." } }
      + (lists + options.compactMap(\.list)).map { key, values in
        let alternatives = values.map { "\(key):\($0)" }.joined(separator: " or ")
        return
          "`\(key):\(values.joined(separator: ","))` is one text with a comma; for any of them write (\(alternatives))."
      }
    // A query may come from anywhere.
    return hints.map { VisibleText.line($0) }
  }

  /// Returns how many records a query finds; nil if it finds none, or is not valid.
  private func count(_ query: String, _ kind: Kind) -> Int? {
    guard let source = try? QuerySource(query), let count = try? matchers([kind], [source]).first?.count(), count > 0
    else { return nil }
    return count
  }

  /// Returns the query that a saved filter stands for.
  ///
  /// - Parameter kinds: the kinds that the command is about.
  func filter(_ name: String, _ kinds: [Kind]) throws(CommandError) -> QuerySource {
    try filter(try filter(name), kinds)
  }

  /// Returns the query of a filter, once it has been checked for the kinds.
  func filter(_ filter: SavedFilter, _ kinds: [Kind]) throws(CommandError) -> QuerySource {
    let (kind, source) = try read(filter)
    if let kind, !kinds.contains(kind) {
      throw CommandError(
        .usage,
        "the filter “\(filter.name)” is for \(kind.plural), not for \(kinds.map(\.plural).joined(separator: ", "))",
        hint: "`shelf \(kind.singular) list --filter \(Wording.shellWord(filter.name))`")
    }
    do throws(QueryError) {
      _ = try QueryMatcher.make(
        [source], for: kind.map { [$0] } ?? kinds, in: library, today: context.today, now: context.now,
        localTime: context.localTime)
    } catch {
      throw failure(error, filter)
    }
    var only = source
    if kinds.count > 1 { only.kind = kind }
    return only
  }

  /// Returns the number of records that match a filter.
  func count(_ filter: SavedFilter) throws(CommandError) -> Int {
    let (kind, source) = try read(filter)
    return try matchers(kind.map { [$0] } ?? Kind.allCases, [source]).reduce(0) { $0 + $1.count() }
  }

  private func read(_ filter: SavedFilter) throws(CommandError) -> (kind: Kind?, source: QuerySource) {
    do throws(QueryError) { return try filter.read() } catch { throw failure(error, filter) }
  }

  func filter(_ name: String) throws(CommandError) -> SavedFilter {
    let filters = library.manifest.allFilters
    guard let found = try only(of: filters, called: name) else {
      let nearest = Nearest.words(to: name, among: filters.map(\.name))
      throw CommandError(
        .usage, "no filter is called “\(Wording.short(name))”",
        hint: nearest.first.map { "did you mean “\($0)”?" }
          ?? "the filters are " + filters.map(\.name).joined(separator: ", "))
    }
    return found
  }

  /// Returns the filter with a name: the exact match, or else the only one that differs in case or accents.
  func only(of filters: [SavedFilter], called name: String) throws(CommandError) -> SavedFilter? {
    if let filter = filters.first(where: { $0.name == name }) { return filter }
    let found = filters.filter { $0.isCalled(name) }
    if found.count > 1 {
      let names = found.map { "“\($0.name)”" }.joined(separator: " and ")
      throw CommandError(
        .usage, "“\(Wording.short(name))” matches the filters \(names)",
        hint: "write the name exactly as in shelf.yaml")
    }
    return found.first
  }

  /// Returns the error for a mistake in a filter.
  func failure(_ error: QueryError, _ filter: SavedFilter) -> CommandError {
    var failure = CommandError(error)
    failure.report.message = "the filter “\(filter.name)”: " + failure.report.message
    return failure
  }
}
