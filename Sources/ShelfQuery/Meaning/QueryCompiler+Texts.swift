import ShelfModel
import ShelfStore
import ShelfText

/// Compiles terms about text, ISBNs and paths.
extension QueryCompiler {
  /// Returns how many of the words complete a value that the field can have or has in some record, as in `author:ursula
  /// k. le guin`.
  func phrase(_ key: QueryText, _ value: QueryText, _ words: [QueryText]) -> Int {
    guard case .field(let field) = attributes.attribute(key.text), !field.isLong, words.allSatisfy(\.isPlain) else {
      return 0
    }
    let folded = words.prefix(24).map { Folding.fold($0.text) }
    let phrases = folded.indices.map { ([Folding.fold(value.text)] + folded[...$0]).joined(separator: " ") }
    if case .choice = field.type {
      return phrases.lastIndex { field.type.choice(meant: $0) != nil }.map { $0 + 1 } ?? 0
    }
    guard field.type == .text || field.type == .textList else { return 0 }
    let names = field.isOfPeople ? phrases.map { Folding.words($0) } : []
    var longest = 0
    for record in library.records where record.kind == kind && record.has(field) {
      for text in record.texts(of: field) where longest < phrases.count {
        let key = Folding.fold(text)
        if let place = phrases.lastIndex(of: key) { longest = max(longest, place + 1) }
        guard !names.isEmpty, folded.contains(where: key.containsBytes) else { continue }
        let person = library.manifest.names.parts(of: field.personName(in: text))
        if let place = names.lastIndex(where: { person.isNamed(by: $0) }) { longest = max(longest, place + 1) }
      }
    }
    return longest
  }

  /// Returns a test for the people whose names may be abbreviations or fuller forms of a name, or nil if there are
  /// none. For example, `U. Le Guin` abbreviates `Ursula K. Le Guin`.
  private mutating func people(_ field: Field, called text: String) -> QueryTest? {
    let words = Folding.words(NameParts(guessing: text).name)
    guard field.isOfPeople, words.count > 1, let family = words.last.map({ Array($0.utf8) }) else { return nil }
    var folding = FoldingBuffer()
    let found = library.records.indices.filter { position in
      let record = library.records[position]
      return record.kind == kind
        && record.anyText(of: field.index) { text in
          folding.contains(family, in: text)
            && library.manifest.names.parts(of: field.personName(in: String(decoding: text, as: UTF8.self)))
              .isNamed(by: words)
        }
    }
    return found.isEmpty ? nil : member(of: found)
  }

  /// Returns a test for the books with the same number of their edition, in words or figures, or nil if the text is not
  /// such a number or the field is not the edition.
  private func edition(_ field: Field, _ text: String) -> QueryTest? {
    guard kind == .book, field.key == FieldHandle.edition.key, let number = EditionNumber.only(in: text) else {
      return nil
    }
    return member(
      of: library.records.indices.filter { position in
        let record = library.records[position]
        return record.kind == kind && record.texts(of: field).contains { EditionNumber.first(in: $0) == number }
      })
  }

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
    if field.has(.language), comparison == .matches, let language = LanguageName.tag(of: value.text) {
      // A name may be part of a longer one, as in “Swiss German”.
      let name = value.text.count > 3 ? Folding.fold(value.text) : nil
      func matches(_ text: String) -> Bool {
        LanguageName.keys(of: text).contains(language) || name.map(Folding.words(text).contains) ?? false
      }
      let (records, kind) = (library.records, kind)
      return member(
        of: records.indices.filter { records[$0].kind == kind && records[$0].texts(of: field).contains(where: matches) }
      )
    }
    if field.has(.series) { return series(field, comparison, value, text) }
    var others = [otherLoans(field, to: text, isWhole: comparison == .equals)]
    if comparison == .matches {
      others.append(people(field, called: value.text))
      others.append(edition(field, value.text))
    }
    let isOrigin = field.has(.origin) && !value.hadAsterisks
    // `goodreads:1` must not match `goodreads:10`.
    if isOrigin, comparison == .matches { return .part(field: field.index, needle: text) }
    var tests = others.compactMap { $0 }
    if comparison == .equals { tests.append(.equals(field: field.index, needle: text)) }
    for spelling in comparison == .equals ? [] : spellings(value, text) {
      tests.append(.contains(field: field.index, needle: spelling))
    }
    return tests.count == 1 ? tests[0] : .any(sorting: tests)
  }

  /// Returns a test for an ISBN or part of one, or nil for any other text.
  private func isbn(_ field: Field, _ text: String, _ folded: [UInt8]) -> QueryTest? {
    if let number = ISBN(text) { return .isbn(field: field.index, number) }
    let digits = folded.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x") }) else {
      return nil
    }
    return .isbnPart(field: field.index, needle: digits)
  }

  /// Returns a test for the keys of a book, or of the book that the record belongs to.
  mutating func citationKey(_ key: QueryText, _ comparison: QueryComparison, _ value: QueryText) -> QueryTest {
    if kind != .book { return related(to: .book, .field(key: key, comparison, value)) }
    var patterns: [PatternMatcher] = []
    var wanted = ""
    if comparison == .pattern {
      guard let place = pattern(value) else { return .always(false) }
      patterns = [PatternMatcher(matcher.patterns[place])]
    } else {
      guard acceptsUnordered(comparison, key, value), folded(value) != nil else { return .always(false) }
      wanted = Folding.fold(value.text)
    }
    let found = library.records.indices.filter { position in
      library.records[position].kind == .book
        && library.citationKeys.names(of: library.records[position]).map { Folding.fold($0) }.contains { name in
          if comparison != .pattern { return comparison == .equals ? name == wanted : name.containsBytes(wanted) }
          return Array(name.utf8).withUnsafeBufferPointer { patterns[0].matches($0) }
        }
    }
    return member(of: found)
  }

  mutating func path(_ key: QueryText, _ comparison: QueryComparison, _ value: QueryText) -> QueryTest {
    if comparison == .pattern { return pattern(value).map { QueryTest.pathPattern($0) } ?? .always(false) }
    guard acceptsUnordered(comparison, key, value), let text = folded(value) else { return .always(false) }
    return .path(needle: text, isWhole: comparison == .equals)
  }
}
