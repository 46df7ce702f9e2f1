import ShelfModel
import ShelfStore
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
  /// What the program can do about it.
  private let remedy: Remedy

  /// What the program can do about a problem: repairs, or what they are worked out from when they are looked at.
  enum Remedy: Sendable {
    /// The best first.
    case repairs([Repair])
    /// The record of the problem is merged into another one. A library may have thousands of such problems, whose repairs
    /// take longer to work out than all the checks.
    case merge(into: Record, String)
  }

  init(
    _ check: Check, _ record: Record, _ field: String? = nil, at range: Range<Int>?, _ message: String,
    related: [RecordID] = [], advice: Advice? = nil, remedy: Remedy
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
    self.remedy = remedy
  }

  init(
    _ check: Check, _ record: Record, _ field: String? = nil, at range: Range<Int>?, _ message: String,
    related: [RecordID] = [], advice: Advice? = nil, repairs: [Repair] = []
  ) {
    self.init(
      check, record, field, at: range, message, related: related, advice: advice, remedy: .repairs(repairs))
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
    remedy = .repairs(repairs)
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
    return "\(hidden.count.grouped) more problem\(hidden.count == 1 ? "" : "s") in this file (\(named))"
  }

  /// The line and column of the first byte, both counted from 1.
  package var place: Place? { range.map { Place(of: $0.lowerBound, in: source) } }

  /// The line and column after the last byte.
  package var endPlace: Place? { range.map { Place(of: $0.upperBound, in: source) } }

  /// The repair that `--fix` makes without being told more.
  package var safeRepair: Repair? {
    // A merge removes a file.
    if case .repairs(let repairs) = remedy { repairs.first(where: \.isSafe) } else { nil }
  }

  /// Whether the program can do something about it. That two records cannot be merged is only found out when the merge is
  /// worked out.
  package var isRepairable: Bool { if case .repairs(let repairs) = remedy { !repairs.isEmpty } else { true } }

  /// Returns what the program can do about it, the best first; a merge is worked out each time.
  ///
  /// - Parameter library: the library that was examined.
  package func repairs(in library: Library) -> [Repair] {
    switch remedy {
    case .repairs(let repairs): return repairs
    case .merge(let kept, let description):
      guard let record else { return [] }
      return RecordMerger(library, kept: kept, merged: record).repairs(description)
    }
  }

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
