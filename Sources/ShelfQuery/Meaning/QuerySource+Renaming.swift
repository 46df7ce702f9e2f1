import ShelfModel
import ShelfStore
import ShelfText

/// Renames records in queries.
extension QuerySource {
  /// Returns the text of the query after a record was renamed, or nil if no term names the record.
  ///
  /// A term names the record if its key refers to records of that kind, as in `genre:horror` or `#lending`, and its
  /// value is the whole old name. Only these values are replaced. A value that is only part of the name is kept,
  /// because it may also be meant to find other records.
  ///
  /// - Parameter library: the library before the change, which is needed to recognize names that contain `and`, `or` or
  ///   `not`.
  package func renaming(_ record: Record, to new: String, in library: Library) -> String? {
    let attributes = Kind.allCases.map { Attributes(of: $0, library.schema) }
    let old = Folding.fold(record.title)
    let places = named(in: library, for: Kind.allCases).query.values { key in
      attributes.contains { $0.target(of: key) == record.kind }
    }.compactMap { texts -> Range<Int>? in
      let count = (1...texts.count).last { count in
        Folding.fold(texts[0].continued(by: texts[1..<count]).text) == old
      }
      return count.map { texts[0].continued(by: texts[1..<$0]).range }
    }
    if places.isEmpty { return nil }
    var bytes = Array(text.utf8)
    for place in Set(places).sorted(by: { $0.lowerBound > $1.lowerBound }) {
      bytes.replaceSubrange(place, with: QuerySource.written(new).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a value in the syntax of queries: in quotation marks, unless it is a plain word.
  private static func written(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    if isPlain, value.first?.isLetter ?? false { return value }
    return QueryText.quoted(value)
  }
}

extension Query {
  /// Returns the values of the terms whose keys satisfy a predicate, each followed by the words that may belong to the
  /// value.
  fileprivate func values(_ isMeant: (String) -> Bool) -> [[QueryText]] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap { $0.values(isMeant) }
    case .not(let part), .related(_, let part): return part.values(isMeant)
    case .field(let key, .matches, let value), .field(let key, .equals, let value):
      return isMeant(key.text) ? [[value]] : []
    case .open(let key, .matches, let value, let words, _), .open(let key, .equals, let value, let words, _):
      return isMeant(key.text) ? [[value] + words] : []
    case .text, .pattern, .field, .open, .has, .state: return []
    }
  }
}
