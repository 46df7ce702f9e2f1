import ShelfModel
import ShelfText

/// The mutable state that a thread needs to match records.
final class QueryScratch {
  var folding = FoldingBuffer()
  var patterns: [PatternMatcher]
  /// For each word of the query, whether it occurs in the text fields of the current record.
  var found: [Bool]
  /// Whether `found` has been computed for the current record.
  var isScanned = false

  init(_ matcher: QueryMatcher) {
    patterns = matcher.patterns.map { PatternMatcher($0) }
    found = matcher.words.map { _ in false }
  }
}

extension QueryMatcher {
  /// Returns whether the record at a position matches. The record must be of the matcher's kind.
  func matches(_ position: Int, _ scratch: QueryScratch) -> Bool {
    scratch.isScanned = false
    return holds(root, library.records[position], position, scratch)
  }

  /// Returns whether a record of the matcher's kind matches. No test may depend on the record's position.
  func matches(_ record: Record, _ scratch: QueryScratch) -> Bool {
    scratch.isScanned = false
    return holds(root, record, -1, scratch)
  }

  private func holds(_ test: QueryTest, _ record: Record, _ position: Int, _ scratch: QueryScratch) -> Bool {
    switch test {
    case .all(let tests): return tests.allSatisfy { holds($0, record, position, scratch) }
    case .any(let tests): return tests.contains { holds($0, record, position, scratch) }
    case .not(let part): return !holds(part, record, position, scratch)
    case .always(let answer): return answer
    case .word(let word):
      if !scratch.isScanned { scan(record, scratch) }
      return scratch.found[word]
    case .pattern(let pattern): return record.anyText(in: textFields) { matches(pattern, $0, scratch) }
    case .contains(let field, let needle):
      return record.anyText(of: field) { scratch.folding.contains(needle, in: $0) }
    case .equals(let field, let needle):
      return record.anyText(of: field) { text in
        scratch.folding.fold(text) { $0.elementsEqual(needle) }
      }
    case .part(let field, let needle):
      return record.anyText(of: field) { text in
        scratch.folding.fold(text) { ColonParts.contain(needle, in: $0) }
      }
    case .fieldPattern(let field, let pattern):
      return record.anyText(of: field) { matches(pattern, $0, scratch) }
    case .ordinal(let field, let range, let missing):
      switch record.ordinal(of: fields[field]) {
      case .number(let number): return range.contains(number)
      case .missing: return missing.map(range.contains) ?? false
      case .unreadable: return false
      }
    case .interval(let field, let range, let isEnd):
      guard record.has(fields[field]) else { return false }
      return record.texts(of: fields[field]).contains { text in
        let interval = DateInterval(text)
        return (isEnd ? interval?.end : interval?.start).map { range.contains($0.daysSince1970) } ?? false
      }
    case .series(let field, let needle, let isWhole, let wanted):
      return record.anyText(of: field) { text in
        matchesSeries(text, needle, isWhole: isWhole, wanted, scratch)
      }
    case .seriesPosition(let field, let range):
      return record.anyText(of: field) { text in
        SeriesPlace(String(decoding: text, as: UTF8.self)).position.map { range.contains($0.first) } ?? false
      }
    case .latest(let dates, let range):
      return dates.compactMap { record.ordinal(of: fields[$0]).number }.max().map(range.contains) ?? false
    case .present(let field): return record.has(fields[field])
    case .readable(let field):
      if case .unreadable? = record.value(of: fields[field]) { return false }
      return record.has(fields[field])
    case .isbn(let field, let number):
      return record.anyText(of: field) { ISBN(utf8: $0) == number }
    case .page(let field, let range):
      return record.anyText(of: field) { text in scratch.folding.fold(text) { range.contains($0) } }
    case .isbnPart(let field, let needle):
      return record.anyText(of: field) { text in
        scratch.folding.fold(text) { folded in
          let digits = folded.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
          return digits.withUnsafeBufferPointer { ByteSearch.contains(needle, in: $0) }
        }
      }
    case .resolves(let field): return resolves(fields[field], record)
    case .member(let members): return members[position]
    case .count(let source, let range): return range.contains(library.count(of: source, referringTo: record))
    case .openIssues(let range): return range.contains(library.openIssues(of: record))
    case .length(let field, let range): return range.contains(record.count(of: fields[field]))
    case .id(let needle): return record.id.hasPrefix(hexDigits: needle)
    case .path(let needle, let isWhole):
      return withPath(record, scratch) { path in
        isWhole ? path.elementsEqual(needle) : ByteSearch.contains(needle, in: path)
      }
    case .pathPattern(let pattern): return withPath(record, scratch) { scratch.patterns[pattern].matches($0) }
    case .currency(let field, let currency):
      guard case .money(let money)? = record.value(of: fields[field]) else { return false }
      return money.currency == currency
    case .color(let field, let color): return record.value(of: fields[field]) == .color(color)
    }
  }

