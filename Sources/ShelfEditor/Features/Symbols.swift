import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns the outline of the text: the record, its fields, and the items of lists.
  func symbols() -> JSON? {
    guard let record else { return nil }
    let fields = library.schema.fields(of: record.kind).compactMap { field -> JSON? in
      let items = record.items(of: field)
      guard let key = record.key(of: field), let start = record.range(ofKey: key) else { return nil }
      let end = items.map(\.range.upperBound).max() ?? start.upperBound
      let children = field.type.isList ? items.map { symbol(name(of: $0), "", 18, $0.range, $0.range) } : []
      let detail = field.type.isList ? "" : items.first.map(name) ?? ""
      return symbol(
        key, detail, field.has(.title) ? 15 : 8, start.lowerBound..<max(end, start.upperBound), start, children)
    }
    let title = record.title.isEmpty ? record.path : Snapshot.short(record.title)
    guard client.hasNestedSymbols else { return .array(fields.map(flat)) }
    return .array([symbol(title, record.kind.singular, 1, 0..<text.bytes.count, nameRange(of: record), fields)])
  }

  private func name(of item: FieldItem) -> String {
    let target = item.field.type.target.flatMap { _ in RecordID(item.text) }.flatMap { library.record($0) }
    let text = Snapshot.short(target?.title ?? item.text)
    return text.isEmpty ? "-" : text
  }

  private func symbol(
    _ name: String, _ detail: String, _ kind: Int, _ range: Range<Int>, _ selection: Range<Int>, _ children: [JSON] = []
  ) -> JSON {
    // The protocol requires the selection range to be within the symbol's range.
    let inside = range.clamped(to: 0..<text.bytes.count)
    let selected =
      inside.contains(selection.lowerBound) && selection.upperBound <= inside.upperBound
      ? selection : inside.lowerBound..<inside.lowerBound
    return .members([
      "name": .text(name), "detail": detail.isEmpty ? nil : .text(detail), "kind": .integer(kind),
      "range": index.json(inside), "selectionRange": index.json(selected),
      "children": children.isEmpty ? nil : .array(children),
    ])
  }

  private func flat(_ symbol: JSON) -> JSON {
    .members([
      "name": symbol["name"], "kind": symbol["kind"],
      "location": ["uri": .text(text.uri), "range": symbol["range"] ?? .null],
    ])
  }

  /// Returns the first 80 characters of the text on one line.
  static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 80 ? line.prefix(79) + "…" : line
  }
}

/// Finds records in the whole library for a symbol picker, by title or by a query with terms such as `rating:5`.
struct SymbolSearch {
  let library: Library
  /// Records with unsaved changes, by path. They replace the library's versions.
  var typed: [String: Record] = [:]
  let paths: LibraryPaths
  let client: ClientAbilities
  let host: Host

  /// The maximum number of results.
  private static let maxResults = 200

  /// Returns the best matches as `SymbolInformation`s.
  func symbols(_ query: String) -> JSON {
    let found = matches(query) ?? TitleSearch(query).best(SymbolSearch.maxResults, of: library, typed: typed)
    return .array(
      found.map { record in
        let title = library.schema.title(of: record.kind)
        let range = record.items(of: title).first?.range ?? 0..<0
        let detail = RecordNote.detail(of: record, library)
        return .members([
          "name": .text(record.title.isEmpty ? record.path : Snapshot.short(record.title)),
          "kind": .integer(SymbolSearch.kind(of: record.kind)),
          "containerName": .text(detail.isEmpty ? record.kind.singular : "\(record.kind.singular), \(detail)"),
          "location": [
            "uri": .text(paths.uri(record.path)), "range": TextIndex(record.source, client.encoding).json(range),
          ],
        ])
      })
  }

  /// Returns the results of a query, or nil if the text has no terms or is not a valid query.
  private func matches(_ query: String) -> [Record]? {
    guard query.contains(":"), let source = try? QuerySource(query),
      let matchers = try? QueryMatcher.make(
        [source], for: Kind.allCases, in: library, today: host.today(), now: host.now(), localTime: host.localTime)
    else { return nil }
    // A lazy sequence would sort the records again for each of its elements.
    var found: [Record] = []
    for matcher in matchers where found.count < SymbolSearch.maxResults {
      found += RecordOrder.standard(of: matcher.kind, library.schema).sort(matcher.records(), of: library)
    }
    return found.prefix(SymbolSearch.maxResults).map { typed[$0.path] ?? $0 }
  }

  /// Returns the `SymbolKind` of a kind's records: string for long texts, enum for kinds with unique names, event for
  /// kinds with a priority, and file for all others.
  private static func kind(of kind: Kind) -> Int {
    let title = kind.fields[kind.titleIndex]
    if title.isLong { return 15 }
    if kind.hasUniqueNames { return 10 }
    return kind.field(.priority) == nil ? 1 : 24
  }
}
