import ShelfModel
import YAMLEdit

/// A problem that a check found in one place.
package struct Finding: Sendable {
  package let check: Check
  /// How severe it is; the library's settings may differ from the check's own severity.
  package internal(set) var severity: Severity
  /// The file's path relative to the library.
  package let path: String
  /// The file's bytes; empty if it could not be read.
  package let source: [UInt8]
  /// The bytes that it is about; nil for the whole file.
  package let range: Range<Int>?
  /// What is wrong, in lower case, without a period.
  package let message: String
  /// The record in the file; nil if none could be read.
  package let record: Record?
  /// The key of the field that it is about.
  package let field: String?
  /// The ids of other records that it is about, such as the missing target of a reference.
  package let related: [RecordID]
  /// What a person can do about it, if there is no repair.
  package let advice: Advice?
  /// What the program can do about it, the best first.
  package internal(set) var repairs: [Repair]

  init(
    _ check: Check, _ record: Record, _ field: String? = nil, at range: Range<Int>?, _ message: String,
    related: [RecordID] = [], advice: Advice? = nil, repairs: [Repair] = []
  ) {
    self.check = check
    severity = check.severity
    path = record.path
    source = record.source
    self.range = range
    self.message = message
    self.record = record
    self.field = field
    self.related = related
    self.advice = advice
    self.repairs = repairs
  }

  init(
    _ check: Check, path: String, source: [UInt8] = [], at range: Range<Int>? = nil, _ message: String,
    field: String? = nil, advice: Advice? = nil, repairs: [Repair] = []
  ) {
    self.check = check
    severity = check.severity
    self.path = path
    self.source = source
    self.range = range
    self.message = message
    record = nil
    self.field = field
    related = []
    self.advice = advice
    self.repairs = repairs
  }

  /// The line and column of the first byte, both counted from 1.
  package var place: Place? { range.map { Place(of: $0.lowerBound, in: source) } }

  /// The line and column after the last byte.
  package var endPlace: Place? { range.map { Place(of: $0.upperBound, in: source) } }

  /// The repair that `--fix` makes without being told more.
  package var safeRepair: Repair? { repairs.first(where: \.isSafe) }

  /// Identifies this problem, even after other places in the file have been repaired.
  package var identity: String { [check.code, path, field ?? "", message].joined(separator: "\u{0}") }
}
