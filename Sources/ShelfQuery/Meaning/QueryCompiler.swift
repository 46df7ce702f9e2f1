import ShelfModel
import ShelfStore
import ShelfText

/// Compiles a parsed query into a `QueryMatcher` for the records of one kind in one library.
///
/// `compile(_:)` walks the query. For each term, it looks up the key among the kind's attributes, parses the value as
/// the field's type requires, and returns a test. For `and`, `or` and negations, the test contains the tests of their
/// parts. Each name is resolved only once: the records that `genre:fantasy` refers to become a set of positions, so
/// that matching a record takes a single array lookup. The compiler also determines how many words belong to an
/// unquoted name.
///
/// Mistakes do not stop the compiler. A term with a mistake becomes a test that never matches, and the first problem of
/// the term is recorded under the term's number. A term has the same number for every kind, so that
/// `QueryMatcher.make`, which compiles the same query for several kinds, can report only the terms that are wrong for
/// all of them. For example, `author:` makes sense for books even though genres have no author.
struct QueryCompiler {
  let kind: Kind
  let library: Library
  let attributes: Attributes
  private let dates: QueryDates
  private let values: QueryValues
  var matcher: QueryMatcher
  var problems: [QueryProblem] = []
  /// Whether a term can be about a field of the records' owner. In a search among all kinds, it is only about the owner
  /// itself: `rating:5` finds books, but not their quotes.
  var usesOwner = true
  /// The number of terms compiled so far. The same term has the same number for every kind.
  private var terms = 0
  private var problemsByTerm: [Int: QueryProblem] = [:]
  /// The records that names have been resolved to.
  private var known: [Name: [Int]] = [:]

  /// A name to look up among the records of a kind.
  private struct Name: Hashable {
    let text: String
    let target: Kind
    let isWhole: Bool
  }

  init(_ kind: Kind, _ library: Library, _ dates: QueryDates) {
    self.kind = kind
    self.library = library
    attributes = Attributes(of: kind, library.schema)
    self.dates = dates
    values = QueryValues(dates: dates)
    matcher = QueryMatcher(kind, library)
  }

  /// Returns and clears the mistakes since the last call, by term number.
  mutating func drainProblems() -> [Int: QueryProblem] {
    defer { problemsByTerm = [:] }
    return problemsByTerm
  }

  /// Returns a matcher for records that pass all of the tests.
  mutating func finish(_ roots: [QueryTest]) -> QueryMatcher {
    matcher.root = roots.count == 1 ? roots[0] : .all(sorting: roots)
    return matcher
  }

  mutating func compile(_ query: Query) -> QueryTest {
    switch query {
    case .all(let parts): return .all(sorting: parts.map { compile($0) })
    case .any(let parts): return .any(sorting: parts.map { compile($0) })
    case .not(let part): return .not(compile(part))
    case .open(let key, let comparison, let value, let words, let isNegated):
      return open(key, comparison, value, words, isNegated: isNegated)
    case .text, .pattern, .field, .has, .state, .related:
      let test = term(query)
      if problems.isEmpty { refuseDenied(query) }
      if let problem = problems.first { problemsByTerm[terms] = problem }
      problems = []
      terms += 1
      return test
    }
  }

  /// Returns the test for a field and the words after its value. As many of these words as complete a known name or
  /// value become part of the value, and the rest are separate terms.
  private mutating func open(
    _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText, _ words: [QueryText], isNegated: Bool
  ) -> QueryTest {
    let names = attributes.target(of: key.text).map { NameResolver(library: library, kind: $0) }
    let taken =
      names?.continuation(of: value.text, words.map(\.text)) ?? max(currency(key, words), phrase(key, value, words))
    let name = value.continued(by: words.prefix(taken))
    let field = Query.field(key: key, comparison, name)
    var tests = [compile(isNegated ? .not(field) : field)]
    // Counts the words that became part of the value, so that later terms have the same numbers for every kind.
    terms += taken
    tests += words.dropFirst(taken).map { compile(.text($0)) }
    return tests.count == 1 ? tests[0] : .all(sorting: tests)
  }

  // MARK: - Terms

  private mutating func term(_ query: Query) -> QueryTest {
    switch query {
    case .all, .any, .not, .open: return .always(false)
    case .text(let text): return word(text)
    case .pattern(let text): return pattern(text).map { QueryTest.pattern($0) } ?? .always(false)
    case .field(let key, let comparison, let value): return field(key, comparison, value)
    case .has(let name): return has(name)
    case .state(let word): return state(word)
    case .related(let other, let query): return related(to: other, query)
    }
  }

