import ShelfModel

extension DoctorSettings {
  /// Returns the severity of a check in this library, or nil if the check is disabled.
  func severity(of check: Check) -> Severity? {
    if let severity = severities[check.code] { return severity }
    return check.severity
  }

  /// Returns the finding with the severity that the library sets, or nil if the problem is accepted or its check is
  /// disabled.
  func apply(_ finding: Finding) -> Finding? {
    if !accepted.isEmpty, accepted.contains(Acceptance(finding)) { return nil }
    guard let set = severities[finding.check.code] else { return finding }
    guard let set else { return nil }
    var finding = finding
    finding.severity = set
    return finding
  }

  /// The codes in the settings that do not belong to any check, in alphabetical order.
  package var unknownCodes: [String] {
    Set(severities.keys).union(accepted.map(\.code)).filter { Check.named($0) == nil }.sorted()
  }
}

extension DoctorSettings.Acceptance {
  /// Creates the entry that accepts a problem.
  package init(_ finding: Finding) {
    self.init(
      code: finding.check.code, subject: finding.record?.id.description ?? finding.path,
      field: finding.record == nil ? nil : finding.field)
  }
}
