import ShelfKit
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
