import ShelfModel
import ShelfStore
import ShelfText

/// Fields of text, ISBNs and paths.
extension QueryCompiler {
  /// Returns the number of words that complete a value of the field in some record: `author:ursula k. le guin`.
  func phrase(_ key: QueryText, _ value: QueryText, _ words: [QueryText]) -> Int {
    guard case .field(let field) = attributes.attribute(key.text), field.type == .text || field.type == .textList,
      !field.isLong, words.allSatisfy(\.isPlain)
    else { return 0 }
    let folded = words.prefix(24).map { Folding.fold($0.text) }
    let phrases = folded.indices.map { ([Folding.fold(value.text)] + folded[...$0]).joined(separator: " ") }
    var longest = 0
    for record in library.records where record.kind == kind && record.has(field) {
      for text in record.texts(of: field) where longest < phrases.count {
        let text = Folding.fold(text)
        if let place = phrases.lastIndex(of: text) { longest = max(longest, place + 1) }
      }
    }
    return longest
  }

  /// Returns a test for a field of text.
  mutating func text(
    _ field: Field, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> QueryTest {
    if comparison == .pattern {
      return pattern(value).map { QueryTest.fieldPattern(field: field.index, pattern: $0) } ?? .always(false)
    }
    if field.has(.page), let range = PageRange(comparison, value.text, isText: value.isQuoted || value.hadAsterisks) {
      return .page(field: field.index, range)
    }
    guard acceptsUnordered(comparison, key, value), let text = folded(value) else { return .always(false) }
    if comparison == .equals, value.hadAsterisks {
      return fail(.wildcard(value.text + "*"), at: value.range)
    }
    if field.has(.isbn), let test = isbn(field, value.text, text) { return test }
    if field.has(.series) { return series(field, comparison, value, text) }
    let others = otherLoans(field, to: text, isWhole: comparison == .equals)
    let isOrigin = field.has(.origin) && !value.hadAsterisks
    // `goodreads:1` must not match `goodreads:10`.
    if isOrigin, comparison == .matches { return .part(field: field.index, needle: text) }
    let test: QueryTest =
      comparison == .equals
      ? .equals(field: field.index, needle: text) : .contains(field: field.index, needle: text)
    return others.map { .any(sorting: [test, $0]) } ?? test
  }

  /// Returns a test for an ISBN or a part of one, or nil for other text.
  private func isbn(_ field: Field, _ text: String, _ folded: [UInt8]) -> QueryTest? {
    if let number = ISBN(text) { return .isbn(field: field.index, number) }
    let digits = folded.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x") }) else {
      return nil
    }
    return .isbnPart(field: field.index, needle: digits)
  }

  /// Returns a test for the path of a file.
  mutating func path(_ key: QueryText, _ comparison: QueryComparison, _ value: QueryText) -> QueryTest {
    if comparison == .pattern { return pattern(value).map { QueryTest.pathPattern($0) } ?? .always(false) }
    guard acceptsUnordered(comparison, key, value), let text = folded(value) else { return .always(false) }
    return .path(needle: text, isWhole: comparison == .equals)
  }
}
