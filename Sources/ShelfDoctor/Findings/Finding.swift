import ShelfModel
import YAMLEdit

/// A problem that a check found in one place.
package struct Finding: Sendable {
  package let check: Check
  /// How severe it is; the library's settings may differ from the check's own severity.
  package internal(set) var severity: Severity
  /// The file's path relative to the library.
  package let path: String
  /// The bytes of a file without a record; empty if it could not be read.
  private let file: [UInt8]
  /// The bytes that it is about; nil for the whole file.
  package let range: Range<Int>?
  /// What is wrong, without the number of problems that it stands for.
  private let complaint: String
  /// The number of further problems of this kind in the file, which are counted instead of listed.
  package fileprivate(set) var more = 0
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
    file = []
    self.range = range
    complaint = message
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
    file = source
    self.range = range
    complaint = message
    record = nil
    self.field = field
    related = []
    self.advice = advice
    self.repairs = repairs
  }

  /// The codes of the problems in the file that are not found before this one is mended, each as often as it is one.
  var hidden: [String] = []

  /// The file's bytes; empty if it could not be read.
  package var source: [UInt8] { record?.source ?? file }

  /// What is wrong, in lower case, without a period.
  package var message: String {
    let complaint = hidden.isEmpty ? complaint : complaint + "; it hides \(hiddenProblems)"
    if more == 0 { return complaint }
    return complaint + "; and \(more) more in this file that \(more == 1 ? "is" : "are") not listed"
  }

  /// "2 more problems in this file (stale-comment, unknown-field)".
  private var hiddenProblems: String {
    let codes = Set(hidden).sorted()
    let named = codes.prefix(3).joined(separator: ", ") + (codes.count > 3 ? ", …" : "")
    return "\(hidden.count) more problem\(hidden.count == 1 ? "" : "s") in this file (\(named))"
  }

  /// The line and column of the first byte, both counted from 1.
  package var place: Place? { range.map { Place(of: $0.lowerBound, in: source) } }

  /// The line and column after the last byte.
  package var endPlace: Place? { range.map { Place(of: $0.upperBound, in: source) } }

  /// The repair that `--fix` makes without being told more.
  package var safeRepair: Repair? { repairs.first(where: \.isSafe) }

  /// Identifies this problem, even after other places in the file have been repaired.
  package var identity: String { [check.code, path, field ?? "", complaint].joined(separator: "\n") }
}

extension Finding {
  /// The maximum number of findings of one check in one file; a file full of one mistake would otherwise cost a list as
  /// long as the file. Repairs raise it.
  @TaskLocal static var most = 20
}

extension Collection {
  /// Returns the findings about the elements, each of which is a problem in the same file; those beyond the maximum
  /// are counted in the last one.
  func findings(_ make: (Element) -> Finding) -> [Finding] {
    var findings = prefix(Finding.most).map(make)
    if let last = findings.indices.last { findings[last].more = count - findings.count }
    return findings
  }
}
