import ShelfModel
import ShelfText

/// One node in the tree of a compiled query.
///
/// Fields are indices into the kind's table. Words and patterns are indices into the arrays of the `QueryMatcher`,
/// because each thread keeps its own state for them.
indirect enum QueryTest: Sendable {
  case all([QueryTest])
  case any([QueryTest])
  case not(QueryTest)
  case always(Bool)
  /// A word occurs in one of the text fields.
  case word(Int)
  /// A pattern matches one of the text fields.
  case pattern(Int)
  case contains(field: Int, needle: [UInt8])
  case equals(field: Int, needle: [UInt8])
  /// The text contains one or more whole parts that are separated by colons (see `ColonParts`).
  case part(field: Int, needle: [UInt8])
  case fieldPattern(field: Int, pattern: Int)
  /// The field's ordinal is in a range. For a record without the field, `missing` is used as the ordinal.
  case ordinal(field: Int, ClosedRange<Int>, missing: Int?)
  /// The first or last date of one of the field's intervals is in a range.
  case interval(field: Int, ClosedRange<Int>, isEnd: Bool)
  /// The latest of several dates is in a range.
  case latest([Int], ClosedRange<Int>)
  case present(field: Int)
  /// The field has a value that is valid for its type.
  case readable(field: Int)
  /// One of the field's series has a name that contains or equals the text, or has the name and position of a
  /// `SeriesPlace`.
  case series(field: Int, needle: [UInt8], isWhole: Bool, SeriesPlace?)
  /// The first number of one of the field's series positions, in thousandths, is in a range.
  case seriesPosition(field: Int, ClosedRange<Int>)
  /// The field contains this ISBN, in any format.
  case isbn(field: Int, ISBN)
  case page(field: Int, PageRange)
  /// The field's ISBN contains these digits, ignoring hyphens and spaces.
  case isbnPart(field: Int, needle: [UInt8])
  /// One of the field's references points to an existing record, or the field is deliberately empty.
  case resolves(field: Int)
  /// The array contains true at the record's position.
  case member([Bool])
  /// The number of records of a kind that refer to the record is in a range.
  case count(Kind, ClosedRange<Int>)
  /// The number of open issues that refer to the record is in a range.
  case openIssues(ClosedRange<Int>)
  /// The number of values in a field is in a range.
  case length(field: Int, ClosedRange<Int>)
  case id(needle: [UInt8])
  case path(needle: [UInt8], isWhole: Bool)
  case pathPattern(Int)
  case color(field: Int, Color)
  /// The field's amount is in this currency.
  case currency(field: Int, String)

  /// Returns a test that passes if all of the given tests pass. Cheap tests run first.
  static func all(sorting tests: [QueryTest]) -> QueryTest { .all(tests.sorted { $0.cost < $1.cost }) }

  /// Returns a test that passes if any of the given tests passes. Cheap tests run first.
  static func any(sorting tests: [QueryTest]) -> QueryTest { .any(tests.sorted { $0.cost < $1.cost }) }

  /// Whether the result depends on the record's position in the library.
  var needsPosition: Bool {
    switch self {
    case .all(let tests), .any(let tests): tests.contains(where: \.needsPosition)
    case .not(let test): test.needsPosition
    case .member: true
    default: false
    }
  }

  /// The approximate cost of the test. Cheap tests run first.
  var cost: Int {
    switch self {
    case .always, .member: 0
    case .ordinal, .present, .id, .length, .count, .resolves, .latest: 1
    case .contains, .equals, .part, .color, .currency, .openIssues, .readable, .isbn, .isbnPart, .interval, .page,
      .series, .seriesPosition:
      2
    case .path, .fieldPattern: 3
    case .not, .all, .any: 4
    case .word: 5
    case .pattern, .pathPattern: 6
    }
  }
}
