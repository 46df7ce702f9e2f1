/// How much a problem matters.
package enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Something that is valid, but worth knowing.
  case note
  /// Something that is probably a mistake.
  case warning
  /// Something that is wrong: data is missing, unreadable or contradicts itself.
  case error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
