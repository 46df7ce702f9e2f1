import ShelfModel
import ShelfText

/// One node in the tree of a compiled query.
///
/// The data of a test is in the arrays of its `QueryMatcher`; the test itself contains indices into them. Threads that
/// share the tests then do not contend for reference counts.
enum QueryTest: Sendable {
  /// All of the tests, or any of the tests, at these indices of `parts`.
  case all(Range<Int>)
  case any(Range<Int>)
  case not(Int)
  case always(Bool)
  /// A word occurs in one of the text fields.
  case word(Int)
  /// A pattern matches one of the text fields.
  case pattern(Int)
  case contains(field: Int, needle: Int)
  case equals(field: Int, needle: Int)
  /// The text contains one or several whole parts, separated by colons.
  case part(field: Int, needle: Int)
  case fieldPattern(field: Int, pattern: Int)
  /// The field's ordinal is in a range. For a record without the field, `missing` is used as the ordinal.
  case ordinal(field: Int, ClosedRange<Int>, missing: Int?)
  /// The first or last date of one of the field's intervals is in a range.
  case interval(field: Int, ClosedRange<Int>, isEnd: Bool)
  /// The latest of several dates is in a range.
  case latest(Int, ClosedRange<Int>)
  case present(field: Int)
  /// The field has a value that is valid for its type.
  case readable(field: Int)
  /// The name of one of the field's series contains or equals the text, or contains the series name of a `SeriesPlace`
  /// and the record is at that position.
  case series(field: Int, needle: Int, isWhole: Bool, SeriesPlace?)
  /// The first number of one of the field's positions in series, in thousandths, is in the range.
  case seriesPosition(field: Int, ClosedRange<Int>)
  /// The field contains this ISBN, in any form.
  case isbn(field: Int, ISBN)
  /// The field's page is in a range.
  case page(field: Int, PageRange)
  /// The field's ISBN contains these digits, ignoring hyphens and spaces.
  case isbnPart(field: Int, needle: Int)
  /// One of the field's references leads to an existing record.
  case resolves(field: Int)
  /// The record's position is in a set.
  case member(Int)
  /// The number of records of a kind that refer to the record is in a range.
  case count(Kind, ClosedRange<Int>)
  /// The number of open issues that refer to the record is in a range.
  case openIssues(ClosedRange<Int>)
  /// The number of values in a field is in a range.
  case length(field: Int, ClosedRange<Int>)
  case id(needle: Int)
  case path(needle: Int, isWhole: Bool)
  case pathPattern(Int)
  case color(field: Int, Color)
  /// The field's amount is in this currency.
  case currency(field: Int, String)

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
