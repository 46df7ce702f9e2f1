import ShelfModel
import ShelfStore
import ShelfText

/// Finds the parts of a record's text that a query's words and patterns match, for highlighting.
package struct QueryHits: Sendable {
  /// A text with matches.
  package struct Hit: Sendable {
    package let field: Field
    /// The text, with each run of white space replaced with a single space.
    package let text: String
    /// The matches as ranges of characters in the text, in order and without overlaps.
    package let ranges: [Range<Int>]
  }

  private enum Wanted: Sendable {
    case text([UInt8])
    case pattern(Pattern)
  }

  /// The words and patterns to find, each with the index of the field to search, or nil for all text fields.
  private var wanted: [(field: Int?, what: Wanted)] = []
  /// The text fields, and the fields that refer to genres, tags or books, whose names are treated as text.
  private let fields: [Field]
  private let library: Library
  /// The number of folded bytes at the start of a text within which a pattern match must start.
  private static let patternLimit = 4000

  package init(_ sources: [QuerySource], _ kind: Kind, _ library: Library) {
    self.library = library
    let names = library.schema.nameFields(of: kind).map(\.field.index)
    fields = library.schema.fields(of: kind).filter {
      $0.type == .text || $0.type == .textList || names.contains($0.index)
    }
    let attributes = Attributes(of: kind, library.schema)
    for source in sources { collect(source.query, attributes) }
  }

  /// Returns the text values of a record that have matches. The title comes first, and the rest are in the order of the
  /// fields.
  package func hits(in record: Record) -> [Hit] {
    let title = fields.filter { $0.key == record.kind.titleKey }
    let ordered = title + fields.filter { $0.key != record.kind.titleKey }
    return ordered.flatMap { field in
      texts(of: field, record).compactMap { text in
        let hit = hit(in: text, field)
        return hit.ranges.isEmpty ? nil : hit
      }
    }
  }

  /// Returns the text values of a field or, for references, the names of the records.
  private func texts(of field: Field, _ record: Record) -> [String] {
    let texts = record.texts(of: field)
    return field.type.target == nil ? texts : texts.compactMap { RecordID($0).flatMap { library.record($0)?.title } }
  }

  /// Returns the matches in a text value of a field.
  package func hit(in text: String, _ field: Field) -> Hit {
    let mapped = MappedText(text)
    var ranges: [Range<Int>] = []
    let isSearched = field.isSearched || field.type.target != nil
    for (index, what) in wanted where index.map({ $0 == field.index }) ?? isSearched {
      switch what {
      case .text(let bytes): ranges += mapped.ranges(of: bytes)
      case .pattern(let pattern): ranges += mapped.ranges(of: pattern, limit: QueryHits.patternLimit)
      }
    }
    return Hit(field: field, text: mapped.text, ranges: QueryHits.joined(ranges))
  }

  /// Collects the words and patterns to highlight. Negated terms have no matches.
  private mutating func collect(_ query: Query, _ attributes: Attributes) {
    switch query {
    case .all(let parts), .any(let parts): for part in parts { collect(part, attributes) }
    case .text(let text): add(nil, text.text)
    case .pattern(let text): add(nil, pattern: text.text)
    case .field(let key, let comparison, let value):
      guard case .field(let field) = attributes.attribute(key.text), fields.contains(where: { $0.index == field.index })
      else {
        return
      }
      switch comparison {
      case .matches, .equals: add(field.index, value.text)
      case .pattern: add(field.index, pattern: value.text)
      case .less, .atMost, .greater, .atLeast: break
      }
    case .open(let key, let comparison, let value, let words, let isNegated):
      if !isNegated { collect(.field(key: key, comparison, value), attributes) }
      for word in words { collect(.text(word), attributes) }
    case .not, .has, .state, .related: break
    }
  }

  private mutating func add(_ field: Int?, _ text: String) {
    let bytes = Array(Folding.fold(text).utf8)
    if !bytes.isEmpty { wanted.append((field, .text(bytes))) }
  }

  private mutating func add(_ field: Int?, pattern text: String) {
    if let pattern = try? Pattern(text) { wanted.append((field, .pattern(pattern))) }
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}

/// Text with its folded form, and for each folded byte, the index of the character that the byte comes from.
private struct MappedText {
  package let text: String
  private var folded: [UInt8] = []
  private var origins: [Int] = []

  init(_ source: String) {
    var text = ""
    var count = 0
    for character in source {
      if character.isWhitespace {
        if text.isEmpty || text.last == " " { continue }
        text.append(" ")
        folded.append(0x20)
        origins.append(count)
      } else {
        text.append(character)
        for byte in Folding.fold(String(character)).utf8 {
          folded.append(byte)
          origins.append(count)
        }
      }
      count += 1
    }
    self.text = text
  }

  func ranges(of wanted: [UInt8]) -> [Range<Int>] {
    guard folded.count >= wanted.count else { return [] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start + wanted.count <= folded.count {
      let end = start + wanted.count
      if folded[start] == wanted[0], folded[start..<end].elementsEqual(wanted) {
        ranges.append(origins[start]..<origins[end - 1] + 1)
        start = end
      } else {
        start += 1
      }
    }
    return ranges
  }

  /// Returns the shortest match at each position, except empty ones.
  func ranges(of pattern: Pattern, limit: Int) -> [Range<Int>] {
    var matcher = PatternMatcher(pattern)
    var ranges: [Range<Int>] = []
    folded.withUnsafeBufferPointer { folded in
      var start = 0
      while start < min(folded.count, limit) {
        let rest = UnsafeBufferPointer(rebasing: folded[start...])
        let isInside = folded[start] & 0xC0 == 0x80
        if !isInside,
          let length = matcher.matchEnd(in: rest, isAnchored: true, after: start > 0 ? folded[start - 1] : nil),
          length > 0
        {
          ranges.append(origins[start]..<origins[start + length - 1] + 1)
          start += length
        } else {
          start += 1
        }
      }
    }
    return ranges
  }
}
