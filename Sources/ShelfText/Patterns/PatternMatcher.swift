/// Searches many strings in sequence for a pattern. Each thread needs its own matcher.
///
/// The matcher builds a deterministic automaton on demand: it caches the sets of instructions that it has reached as
/// states, so that most characters require only one table lookup. When the cache is full, it is emptied. In the worst
/// case, if a pattern leads to a great many states, every instruction is examined for each character.
package struct PatternMatcher {
  /// A state between two characters: the instructions to continue with, and the information that assertions need.
  private struct Key: Hashable {
    var ways: [Int32]
    var isStart: Bool
    var isAfterWord: Bool
  }

  /// The number of the state in which a match is complete, whatever text follows.
  private static let matched: Int32 = -2
  private static let unknown: Int32 = -1
  private static let stateLimit = 500

  private let pattern: Pattern
  private let ascii: [Int]
  private var states: [Key] = []
  private var numbers: [Key: Int32] = [:]
  /// The next state for each state and class of scalars. The last class represents the end of the text.
  private var steps: [Int32] = []
  private var marks: [Int]
  private var generation = 0
  private var stack: [Int] = []

  package init(_ pattern: Pattern) {
    self.pattern = pattern
    ascii = (0..<0x80).map { pattern.classIndex(of: $0) }
    marks = Array(repeating: 0, count: pattern.instructions.count)
  }

  private var end: Int { pattern.classCount }

  /// Returns whether the pattern matches anywhere in folded text.
  package mutating func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    matchEnd(in: text, isAnchored: false) != nil
  }

  /// Returns the byte offset at which a match first becomes complete, or nil if there is no match.
  ///
  /// - Parameters:
  ///   - isAnchored: whether the match has to begin at the start of the text. Always pass the same value to a matcher,
  ///     since its cache depends on this value.
  ///   - previous: the byte before the text, if the text is part of a longer one.
  package mutating func matchEnd(
    in text: UnsafeBufferPointer<UInt8>, isAnchored: Bool, after previous: UInt8? = nil
  ) -> Int? {
    let isAfterWord = previous.map { $0 >= 0x80 || PatternSet.Traits(of: UInt32($0)).contains(.word) } ?? false
    var state = number(of: Key(ways: [0], isStart: previous == nil, isAfterWord: isAfterWord))
    var position = 0
    while position < text.count {
      let byte = text[position]
      var length = 1
      let classIndex: Int
      if byte < 0x80 {
        classIndex = ascii[Int(byte)]
      } else {
        let scalar = PatternMatcher.scalar(in: text, at: position, &length)
        classIndex = pattern.classIndex(of: scalar)
      }
      state = step(state, classIndex, isAnchored)
      if state == PatternMatcher.matched { return position }
      position += length
    }
    return step(state, end, isAnchored) == PatternMatcher.matched ? position : nil
  }

  private mutating func step(_ state: Int32, _ classIndex: Int, _ isAnchored: Bool) -> Int32 {
    let place = Int(state) * (end + 1) + classIndex
    if steps[place] != PatternMatcher.unknown { return steps[place] }
    let (isMatch, key) = follow(states[Int(state)], classIndex, isAnchored)
    if isMatch {
      steps[place] = PatternMatcher.matched
      return PatternMatcher.matched
    }
    if states.count >= PatternMatcher.stateLimit {
      states.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      steps.removeAll(keepingCapacity: true)
      return number(of: key)
    }
    let next = number(of: key)
    steps[place] = next
    return next
  }

  private mutating func number(of key: Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(states.count)
    states.append(key)
    numbers[key] = number
    steps.append(contentsOf: repeatElement(PatternMatcher.unknown, count: end + 1))
    return number
  }

  /// Follows all paths to the instructions that consume a character, and continues the paths whose instruction accepts
  /// this class.
  private mutating func follow(_ state: Key, _ classIndex: Int, _ isAnchored: Bool) -> (isMatch: Bool, Key) {
    let isWord = classIndex != end && PatternSet.Traits(rawValue: classIndex & 7).contains(.word)
    generation += 1
    stack = state.ways.map(Int.init)
    var next: [Int32] = []
    while let way = stack.popLast() {
      if marks[way] == generation { continue }
      marks[way] = generation
      switch pattern.instructions[way] {
      case .match: return (true, state)
      case .jump(let target): stack.append(target)
      case .split(let one, let other): stack += [one, other]
      case .take(let set):
        if classIndex != end, pattern.contains(set, classIndex: classIndex) { next.append(Int32(way + 1)) }
      case .check(let assertion):
        let isSatisfied =
          switch assertion {
          case .start: state.isStart
          case .end: classIndex == end
          case .wordBoundary: isWord != state.isAfterWord
          case .noWordBoundary: isWord == state.isAfterWord
          }
        if isSatisfied { stack.append(way + 1) }
      }
    }
    if !isAnchored, !next.contains(0) { next.append(0) }
    return (false, Key(ways: next.sorted(), isStart: false, isAfterWord: isWord))
  }

  /// Decodes a multibyte scalar, and sets `length` to its number of bytes.
  private static func scalar(in text: UnsafeBufferPointer<UInt8>, at position: Int, _ length: inout Int) -> UInt32 {
    let first = UInt32(text[position])
    length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard position + length <= text.count else {
      length = 1
      return 0xFFFD
    }
    var scalar = first & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
    for offset in 1..<length { scalar = scalar << 6 | UInt32(text[position + offset] & 0x3F) }
    return scalar
  }
}
