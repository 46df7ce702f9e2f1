import ShelfModel

/// A type of problem that `doctor` looks for: its code, its documentation, and the function that finds it.
///
/// A check is a value, defined in a separate file and listed in `Check.all`. The code never changes, because settings,
/// acceptances and scripts refer to it. The list of checks, the page of each check, the table in the documentation and
/// the rules of the SARIF report are generated from its text properties. A check's scope determines what it looks at
/// and contains its function, which `Doctor` calls for each unreadable file, for each suspect record, for the manifest,
/// or once for the library. A function returns findings, with repairs as data, and has no side effects.
package struct Check: Sendable {
  /// The name in commands and settings, which never changes.
  package let code: String
  package let severity: Severity
  /// The problem in one line, without a period.
  package let summary: String
  /// The reason why the problem matters.
  package let reason: String
  /// An excerpt from a file with the problem.
  package let example: String
  /// A description of the repairs, or nil if there are none.
  package let repair: String?
  let scopes: [Scope]

  /// The part of the library that a check looks at, with the function that checks it.
  enum Scope: Sendable {
    /// Each file that could not be read as a record.
    case file(@Sendable (Check, UnreadableFile, Examination) -> [Finding])
    /// Each record that the quick look did not clear.
    case record(@Sendable (Check, Record, Examination) -> [Finding])
    /// The settings in `shelf.yaml`, without the records.
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

  /// Returns the check with a code, or nil if there is none.
  package static func named(_ code: String) -> Check? { all.first { $0.code == code } }
}
