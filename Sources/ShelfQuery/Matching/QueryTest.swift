import ShelfModel
import ShelfText

/// One step in matching a record: a query compiled for a kind and a library.
///
/// Everything large is in the lists of the `QueryMatcher`, and a test holds positions in them, so that
/// threads that share the tests do not contend for reference counts.
enum QueryTest: Sendable {
  /// All, or any, of the tests that this range of `parts` names.
  case all(Range<Int>)
  case any(Range<Int>)
  case not(Int)
  case always(Bool)
  /// A word in one of the text fields.
  case word(Int)
  /// A pattern in one of the text fields.
  case pattern(Int)
  case contains(field: Int, needle: Int)
  case equals(field: Int, needle: Int)
  /// One part, or several, of a text whose parts have colons between them.
  case part(field: Int, needle: Int)
  case fieldPattern(field: Int, pattern: Int)
  /// The number of a field's value is in a range; a record without the field counts as having `missing`.
  case ordinal(field: Int, ClosedRange<Int>, missing: Int?)
  /// The first day, or the last, of one of the field's intervals is in a range.
  case interval(field: Int, ClosedRange<Int>, isEnd: Bool)
  /// The latest of several dates is in a range.
  case latest(Int, ClosedRange<Int>)
  case present(field: Int)
  /// The field is there, and can be read as its type.
  case readable(field: Int)
  /// The name of one of the field's series holds a text, or is it; or it holds the name of a place and is at that place.
  case series(field: Int, needle: Int, isWhole: Bool, SeriesPlace?)
  /// The first number of one of the field's places, in thousandths, is in a range.
  case seriesPosition(field: Int, ClosedRange<Int>)
  /// The number of the edition, by its thirteen digits.
  case isbn(field: Int, ISBN)
  /// A page is in a range.
  case page(field: Int, PageRange)
  /// A part of the number of the edition, hyphens and spaces aside.
  case isbnPart(field: Int, needle: Int)
  /// One of the field's references leads to a record.
  case resolves(field: Int)
  /// The record belongs to a set.
  case member(Int)
  /// The number of records of a kind that refer to the record.
  case count(Kind, ClosedRange<Int>)
  /// The number of open issues that refer to the record.
  case openIssues(ClosedRange<Int>)
  /// The number of values in a list.
  case length(field: Int, ClosedRange<Int>)
  case id(needle: Int)
  case path(needle: Int, isWhole: Bool)
  case pathPattern(Int)
  case color(field: Int, Color)
  /// The field holds an amount in a currency.
  case currency(field: Int, String)

  /// The rough cost of the test; cheap ones are run first.
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
