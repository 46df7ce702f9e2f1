import ShelfModel
import ShelfQuery
import ShelfStore
import YAMLEdit

extension Check {
  static let invalidFilter = Check(
    "invalid-filter", .warning, "a filter or another query in shelf.yaml that cannot be used",
    reason: """
      The filter finds nothing, and the overview shows no number next to it. If the query determines what is \
      published, nothing is published.
      """,
    example: "filters: {great: \"ratng:5\"}",
    .library { check, examination in
      InvalidFilter(check, today: examination.today, now: examination.now)
        .findings(in: examination.library.manifest, of: examination.library)
    })
}

/// Finds errors in the queries of a manifest.
struct InvalidFilter {
  private let check: Check
  private let today: CalendarDate
  private let now: Timestamp

  init(_ check: Check, today: CalendarDate, now: Timestamp) {
    self.check = check
    self.today = today
    self.now = now
  }

  /// Returns a finding for each query with an error.
  ///
  /// - Parameter library: the library that contains the records named in the queries.
  func findings(in manifest: Manifest, of library: Library) -> [Finding] {
    guard let document = try? Document(manifest.source) else { return [] }
    let publish = try? manifest.publishSettings()
    let filters = manifest.filters.compactMap { filter in
      mistakes(in: filter, of: library).map { error in
        finding(error, "the filter “\(filter.name.firstLine)”", ["filters", filter.name], document)
      }
    }
    let queries: [(key: String, kind: Kind, text: String?)] = [
      ("books", .book, publish?.books), ("quotes", .quote, publish?.quotes),
    ]
    let published = queries.compactMap { key, kind, text in
      text.flatMap { mistakes(in: $0, [kind], of: library) }.map {
        finding($0, "publish.\(key)", ["publish", key], document)
      }
    }
    return filters + published
  }

  private func mistakes(in filter: SavedFilter, of library: Library) -> QueryError? {
    do throws(QueryError) {
      let (kind, source) = try filter.read()
      return mistakes(in: source, kind.map { [$0] } ?? Kind.allCases, of: library)
    } catch {
      return error
    }
  }

  private func mistakes(in text: String, _ kinds: [Kind], of library: Library) -> QueryError? {
    do throws(QueryError) { return mistakes(in: try QuerySource(text), kinds, of: library) } catch { return error }
  }

  private func mistakes(in source: QuerySource, _ kinds: [Kind], of library: Library) -> QueryError? {
    do throws(QueryError) {
      _ = try QueryMatcher.make([source], for: kinds, in: library, today: today, now: now)
      return nil
    } catch {
      return error
    }
  }

  private func finding(_ error: QueryError, _ name: String, _ keys: [String], _ document: Document) -> Finding {
    let node = document.node(at: keys.map { .key($0) })
    let value = node.map { document.nodes[$0].content } ?? 0..<0
    var range = value
    var message = "\(name) cannot be used"
    if let problem = error.problems.first {
      message = "\(name): \(problem.reason.message)"
      let text = Array(error.text.utf8)
      let word = problem.range.clamped(to: 0..<text.count)
      // The position in the value may differ, because the query may be only part of the value or contain escapes.
      if !word.isEmpty, let found = document.bytes[value].firstRange(of: text[word]) { range = found }
      if case .unknownField(_, _, let nearest, _, _) = problem.reason, let meant = nearest.first {
        message += "; did you mean “\(meant)”?"
      }
    }
    return Finding(
      check, path: Manifest.fileName, source: document.bytes, at: node == nil ? nil : range, message,
      advice: "correct the query")
  }
}
