import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// Saves a query under a name, replacing any filter with that name.
package struct SaveFilter: Act {
  package var name: String
  package var query: String

  package init(_ name: String, _ query: String) { (self.name, self.query) = (name, query) }

  package func plan(_ plan: inout ActPlan) throws {
    let name = String(self.name.trimmed)
    try SavedFilter.check(name)
    let text = query.split(whereSeparator: \.isNewline).joined(separator: " ")
    if text.allSatisfy(\.isWhitespace) { throw FilterRefusal.queryMissing }
    let former = try SavedFilter.only(of: plan.library.manifest.filters, called: name)
    let filter = SavedFilter(name: former?.name ?? name, text: text)
    // Throws an error if no list could use the filter.
    _ = try filter.source(for: Kind.allCases, plan.library, plan.host)
    let change = try FilterEdits(plan.manifestSource()).saving(filter)
    plan.manifest = change
    plan.result = .filterSaved(filter, isNew: former == nil)
  }
}

/// Renames a saved filter.
package struct RenameFilter: Act {
  package var name: String
  package var newName: String

  package init(_ name: String, to newName: String) { (self.name, self.newName) = (name, newName) }

  package func plan(_ plan: inout ActPlan) throws {
    let new = String(newName.trimmed)
    try SavedFilter.check(new)
    let filter = try SavedFilter.named(name, plan.library)
    let filters = plan.library.manifest.filters
    guard filters.contains(filter) else { throw FilterRefusal.builtInRenamed(filter.name) }
    if let other = filters.first(where: { $0 != filter && $0.isCalled(new) }) {
      throw FilterRefusal.taken(other.name)
    }
    plan.result = .filterRenamed(filter.name, to: new)
    plan.manifest = try FilterEdits(plan.manifestSource()).renaming(filter.name, to: new)
  }
}

/// Deletes a saved filter. Records are not affected.
package struct DeleteFilter: Act {
  package var name: String

  package init(_ name: String) { self.name = name }

  package func plan(_ plan: inout ActPlan) throws {
    let filter = try SavedFilter.named(name, plan.library)
    guard plan.library.manifest.filters.contains(filter) else { throw FilterRefusal.builtInDeleted(filter.name) }
    plan.manifest = try FilterEdits(plan.manifestSource()).deleting(filter.name)
    plan.result = .filterDeleted(filter.name)
  }
}

/// The reason why a filter cannot be found, used or changed.
package enum FilterRefusal: Error, Sendable {
  case nameMissing
  case invalidName(String)
  case queryMissing
  case builtInDeleted(String)
  case builtInRenamed(String)
  /// A custom filter cannot have the name of a built-in one.
  case nameOfBuiltIn(String)
  case taken(String)
  case notFound(String, nearest: String?, all: [String])
  /// Several filters have names that differ only in case or accents.
  case ambiguous(String, [String])
  /// The filter is for another kind of record.
  case otherKind(SavedFilter, Kind, wanted: [Kind])
  case wrong(SavedFilter, QueryError)
}

extension SavedFilter {
  /// Throws an error if a custom filter may not have this name.
  static func check(_ name: String) throws(FilterRefusal) {
    if name.isEmpty { throw .nameMissing }
    if name.hasPrefix("-") || VisibleText.line(name) != name { throw .invalidName(name) }
    if builtIn.contains(where: { $0.isCalled(name) }) { throw .nameOfBuiltIn(name) }
  }

  /// Returns the filter with a name: an exact match or, failing that, the only filter whose name differs only in case
  /// or accents.
  package static func only(of filters: [SavedFilter], called name: String) throws(FilterRefusal) -> SavedFilter? {
    if let filter = filters.first(where: { $0.name == name }) { return filter }
    let found = filters.filter { $0.isCalled(name) }
    if found.count > 1 { throw .ambiguous(name, found.map(\.name)) }
    return found.first
  }

  /// Returns the filter with a name, which is built in or defined by the library.
  package static func named(_ name: String, _ library: Library) throws(FilterRefusal) -> SavedFilter {
    let filters = library.manifest.allFilters
    guard let found = try only(of: filters, called: name) else {
      throw .notFound(
        name, nearest: Nearest.words(to: name, among: filters.map(\.name)).first, all: filters.map(\.name))
    }
    return found
  }

  /// Returns the query of the filter, after checking that it suits the kinds.
  package func source(for kinds: [Kind], _ library: Library, _ host: Host) throws(FilterRefusal) -> QuerySource {
    let (kind, source) = try attempt { () throws(QueryError) in try read() }
    if let kind, !kinds.contains(kind) { throw .otherKind(self, kind, wanted: kinds) }
    _ = try attempt { () throws(QueryError) in
      try QueryMatcher.make(
        [source], for: kind.map { [$0] } ?? kinds, in: library, today: host.today(), now: host.now(),
        localTime: host.localTime)
    }
    var only = source
    if kinds.count > 1 { only.kind = kind }
    return only
  }

  private func attempt<T>(_ body: () throws(QueryError) -> T) throws(FilterRefusal) -> T {
    do throws(QueryError) { return try body() } catch { throw .wrong(self, error) }
  }
}
