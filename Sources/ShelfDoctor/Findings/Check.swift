import ShelfModel

/// One kind of problem that `doctor` looks for: its name, what it means, and how it is found.
///
/// Each check has a file of its own, and a line in `Check.all`. The list of checks, the explanations and the rules of
/// the SARIF report are made from these values.
package struct Check: Sendable {
  /// The name that people and settings use; it never changes.
  package let code: String
  package let severity: Severity
  /// The complaint in one line, without a period.
  package let summary: String
  /// Why it matters.
  package let reason: String
  /// Part of a file that shows it.
  package let example: String
  /// What the repairs do; nil if there are none.
  package let repair: String?
  let scopes: [Scope]

  /// What a check looks at.
  enum Scope: Sendable {
    /// A file that could not be read.
    case file(@Sendable (Check, UnreadableFile, Examination) -> [Finding])
    /// A record that the quick look did not clear.
    case record(@Sendable (Check, Record, Examination) -> [Finding])
    /// The settings in `shelf.yaml`; records are not read.
    case manifest(@Sendable (Check, Manifest) -> [Finding])
    /// The library as a whole.
    case library(@Sendable (Check, Examination) -> [Finding])
  }

  init(
    _ code: String, _ severity: Severity, _ summary: String, reason: String, example: String, repair: String? = nil,
    _ scopes: Scope...
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.reason = reason
    self.example = example
    self.repair = repair
    self.scopes = scopes
  }

  /// Returns the check with a code.
  package static func named(_ code: String) -> Check? { all.first { $0.code == code } }
}
