import ShelfModel

/// What the reader allows, and has: none of it can come from a library.
package struct LookupPolicy: Sendable {
  /// The catalogues that may be asked, in their order; nil if the reader has not been asked yet, empty if nothing is ever
  /// looked up.
  package var catalogues: [String]?
  /// The programs of the reader's own, in the order of the settings.
  package var programs: [Catalogue] = []
  /// The keys of the reader's own accounts, by the names of catalogues.
  package var keys: [String: String] = [:]
  /// Whether nothing may go out at the moment; what is in the cache still answers.
  package var isOffline = false
  /// Whether what is in the cache is asked for again.
  package var isFresh = false
  /// Whether requests keep the pace that their catalogue wants; false only for tests.
  package var keepsPace = true

  package init() {}

  /// The catalogues that may be asked, in the reader's order; programs that it does not name go before the others.
  package var allowed: [Catalogue] {
    let names = catalogues ?? []
    let named = names.compactMap { name in (programs + Catalogue.all).first { $0.name == name } }
    return programs.filter { !names.contains($0.name) } + named
  }

  /// Returns the catalogues to ask about a number, in their order: that of the reader's own list or, where it is the list of
  /// all that need no word of caution, the one of the number's group.
  func order(for isbn: ISBN) -> [Catalogue] {
    let allowed = allowed
    if catalogues != Catalogue.standard.map(\.name) { return allowed }
    let first = allowed.filter { $0.program != nil } + Catalogue.order(for: isbn)
    return first + allowed.filter { catalogue in !first.contains { $0.name == catalogue.name } }
  }
}
