import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// Evaluates the queries and saved filters of a command line.
struct QueryReader {
  let library: Library
  let context: Context

  /// Returns the records of a kind that match all of the queries, in library order.
  func records(_ kind: Kind, _ sources: [QuerySource]) throws(CommandError) -> [Record] {
    try matchers([kind], sources).flatMap { $0.records() }
  }

  /// Compiles the queries for each kind, and notes where they compare amounts in several currencies.
  func matchers(_ kinds: [Kind], _ sources: [QuerySource]) throws(CommandError) -> [QueryMatcher] {
    let matchers = try compiled(kinds, sources)
    var reported: Set<QueryMatcher.MixedCurrencies> = []
    for mixed in matchers.flatMap(\.mixedCurrencies) where reported.insert(mixed).inserted {
      context.note(
        "amounts in \(Wording.list(mixed.currencies)) are compared by their numbers alone; to compare one currency, "
          + "add it to the amount, as in '\(mixed.key):>10 \(mixed.currencies[0])'")
    }
    return matchers
  }

  private func compiled(_ kinds: [Kind], _ sources: [QuerySource]) throws(CommandError) -> [QueryMatcher] {
    do throws(QueryError) {
      return try QueryMatcher.make(
        sources, for: kinds, in: library, today: context.today, now: context.now,
        localTime: context.localTime)
    } catch {
      throw CommandError(error)
    }
  }

  /// For a command that writes or changes something, prints a note if its queries match no records.
  func reportNothing(found queries: [String], _ kind: Kind?) {
    let quoted = queries.map { "“\(Wording.short($0))”" }
    context.note(VisibleText.line("no \(kind.noun) matches \(Wording.list(quoted))"))
    guard let kind, queries.count == 1 else { return }
    for hint in hints(queries[0], of: kind) { context.note(hint) }
  }

  /// Notes how many records the queries leave out only because they have no value for a Boolean field, such as the
  /// books that neither `owned:yes` nor `owned:no` finds.
  func noteUnstated(_ sources: [QuerySource], _ kinds: [Kind]) {
    for kind in kinds {
      for (index, source) in sources.enumerated() where source.kind == nil || source.kind == kind {
        for term in source.unstatedTerms(of: kind, library.schema) {
          var replaced = sources
          replaced[index] = term.source
          replaced[index].kind = source.kind
          guard let count = try? matchers([kind], replaced).first?.count(), count > 0 else { continue }
          let query = replaced.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
          context.note(
            VisibleText.line(
              "\(kind.counted(count)) \(count == 1 ? "has" : "have") no value for \(Wording.label(term.field.key)): "
                + "`shelf \(kind.plural) \(query)`"))
        }
      }
    }
  }

  /// Returns hints about a query that found nothing, such as variants that find something.
  ///
  /// - Parameter options: the query terms that options were converted to, with their values as typed.
  func hints(_ text: String, of kind: Kind, options: [QuerySource] = []) -> [String] {
    let query = try? Query(text)
    let lists = query?.lists ?? []
    let either = (query?.alternatives).map { key, values in
      let terms = values.map { "\(key):\($0.contains(" ") ? QueryText.quoted($0) : $0)" }
      return "No \(kind.singular) has all of these; to match any of them, write (\(terms.joined(separator: " or ")))."
    }
    let variants =
      QueryVariants(text, kind, library.schema).queries
      + [QuerySpelling(library).corrected(text), read(text, kind, options)].compactMap { $0 }
    let name = text.hasPrefix("by ") ? String(text.dropFirst(3)) : text
    let groups = field(called: name, of: kind).map {
      ["`shelf \(kind.plural) --group \($0)` lists the \(kind.plural) by \($0)."]
    }
    let hints =
      (groups ?? [])
      + variants.compactMap { query in count(query, kind).map { "`\(query)` finds \(kind.counted($0))." } }
      + (lists + options.compactMap(\.list)).map { key, values in
        let alternatives = values.map { "\(key):\($0)" }.joined(separator: " or ")
        return
          "`\(key):\(values.joined(separator: ","))` searches for a text with a comma; to match any of them, write (\(alternatives))."
      }
    // The query may contain control characters.
    return (hints + [either].compactMap { $0 }).map { VisibleText.line($0) }
  }

  /// Returns the query for the records that were read in a year, if the query consists of a year of publication, as in
  /// `year:2026`. Returns nil for any other query.
  private func read(_ text: String, _ kind: Kind, _ options: [QuerySource]) -> String? {
    let stated = ([try? QuerySource(text)].compactMap { $0 } + options).filter { !$0.text.isEmpty }
    guard stated.count == 1, let (key, year) = stated[0].comparison,
      library.schema.field(named: key, of: kind)?.key == FieldHandle.year.key,
      let finished = library.schema.field(.finished, of: kind)
    else { return nil }
    return "\(finished.shortNames.first ?? finished.key):\(year)"
  }

