import ShelfModel
import ShelfStore
import YAMLEdit

/// A problem that a check found at one location.
package struct Finding: Sendable {
  package let check: Check
  /// The severity, which the library's settings may have changed.
  package internal(set) var severity: Severity
  /// The path of the file, relative to the library.
  package let path: String
  /// The contents of a file that is not a record, or an empty array if they could not be read.
  private let file: [UInt8]
  /// The bytes with the problem, or nil for the whole file.
  package let range: Range<Int>?
  /// A description of the problem, without the number of unlisted problems.
  private let complaint: String
  /// The number of unlisted problems of this type in the file, which are only counted.
  package fileprivate(set) var more = 0
  /// The record in the file, or nil if the file is not a readable record.
  package let record: Record?
  /// The key of the affected field.
  package let field: String?
  /// The ids of other affected records, such as the missing target of a reference.
  package let related: [RecordID]
  /// Advice for the user, if there is no repair.
  package let advice: Advice?
  /// The repairs, or the data to compute them.
  private let remedy: Remedy

  /// The repairs of a problem, or the data needed to compute them on demand.
  enum Remedy: Sendable {
    /// The repairs, best first.
    case repairs([Repair])
    /// A merge of the record into another one. A library may have thousands of such problems, and computing their
    /// repairs would take longer than all the checks.
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
    _ check: Check, _ file: UnreadableFile, at range: Range<Int>? = nil, _ message: String, field: String? = nil,
    advice: Advice? = nil, repairs: [Repair] = []
  ) {
    self.init(
      check, path: file.path, source: file.source, at: range, message, field: field, advice: advice, repairs: repairs)
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

  /// The codes of other problems in the file that can be found only after this one has been repaired. There is one code
  /// for each problem.
  var hidden: [String] = []

  /// The contents of the file, or an empty array if they could not be read.
  package var source: [UInt8] { record?.source ?? file }

  /// A description of the problem, in lowercase and without a period.
  package var message: String {
    let complaint = hidden.isEmpty ? complaint : complaint + "; it hides \(hiddenProblems)"
    if more == 0 { return complaint }
    return complaint + "; and \(more) more in this file that \(more == 1 ? "is" : "are") not listed"
  }

  /// A note about the hidden problems, such as "2 more problems in this file (stale-comment, unknown-field)".
  private var hiddenProblems: String {
    let codes = Set(hidden).sorted()
    let named = codes.prefix(3).joined(separator: ", ") + (codes.count > 3 ? ", …" : "")
    return "\(hidden.count.grouped) more problem\(hidden.count == 1 ? "" : "s") in this file (\(named))"
  }

  /// The line and column of the first byte, both counted from 1.
  package var place: Place? { range.map { Place(of: $0.lowerBound, in: source) } }

  /// The line and column after the last byte.
  package var endPlace: Place? { range.map { Place(of: $0.upperBound, in: source) } }

  /// The repair that `--fix` applies without further options.
  package var safeRepair: Repair? {
    // A merge deletes a file, so it is never safe.
    if case .repairs(let repairs) = remedy { repairs.first(where: \.isSafe) } else { nil }
  }

  /// Whether there may be a repair. Only computing a merge shows whether two records can really be merged.
  package var isRepairable: Bool { if case .repairs(let repairs) = remedy { !repairs.isEmpty } else { true } }

  /// Returns the repairs, best first. Each call computes merges again.
  ///
  /// - Parameter library: the library that was examined.
  package func repairs(in library: Library) -> [Repair] {
    switch remedy {
    case .repairs(let repairs): return repairs
    case .merge(let kept, let description):
      guard let record else { return [] }
      let merger = RecordMerger(library, kept: kept, merged: record)
      if !merger.areCopies { return merger.repairs(description) }
      return RecordMerger(library, kept: kept, merged: record, addsCopies: true)
        .repairs(description + " as another copy")
    }
  }

  /// A string that identifies this problem, even after other parts of the file have been repaired.
  package var identity: String { [check.code, path, field ?? "", complaint].joined(separator: "\n") }
}

extension Finding {
  /// The maximum number of findings of one check in one file. Without this limit, a file that repeats one mistake would
  /// produce a list as long as the file. `RepairRun` raises it.
  @TaskLocal static var maxListed = 20
}

extension Collection {
  /// Returns the findings for the elements, each of which is a problem in the same file. The last finding includes the
  /// number of problems beyond the maximum.
  func findings(_ make: (Element) -> Finding) -> [Finding] {
    var findings = prefix(Finding.maxListed).map(make)
    if let last = findings.indices.last { findings[last].more = count - findings.count }
    return findings
  }
}
