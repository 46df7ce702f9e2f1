import ShelfText

/// A named query in the manifest.
package struct SavedFilter: Hashable, Sendable {
  package let name: String
  /// The query, after the name of a kind if it is for records of one kind only: `issue #lending is:open`.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The filters that every library has.
  package static let builtIn = [
    SavedFilter(name: "all", text: ""), SavedFilter(name: "recent", text: "modified:<7d"),
  ]

  /// Returns whether the filter has this name, regardless of case and accents.
  package func isCalled(_ name: String) -> Bool { Folding.fold(self.name) == Folding.fold(name) }
}

extension Manifest {
  /// The library's filters in the manifest's order, after the built-in ones with other names.
  package var allFilters: [SavedFilter] {
    SavedFilter.builtIn.filter { filter in !filters.contains { $0.isCalled(filter.name) } } + filters
  }
}