  /// Returns a hint about a query that consists of a word for a state, as in `shelf list reading`, or nil if there is
  /// no such state. Such a query finds records whose text contains the word, which is probably not what the user meant.
  func hint(onState text: String, of kind: Kind) -> String? {
    guard let query = QuerySource(stateCalled: text, of: kind, library.schema)?.text else { return nil }
    return count(query, kind).map { VisibleText.line("`\(query)` finds \(kind.counted($0)).") }
  }

  /// If the query consists of one genre or tag, notes that more records have the tag or genre with the same name.
  ///
  /// - Parameter found: the number of records that the query finds.
  func noteSameName(_ sources: [QuerySource], of kind: Kind, found: Int) {
    let stated = sources.filter { !$0.text.isEmpty }
    guard stated.count == 1, let term = stated[0].comparison,
      let target = Kind.allCases.first(where: { [$0.singular, $0.plural].contains(term.key) }), target.isMadeByName
    else { return }
    for other in Kind.allCases where other.isMadeByName && other != target {
      let value = QueryText.quoted(term.value)
      guard let count = count("\(other.singular):=\(value)", kind), count > found else { continue }
      let query = "\(other.singular):\(term.value.contains(" ") ? value : term.value)"
      context.note(
        VisibleText.line(
          "\(kind.counted(count)) \(count == 1 ? "has" : "have") the \(other.singular) of that name: "
            + "`shelf \(kind.plural) \(query)`"))
    }
  }

  /// If the query consists of words that are the name of a series, notes how to list the series in order.
  ///
  /// - Parameter found: the records that the query finds.
  func noteSeries(_ sources: [QuerySource], in found: [Record], of kind: Kind) {
    let stated = sources.filter { !$0.text.isEmpty }
    guard kind == .book, found.count > 1, stated.count == 1, stated[0].comparison == nil else { return }
    let words = stated[0].text.filter { $0 != "\"" }.trimmed
    // The user may have meant a book with this title.
    guard !found.contains(where: { Folding.fold($0.title) == Folding.fold(words) }),
      let series = SeriesTable(found, of: kind, in: library)[words]
    else { return }
    let name = VisibleText.line(series.name)
    context.note("“\(Wording.short(name))” is a series: `shelf series \(Wording.shellWord(name))` lists it in order")
  }

  /// Returns a note with a corrected spelling of a query that found no record of any kind, or nil if there is none.
  func spellingHint(_ text: String) -> String? {
    guard let query = QuerySpelling(library).corrected(text) else { return nil }
    let counts = Kind.allCases.compactMap { kind in count(query, kind).map { kind.counted($0) } }
    return counts.isEmpty ? nil : VisibleText.line("`\(query)` finds \(Wording.list(counts)).")
  }

  /// Returns the list column that a word names in the singular or plural, or nil if the list cannot be grouped by that
  /// column.
  func field(called word: String, of kind: Kind) -> String? {
    Grouping.key(called: word, of: kind, library.schema)
  }

  /// Returns the number of records that a query finds, or nil if there are none or the query is not valid.
  private func count(_ query: String, _ kind: Kind) -> Int? {
    guard let source = try? QuerySource(query), let count = try? compiled([kind], [source]).first?.count(), count > 0
    else { return nil }
    return count
  }

  /// Returns the query of a saved filter, given its name.
  ///
  /// - Parameter kinds: the kinds that the command applies to.
  func filter(_ name: String, _ kinds: [Kind]) throws(CommandError) -> QuerySource {
    try filter(try filter(name), kinds)
  }

  /// Returns the query of a saved filter, after checking that it is valid for the kinds.
  func filter(_ filter: SavedFilter, _ kinds: [Kind]) throws(CommandError) -> QuerySource {
    do throws(FilterRefusal) {
      return try filter.source(for: kinds, library, context.host)
    } catch {
      throw CommandError(error)
    }
  }

  /// Returns the number of records that match a filter.
  func count(_ filter: SavedFilter) throws(CommandError) -> Int {
    do throws(QueryError) {
      return try filter.count(in: library, today: context.today, now: context.now, localTime: context.localTime).count
    } catch {
      throw CommandError(FilterRefusal.wrong(filter, error))
    }
  }

  func filter(_ name: String) throws(CommandError) -> SavedFilter {
    do throws(FilterRefusal) { return try SavedFilter.named(name, library) } catch { throw CommandError(error) }
  }
}