  private mutating func field(_ key: QueryText, _ comparison: QueryComparison, _ value: QueryText) -> QueryTest {
    if comparison == .matches, value.isPlain, !value.text.isEmpty, value.text.allSatisfy({ $0 == "*" }) {
      // As in other tools, `*` stands for any value. For a rating, several asterisks are stars.
      guard value.text.count > 1, case .field(let field) = attributes.attribute(key.text), field.type == .rating else {
        return has(key)
      }
      return compare(field, key, comparison, value)
    }
    switch attributes.attribute(key.text) {
    case nil: return related(key, comparison, value)
    case .field(let field): return compare(field, key, comparison, value)
    case .latest(let fields):
      guard let range = range(fields[0].type, key, comparison, value) else { return .always(false) }
      return .latest(fields.map(\.index), range)
    case .records(let target): return relation(target, key, comparison, value)
    case .seriesName(let field), .sortNames(let field): return text(field, key, comparison, value)
    case .seriesPosition(let field):
      guard let range = SeriesRange.read(comparison, value) else { return wrong(value, key, .position) }
      return .seriesPosition(field: field.index, range)
    case .openIssues:
      guard let range = values.count(comparison, value, isPlural: true) else {
        return wrong(value, key, .count)
      }
      return .openIssues(range)
    case .citationKey: return citationKey(key, comparison, value)
    case .path: return path(key, comparison, value)
    case .kindName:
      guard let named = Kind.named(value.text), comparison == .matches || comparison == .equals else {
        let kinds = Kind.allCases.map(\.singular)
        return fail(
          .wrongValue(
            value.text, key: key.text, expected: .words(kinds),
            nearest: Nearest.words(to: value.text, among: kinds)), at: value.range)
      }
      return .always(named == kind)
    }
  }

  /// Returns a test for a term about records of a related kind, such as `language:` in a query for quotes.
  private mutating func related(_ key: QueryText, _ comparison: QueryComparison, _ value: QueryText) -> QueryTest {
    // In a query for quotes, `book.tag:x` finds the quotes from books with the tag.
    if let dot = key.text.firstIndex(of: "."), let other = Kind(singular: String(key.text[..<dot])), other != kind {
      var field = key
      field.text = String(key.text[key.text.index(after: dot)...])
      return related(to: other, .field(key: field, comparison, value))
    }
    guard let other = attributes.related(key.text, usesOwner: usesOwner)?.kind else { return unknown(key) }
    return related(to: other, .field(key: key, comparison, value))
  }

  /// Returns a test for whether the record is related to a record of another kind that matches a query.
  mutating func related(to other: Kind, _ query: Query) -> QueryTest {
    var compiler = QueryCompiler(other, library, dates)
    let root = compiler.compile(query)
    if let problem = compiler.drainProblems().values.first {
      problems.append(problem)
      return .always(false)
    }
    let found = compiler.finish([root]).positions()
    return .member(library.members(from: found, along: RelationPath.all(from: other, to: kind)))
  }