  /// Searches for all words at once, so that each text value is folded only once.
  private func scan(_ record: Record, _ scratch: QueryScratch) {
    scratch.isScanned = true
    for word in words.indices { scratch.found[word] = false }
    var missing = words.count
    _ = record.anyText(in: textFields) { text in
      scratch.folding.fold(text) { folded in
        for word in words.indices where !scratch.found[word] && ByteSearch.contains(words[word], in: folded) {
          scratch.found[word] = true
          missing -= 1
        }
      }
      for word in words.indices where !scratch.found[word] && scratch.folding.containsSpelledOut(words[word], in: text)
      {
        scratch.found[word] = true
        missing -= 1
      }
      return missing == 0
    }
  }

  private func matches(_ pattern: Int, _ text: UnsafeBufferPointer<UInt8>, _ scratch: QueryScratch) -> Bool {
    scratch.folding.fold(text) { scratch.patterns[pattern].matches($0) }
  }

  /// Returns whether the value of a series field has a name that contains or equals `needle`, or has the wanted name
  /// and position.
  private func matchesSeries(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8], isWhole: Bool, _ wanted: SeriesPlace?,
    _ scratch: QueryScratch
  ) -> Bool {
    // Text that does not contain the wanted name cannot match. This check is cheaper than parsing the text.
    let start = wanted.map { Array(Folding.fold($0.name).utf8) } ?? needle
    guard scratch.folding.fold(text, { ByteSearch.contains(start, in: $0) }) else { return false }
    let place = SeriesPlace(String(decoding: text, as: UTF8.self))
    func names(_ needle: [UInt8]) -> Bool {
      let name = Array(Folding.fold(place.name).utf8)
      return name.withUnsafeBufferPointer { isWhole ? $0.elementsEqual(needle) : ByteSearch.contains(needle, in: $0) }
    }
    return names(needle) || wanted.map { $0.position == place.position && names(start) } ?? false
  }

  private func resolves(_ field: Field, _ record: Record) -> Bool {
    record.isDeliberatelyEmpty(field)
      || record.anyText(of: field.index) { text in RecordID(utf8: text).flatMap { library.position(of: $0) } != nil }
  }

  private func withPath(
    _ record: Record, _ scratch: QueryScratch, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    Array(record.path.utf8).withUnsafeBufferPointer { scratch.folding.fold($0, body) }
  }
}

extension Record {
  /// Returns whether a predicate is true for any text value of a field.
  func anyText(of field: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    for slot in slots where slot.field == UInt16(field) && slot.value.count > 0 && slot.shape != .emptyList {
      if withBytes(of: slot.value, body) { return true }
    }
    return false
  }

  /// Returns whether a predicate is true for any text value of the given fields.
  func anyText(in fields: [Bool], _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    for slot in slots {
      guard let field = slot.field, fields[Int(field)], slot.value.count > 0, slot.shape != .emptyList else { continue }
      if withBytes(of: slot.value, body) { return true }
    }
    return false
  }

  /// Returns the number of values in a field.
  func count(of field: Field) -> Int {
    slots.count { $0.field == UInt16(field.index) && $0.value.count > 0 && $0.shape != .emptyList }
  }
}
