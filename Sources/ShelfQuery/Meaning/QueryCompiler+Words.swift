import ShelfModel
import ShelfStore
import ShelfText

/// Compiles plain words and patterns.
extension QueryCompiler {
  /// Returns the test for a word. The word may occur in the record's text, in the name of one of its genres or tags, or
  /// in the title or author of its book. It may also be the record's complete ISBN.
  mutating func word(_ text: QueryText) -> QueryTest {
    guard let word = folded(text) else { return .always(false) }
    var tests: [QueryTest] = []
    for spelling in spellings(text, word) {
      let index = matcher.words.firstIndex(of: spelling) ?? matcher.words.count
      if index == matcher.words.count { matcher.words.append(spelling) }
      tests += [.word(index)] + members(named: spelling).map { .member($0) }
    }
    // An ISBN is found regardless of its format.
    if let field = library.schema.field(.isbn, of: kind), let number = ISBN(text.text) {
      tests.append(.isbn(field: field.index, number))
    }
    if kind == .book, CitationKeys.isLikely(text.text) {
      tests.append(citationKey(text, .equals, text))
    }
    return tests.count == 1 ? tests[0] : .any(sorting: tests)
  }

  /// Returns the folded text and, if the text contains umlauts or similar letters, the folded text with these letters
  /// spelled out.
  func spellings(_ text: QueryText, _ folded: [UInt8]) -> [[UInt8]] {
    let spelledOut = Array(Folding.fold(Folding.spelledOut(text.text)).utf8)
    return spelledOut == folded ? [folded] : [folded, spelledOut]
  }

  /// Returns the records that refer to a genre, tag or book whose name or author contains a word, as one set for each
  /// reference field. Fields without matches are omitted. Most words occur in no such name, so most results are empty.
  private func members(named word: [UInt8]) -> [[Bool]] {
    library.schema.nameFields(of: kind).compactMap { field, target in
      var folding = FoldingBuffer()
      let creator = library.schema.field(.creator, of: target)
      let named = library.records.indices.filter { position in
        let record = library.records[position]
        if record.kind != target { return false }
        return record.withTitle { folding.contains(word, in: $0) }
          || creator.map { creator in
            record.anyText(of: creator.index) { folding.contains(word, in: $0) }
          } ?? false
      }
      if named.isEmpty { return nil }
      return [Bool](trueAt: library.sources(of: named, kind, field), count: library.records.count)
    }
  }

  mutating func pattern(_ text: QueryText) -> Int? {
    do throws(PatternProblem) {
      matcher.patterns.append(try Pattern(text.text))
      return matcher.patterns.count - 1
    } catch {
      // The positions in the error are relative to the expression, which starts after the slash.
      let start = min(text.range.lowerBound + 1 + error.range.lowerBound, text.range.upperBound)
      let end = min(max(start, text.range.lowerBound + 1 + error.range.upperBound), text.range.upperBound)
      problems.append(QueryProblem(.pattern(error.reason), at: start..<end))
      return nil
    }
  }
}