  private mutating func compare(
    _ field: Field, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> QueryTest {
    if isNone(field, comparison, value) { return .not(has(key)) }
    if let isLent = lent(field, comparison, value) { return isLent ? has(key) : .not(has(key)) }
    // Lists show “lent” instead of the status of a lent book, so `status:lent` means `is:lent`.
    if field.has(.state), comparison == .matches, value.isPlain, isLoanState(value.text) { return state(value) }
    var value = value
    if value.isPlain, let flag = field.flag(meant: value.text) { value.text = "\(flag)" }
    if case .choice(let words) = field.type, value.isPlain, field.type.choice(meant: value.text) == nil,
      comparison == .matches || comparison == .equals,
      let found = FieldType.state(called: value.text, among: words)
    {
      value.text = found.state
      if found.isNegated { return .not(compare(field, key, comparison, value)) }
    }
    switch field.type {
    case .text, .textList, .intervals, .formerIDs: return text(field, key, comparison, value)
    case .money: return money(field, key, comparison, value)
    case .integer, .decimal, .rating, .date, .timestamp, .duration, .choice, .boolean:
      guard let range = range(field.type, key, comparison, value, isAhead: field.has(.due)) else {
        return .always(false)
      }
      if field.has(.owned) { return owned(field, range) }
      if field.has(.timesRead) { return timesRead(range) }
      let test = ordinal(field, range)
      return (earlier(field, range) ?? otherLoans(field, in: range)).map { .any(sorting: [test, $0]) } ?? test
    case .references(let target) where field.yieldsToDeclared: return relation(target, key, comparison, value)
    case .reference(let target), .references(let target):
      if let range = values.count(comparison, value, isPlural: isPlural(key)) {
        return .length(field: field.index, range)
      }
      guard let positions = named(target, key, comparison, value) else { return .always(false) }
      return member(of: library.sources(of: positions, kind, field))
    case .id:
      guard let digits = values.hexDigits(value.text), isPlain(comparison) else {
        return wrong(value, key, .idStart)
      }
      return .id(needle: digits)
    case .color:
      guard let color = Color(value.text), isPlain(comparison) else {
        return wrong(value, key, .value(field.type))
      }
      return .color(field: field.index, color)
    }
  }

  /// Returns whether a term such as `rating:none` asks for records without the field.
  ///
  /// In text fields other than the ISBN, `none` is an ordinary word. It is also an ordinary value if the field has a
  /// possible value or can refer to a record with that name.
  private func isNone(_ field: Field, _ comparison: QueryComparison, _ value: QueryText) -> Bool {
    guard comparison == .matches, value.isPlain, value.text.lowercased() == "none" else { return false }
    switch field.type {
    case .text, .textList: return field.has(.isbn)
    case .choice: return field.type.read([value.text]) == nil
    case .reference(let target), .references(let target):
      return NameResolver(library: library, kind: target).positions(value.text, isWhole: false).isEmpty
    case .id, .formerIDs, .intervals: return false
    case .integer, .decimal, .money, .rating, .boolean, .date, .timestamp, .duration, .color: return true
    }
  }

  /// Returns a test for the earlier intervals if the field is the start or end of the latest interval, or nil if it is
  /// not. For example, a book was completed in a year if any of its readings ended in that year.
  private func earlier(_ field: Field, _ range: ClosedRange<Int>) -> QueryTest? {
    guard field.has(.started) || field.has(.finished), let earlier = library.schema.field(.earlier, of: kind) else {
      return nil
    }
    return .interval(field: earlier.index, range, isEnd: field.has(.finished))
  }

  private mutating func relation(
    _ target: Kind, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> QueryTest {
    let paths = RelationPath.all(from: target, to: kind)
    guard let path = paths.first else { return unknown(key) }
    if let range = values.count(comparison, value, isPlural: isPlural(key) && !path.steps.isEmpty) {
      guard let step = path.steps.first, path.steps.count == 1 else {
        return counting(target, paths, range)
      }
      if !step.leadsToHolder { return .count(target, range) }
      guard let field = library.schema.field(step.field, of: kind) else { return .always(false) }
      return .length(field: field.index, range)
    }
    guard let positions = named(target, key, comparison, value) else { return .always(false) }
    return .member(library.members(from: positions, along: paths))
  }

  /// Returns the positions of the records that a value names, or nil after a mistake.
  private mutating func named(
    _ target: Kind, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> [Int]? {
    let names = NameResolver(library: library, kind: target)
    if comparison == .pattern {
      return pattern(value).map { names.positions(matcher.patterns[$0]) }
    }
    guard acceptsUnordered(comparison, key, value) else { return nil }
    let name = Name(text: value.text, target: target, isWhole: comparison == .equals)
    let positions = known[name] ?? names.positions(name.text, isWhole: name.isWhole)
    known[name] = positions
    if positions.isEmpty {
      _ = fail(.unknownName(value.text, kind: target, nearest: []), at: value.range)
      return nil
    }
    return positions
  }

  private mutating func has(_ name: QueryText) -> QueryTest {
    switch attributes.attribute(name.text) {
    case nil: return unknown(name, isKey: false)
    case .field(let field):
      if field.yieldsToDeclared, let target = field.type.target {
        let all = library.records.indices.filter { library.records[$0].kind == target }
        return .member(library.members(from: all, along: RelationPath.all(from: target, to: kind)))
      }
      // The start and end of earlier readings are also tested.
      let isTime = field.has(.started) || field.has(.finished)
      let fields = [field] + (isTime ? library.schema.field(.earlier, of: kind).map { [$0] } ?? [] : [])
      return .any(sorting: fields.map(present))
    case .latest(let fields): return .any(sorting: fields.map(present))
    case .citationKey:
      if let field = library.schema.field(name.text, of: kind) { return present(field) }
      return kind == .book ? .always(true) : has(QueryText(Kind.book.singular, range: name.range))
    case .path, .kindName: return .always(true)
    case .seriesName(let field), .sortNames(let field): return present(field)
    case .seriesPosition(let field):
      return .seriesPosition(field: field.index, Int.min...Int.max)
    case .openIssues: return .openIssues(1...Int.max)
    case .records(let target):
      let paths = RelationPath.all(from: target, to: kind)
      guard let path = paths.first, !path.steps.isEmpty else { return .always(true) }
      if path.steps.count == 1, let field = library.schema.field(path.steps[0].field, of: kind),
        path.steps[0].leadsToHolder
      {
        return .present(field: field.index)
      }
      let all = library.records.indices.filter { library.records[$0].kind == target }
      return .member(library.members(from: all, along: paths))
    }
  }

  /// Returns a test for whether a record has a valid value in a field. An invalid value is treated as missing.
  private func present(_ field: Field) -> QueryTest {
    switch field.type {
    case .text, .textList, .id, .reference, .references, .formerIDs: .present(field: field.index)
    case .integer, .decimal, .money, .rating, .boolean, .date, .timestamp, .duration, .choice, .color, .intervals:
      .readable(field: field.index)
    }
  }

  private mutating func state(_ word: QueryText) -> QueryTest {
    let states = QueryState.all(of: kind, library.schema)
    let wanted = FieldType.folded(choice: word.text)
    guard let state = states.first(where: { FieldType.folded(choice: $0.name) == wanted }) else {
      if Kind.named(wanted) != nil { return .always(false) }
      if let found = FieldType.state(called: word.text, among: states.map(\.name)) {
        let test = self.state(QueryText(found.state, range: word.range))
        return found.isNegated ? .not(test) : test
      }
      return fail(.unknownState(word.text, nearest: [], all: []), at: word.range)
    }
    let test: QueryTest
    switch state.meaning {
    case .value(let field, let number): test = ordinal(field, number...number)
    case .resolves(let field): test = .resolves(field: field.index)
    case .next:
      let positions = SeriesTable(library, ReadWorks(library, of: kind), of: kind).next.compactMap {
        library.position(of: $0.id)
      }
      test = member(of: positions)
    case .owned(let field): test = owned(field, 1...1)
    case .present(let field): test = present(field)
    case .overdue:
      let overdue = LoanTable(library, of: kind, today: dates.today).overdue
      test = member(of: overdue.compactMap { library.position(of: $0.record.id) })
    case .late(let due, let state):
      test = member(of: library.positions(of: kind, due: due, state, before: dates.today))
    case .kind: test = .always(true)
    }
    return state.isNegated ? .not(test) : test
  }

  // MARK: - Values

  mutating func range(
    _ type: FieldType, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText, isAhead: Bool = false
  ) -> ClosedRange<Int>? {
    if value.hadAsterisks {
      problems.append(
        QueryProblem(.wrongValue(value.text + "*", key: key.text, expected: .value(type), nearest: []), at: value.range)
      )
      return nil
    }
    switch values.range(type, key.text, comparison, value, isAhead: isAhead) {
    case .success(let range): return range
    case .failure(let problem):
      problems.append(problem)
      return nil
    }
  }

  private func isPlain(_ comparison: QueryComparison) -> Bool { comparison == .matches || comparison == .equals }

  /// Returns a test for the number of records of a kind that are related to the record through intermediate records.
  private func counting(_ target: Kind, _ paths: [RelationPath], _ range: ClosedRange<Int>) -> QueryTest {
    var counts = [Int](repeating: 0, count: library.records.count)
    for position in library.records.indices where library.records[position].kind == target {
      let members = library.members(from: [position], along: paths)
      for member in members.indices where members[member] { counts[member] += 1 }
    }
    return .member(counts.map { range.contains($0) })
  }

  /// Returns a test for whether a record is at one of these positions.
  func member(of positions: [Int]) -> QueryTest {
    .member([Bool](trueAt: positions, count: library.records.count))
  }

  /// Returns whether a key is the plural of a kind, such as `quotes`. A number after such a key is a count.
  private func isPlural(_ key: QueryText) -> Bool {
    let name = key.text.lowercased()
    return Kind.allCases.contains { $0.plural == name }
  }
}
