import ShelfText

/// A named query in the manifest.
package struct SavedFilter: Hashable, Sendable {
  package let name: String
  /// The query. If it searches only one kind, the kind's name precedes it: `issue #lending is:open`.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The filters that every library has.
  package static let builtIn = [
    SavedFilter(name: "all", text: ""), SavedFilter(name: "recent", text: "modified:<7d"),
  ]

  /// Returns whether the filter has this name, ignoring case and accents.
  package func isCalled(_ name: String) -> Bool { Folding.fold(self.name) == Folding.fold(name) }
}

extension Manifest {
  /// The built-in filters that the library does not replace, followed by its own in the order of the manifest.
  package var allFilters: [SavedFilter] {
    SavedFilter.builtIn.filter { filter in !filters.contains { $0.isCalled(filter.name) } } + filters
  }
}
