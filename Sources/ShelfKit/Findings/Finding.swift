import YAMLEdit

/// A problem that a check found in one place.
public struct Finding: Sendable {
  public let check: Check
  /// How much it matters; the library's settings may differ from the check's own severity.
  public internal(set) var severity: Severity
  /// The file's path relative to the library.
  public let path: String
  /// The file's bytes; none where it could not be read.
  public let source: [UInt8]
  /// The bytes that are meant; nil where it is the whole file.
  public let range: Range<Int>?
  /// What is wrong, in lower case and without a period.
  public let message: String
  /// The record in the file; nil where none could be read.
  public let record: Record?
  /// The key of the field that it is about.
  public let field: String?
  /// The ids of other records that it is about, such as the missing target of a reference.
  public let related: [RecordID]
  /// What a person can do about it, where no repair can.
  public let advice: String?
  /// What the program can do about it, the best first.
  public internal(set) var repairs: [Repair]

  init(
    _ check: Check, _ record: Record, _ field: String? = nil, at range: Range<Int>?, _ message: String,
    related: [RecordID] = [], advice: String? = nil, repairs: [Repair] = []
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
    field: String? = nil, advice: String? = nil, repairs: [Repair] = []
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
  public var place: Place? { range.map { Place(of: $0.lowerBound, in: source) } }

  /// The line and column after the last byte.
  public var endPlace: Place? { range.map { Place(of: $0.upperBound, in: source) } }

  /// The repair that `--fix` makes without being told more.
  public var safeRepair: Repair? { repairs.first(where: \.isSafe) }

  /// What tells this problem from others, also after other places of the file were repaired.
  public var identity: String { [check.code, path, field ?? "", message].joined(separator: "\u{0}") }
}
