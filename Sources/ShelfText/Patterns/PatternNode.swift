/// A parsed regular expression.
indirect enum PatternNode: Sendable {
  /// Matches the empty text.
  case nothing
  case scalar(PatternSet)
  case sequence([PatternNode])
  case either([PatternNode])
  /// A node, repeated a minimum and a maximum number of times. The maximum is nil if there is none.
  case repeated(PatternNode, Int, Int?)
  case assertion(PatternAssertion)
}

/// A condition on a position between two characters.
enum PatternAssertion: Sendable {
  case start, end, wordBoundary, noWordBoundary
}

/// A set of Unicode scalars.
struct PatternSet: Hashable, Sendable {
  /// The properties of a scalar that `\w`, `\d` and `\s` test.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let word = Traits(rawValue: 1)
    static let digit = Traits(rawValue: 2)
    static let space = Traits(rawValue: 4)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(of scalar: UInt32) {
      switch scalar {
      case 0x30...0x39: self = [.word, .digit]
      case 0x41...0x5A, 0x61...0x7A, 0x5F: self = .word
      case 0x20, 0x09...0x0D: self = .space
      case ..<0x80: self = []
      default:
        guard let properties = Unicode.Scalar(scalar)?.properties else {
          self = []
          return
        }
        self =
          properties.generalCategory == .decimalNumber
          ? [.word, .digit]
          : properties.isAlphabetic || properties.numericType != nil
            || properties.canonicalCombiningClass != .notReordered
            ? .word : properties.isWhitespace ? .space : []
      }
    }
  }

  var ranges: [ClosedRange<UInt32>] = []
  /// Scalars with one of these traits belong to the set.
  var traits: Traits = []
  /// Scalars that lack one of these traits belong to the set.
  var lacking: [Traits] = []
  /// Whether the set is the complement of all of the above.
  var isNegated = false

  static let any = PatternSet(ranges: [0...0x10FFFF])

  static func one(_ scalar: Unicode.Scalar) -> PatternSet { PatternSet(ranges: [scalar.value...scalar.value]) }

  /// Returns whether a scalar with these traits belongs to the set.
  func contains(_ scalar: UInt32, _ traits: Traits) -> Bool {
    let isIn =
      !self.traits.isDisjoint(with: traits) || lacking.contains { $0.isDisjoint(with: traits) }
      || ranges.contains { $0.contains(scalar) }
    return isIn != isNegated
  }
}
