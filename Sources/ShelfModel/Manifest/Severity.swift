/// The severity of a problem.
package enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Valid, but worth knowing.
  case note
  /// Probably a mistake.
  case warning
  /// A definite error: data is missing, unreadable or contradictory.
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
