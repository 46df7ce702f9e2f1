/// What a library's manifest says about `doctor`.
public struct DoctorSettings: Hashable, Sendable {
  /// The severities of checks, by code; nil for a check that is off.
  public var severities: [String: Severity?] = [:]
  public var accepted: [Acceptance] = []

  public init() {}

  /// A single problem that somebody knows of and lives with.
  public struct Acceptance: Hashable, Sendable {
    public var code: String
    /// The record's id, or the path of a file that is no record.
    public var subject: String
    /// The key of the field; nil where the problem is about none.
    public var field: String?

    /// Reads `CODE SUBJECT [FIELD]`.
    init?(_ text: String) {
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count >= 2 else { return nil }
      code = words[0]
      // A path may hold spaces, an id cannot.
      let isID = RecordID(words[1]) != nil
      subject = isID ? words[1].lowercased() : words[1...].joined(separator: " ")
      field = isID && words.count == 3 ? words[2] : nil
    }

    /// Accepts a problem.
    public init(_ finding: Finding) {
      code = finding.check.code
      subject = finding.record?.id.description ?? finding.path
      field = finding.record == nil ? nil : finding.field
    }

    /// Returns the text that stands in the manifest.
    public var text: String { [code, subject, field].compactMap { $0 }.joined(separator: " ") }
  }

  /// Returns how much a check's problems matter here; nil where it is off.
  func severity(of check: Check) -> Severity? {
    if let severity = severities[check.code] { return severity }
    return check.severity
  }

  /// Returns the finding with the library's severity; nil where it is accepted.
  func apply(_ finding: Finding) -> Finding? {
    if !accepted.isEmpty, accepted.contains(Acceptance(finding)) { return nil }
    guard let set = severities[finding.check.code] else { return finding }
    guard let set else { return nil }
    var finding = finding
    finding.severity = set
    return finding
  }

  /// The codes that no check has, in the order of the alphabet.
  public var unknownCodes: [String] {
    Set(severities.keys).union(accepted.map(\.code)).filter { Check.named($0) == nil }.sorted()
  }
}
