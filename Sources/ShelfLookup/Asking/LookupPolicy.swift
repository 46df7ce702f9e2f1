import ShelfModel

/// The user's settings for lookups. A library can never change them.
///
/// They come from the user's own configuration: a library may have been written by other people, and must not make
/// shelf contact a server, run a program or send a key.
package struct LookupPolicy: Sendable {
  /// The names of the catalogues that may be queried, in the user's order. The array is nil if the user has not chosen
  /// yet, and empty if lookups are disabled.
  package var catalogues: [String]?
  /// The user's own programs, in the order in which the settings list them.
  package var programs: [Catalogue] = []
  /// The user's API keys, by catalogue name.
  package var keys: [String: String] = [:]
  /// Whether network access is disabled. Cached responses are still used.
  package var isOffline = false
  /// Whether to ignore cached responses and send the requests again.
  package var ignoresCache = false
  /// Whether to wait between requests as each catalogue requires. Only tests set this to false.
  package var keepsPace = true

  package init() {}

  /// The catalogues that may be asked, in the user's order. Programs that are not in the list come first.
  package var allowed: [Catalogue] {
    let names = catalogues ?? []
    let named = names.compactMap { name in (programs + Catalogue.all).first { $0.name == name } }
    return programs.filter { !names.contains($0.name) } + named
  }

  /// Returns the catalogues to ask about an ISBN, in order.
  ///
  /// This is the user's order or, if the user has kept the standard list, the order that suits the ISBN's language
  /// area.
  func order(for isbn: ISBN) -> [Catalogue] {
    let allowed = allowed
    if catalogues != Catalogue.standard.map(\.name) { return allowed }
    let first = allowed.filter { $0.program != nil } + Catalogue.order(for: isbn)
    return first + allowed.filter { catalogue in !first.contains { $0.name == catalogue.name } }
  }
}
