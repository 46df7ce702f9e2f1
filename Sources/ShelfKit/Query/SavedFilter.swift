/// A query that the manifest keeps under a name.
public struct SavedFilter: Hashable, Sendable {
  public let name: String
  /// The query, after the name of a kind where it is for records of one kind only: `issue #lending is:open`.
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The filters that every library has.
  public static let builtIn = [
    SavedFilter(name: "all", text: ""), SavedFilter(name: "recent", text: "modified:<7d"),
  ]

  /// Returns whether the filter goes by a name; neither case nor accents matter.
  public func isCalled(_ name: String) -> Bool { Folding.fold(self.name) == Folding.fold(name) }

  /// Reads the filter.
  ///
  /// - Returns: the kind that it is for, where it names one, and its query.
  public func read() throws(QueryError) -> (kind: Kind?, source: QuerySource) {
    let query = try Query(text)
    guard let first = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first,
      let kind = Kind.named(String(first))
    else { return (nil, QuerySource(query, text: text)) }
    return (kind, try QuerySource(String(text[first.endIndex...]).trimmed))
  }
}

extension Manifest {
  /// The library's filters in the manifest's order, after the built-in ones of other names.
  public var allFilters: [SavedFilter] {
    SavedFilter.builtIn.filter { filter in !filters.contains { $0.isCalled(filter.name) } } + filters
  }
}
