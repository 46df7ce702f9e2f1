/// The `doctor` settings in a library's manifest.
package struct DoctorSettings: Hashable, Sendable {
  /// The severities of checks, by code. The value is nil for a disabled check.
  package var severities: [String: Severity?] = [:]
  package var accepted: [Acceptance] = []

  package init() {}

  /// A single problem that the user has accepted, so that it is no longer reported.
  package struct Acceptance: Hashable, Sendable {
    package var code: String
    /// The record's id, or the path of a file that is not a record.
    package var subject: String
    /// The key of the field, or nil if the problem is not about a particular field.
    package var field: String?

    /// Parses `CODE SUBJECT [FIELD]`. The result is nil if the subject is missing.
    init?(_ text: String) {
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count >= 2 else { return nil }
      code = words[0]
      // A path can contain spaces, but an id cannot.
      let isID = RecordID(words[1]) != nil
      subject = isID ? words[1].lowercased() : words[1...].joined(separator: " ")
      field = isID && words.count == 3 ? words[2] : nil
    }

    package init(code: String, subject: String, field: String?) {
      self.code = code
      self.subject = subject
      self.field = field
    }

    /// The text of the entry in the manifest.
    package var text: String { [code, subject, field].compactMap { $0 }.joined(separator: " ") }
  }
}
