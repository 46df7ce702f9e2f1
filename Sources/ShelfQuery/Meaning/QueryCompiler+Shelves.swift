import ShelfModel
import ShelfStore
import ShelfText

/// Compiles terms about owned and lent copies, readings, and series.
extension QueryCompiler {
  /// Returns a test for whether the user owns a copy. If the file does not state this, a book is treated as owned if it
  /// is on the shelf and not borrowed.
  func owned(_ field: Field, _ range: ClosedRange<Int>) -> QueryTest {
    let said = QueryTest.ordinal(field: field.index, range, missing: nil)
    guard range.contains(1), let state = library.schema.field(.state, of: kind), let states = state.states,
      case .choice(let words) = state.type, let before = words.firstIndex(of: states.before.value)
    else { return said }
    let silent = [field, library.schema.field(.lender, of: kind)].compactMap { $0 }
      .map { QueryTest.not(.present(field: $0.index)) }
    let missing = state.defaultText.flatMap { words.firstIndex(of: $0) }
    let isBefore = QueryTest.ordinal(field: state.index, before...before, missing: missing)
    return .any(sorting: [said, .all(sorting: silent + [isBefore])])
  }

  /// Returns a test for a value of a choice field. A book that is neither owned nor borrowed, such as one that was
  /// given away, is not on the shelf.
  func ordinal(_ field: Field, _ range: ClosedRange<Int>) -> QueryTest {
    let missing = field.defaultText.flatMap { field.type.read([$0]) }.flatMap { field.type.ordinal(of: $0) }
    let test = QueryTest.ordinal(field: field.index, range, missing: missing)
    guard field.has(.state), let owned = library.schema.field(.owned, of: kind), owned.type == .boolean,
      case .choice(let words) = field.type, let states = field.states, range.lowerBound == range.upperBound,
      words[range.lowerBound] == states.before.value
    else { return test }
    let lender = library.schema.field(.lender, of: kind).map { [QueryTest.not(.present(field: $0.index))] } ?? []
    let isGone = QueryTest.all(sorting: [.ordinal(field: owned.index, 0...0, missing: nil)] + lender)
    return .all(sorting: [test, .not(isGone)])
  }

  /// Returns true for a value such as `yes` in `lent:yes`, which asks for lent books, false for a value such as `no`,
  /// and nil if the value is the name of a person.
  func lent(_ field: Field, _ comparison: QueryComparison, _ value: QueryText) -> Bool? {
    guard field.has(.holder) || field.has(.lender), comparison == .matches, value.isPlain else { return nil }
    return ["yes": true, "true": true, "no": false, "false": false, "none": false, "nobody": false][
      value.text.lowercased()]
  }

  /// Returns whether a word is a state that depends on loans, such as `lent` or `overdue`.
  func isLoanState(_ word: String) -> Bool {
    let wanted = FieldType.folded(choice: word)
    return QueryState.all(of: kind, library.schema).contains { state in
      guard FieldType.folded(choice: state.name) == wanted else { return false }
      return switch state.meaning {
      case .present, .overdue: true
      default: false
      }
    }
  }

  /// Returns a test that supplements the test of a field about loans, or nil if the field is not about loans or there
  /// is nothing to add. Separate fields describe the loan of the first copy, and the list of loans describes those of
  /// further copies, so a test of one also has to consult the other.
  func otherLoans(_ field: Field, to person: [UInt8], isWhole: Bool) -> QueryTest? {
    let schema = library.schema
    if field.has(.loans), let holder = schema.field(.holder, of: kind) {
      return isWhole
        ? .equals(field: holder.index, needle: person) : .contains(field: holder.index, needle: person)
    }
    guard field.has(.holder) || field.has(.lentCopy) else { return nil }
    let person = String(decoding: person, as: UTF8.self)
    func isMeant(_ entry: LoanEntry) -> Bool {
      if field.has(.lentCopy) {
        return entry.copy.map { isWhole ? Folding.fold($0) == person : Folding.fold($0).contains(person) } ?? false
      }
      return isWhole ? Folding.fold(entry.person) == person : Folding.names(person, in: entry.person)
    }
    return listedLoans(isMeant)
  }

  /// Returns a test that supplements the test of the date of a loan, or nil if the field is not one or there is nothing
  /// to add.
  func otherLoans(_ field: Field, in range: ClosedRange<Int>) -> QueryTest? {
    guard field.has(.due) || field.has(.lentOn) else { return nil }
    return listedLoans { entry in
      let day = field.has(.due) ? entry.due : entry.since
      return day.flatMap { field.type.ordinal(of: .date($0)) }.map(range.contains) ?? false
    }
  }

  /// Returns a test for the records whose list of loans has a current one that is meant, or nil if there are none.
  private func listedLoans(_ isMeant: (LoanEntry) -> Bool) -> QueryTest? {
    guard let list = library.schema.field(.loans, of: kind) else { return nil }
    let found = library.records.indices.filter { position in
      let record = library.records[position]
      return record.kind == kind && record.has(list)
        && record.texts(of: list).compactMap { LoanEntry($0) }.contains { $0.isCurrent && isMeant($0) }
    }
    return found.isEmpty ? nil : member(of: found)
  }

  /// Returns a test for how often a book was read, taking the dates of its readings into account.
  func timesRead(_ range: ClosedRange<Int>) -> QueryTest {
    let finder = ReadingFinder(kind, library.schema)
    let all = library.records.indices.filter { position in
      library.records[position].kind == kind && range.contains(finder.timesRead(library.records[position]))
    }
    return member(of: all)
  }

  /// Returns a test for the name of a series, or for a name and a position.
  func series(_ field: Field, _ comparison: QueryComparison, _ value: QueryText, _ text: [UInt8]) -> QueryTest {
    let place = SeriesPlace(value.text)
    return .series(
      field: field.index, needle: text, isWhole: comparison == .equals, place.position == nil ? nil : place)
  }
}
