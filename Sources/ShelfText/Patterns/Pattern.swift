/// A regular expression, compiled for searching folded text in linear time.
///
/// `PatternParser` turns the expression into a tree, and `init` compiles the tree into the instructions of an
/// automaton, in the manner of Ken Thompson ("Regular Expression Search Algorithm", 1968). `PatternMatcher` runs the
/// automaton. It follows all possible matches at once instead of backtracking, so no expression is slow.
///
/// The matcher does not distinguish all 1.1 million scalars. Scalars that every set in the expression treats alike are
/// grouped into one class, which keeps the matcher's tables small.
package struct Pattern: Sendable {
  enum Instruction: Sendable {
    case match
    /// Consumes a character of the set with this index and continues with the next instruction.
    case take(Int)
    case split(Int, Int)
    case jump(Int)
    case check(PatternAssertion)
  }

  /// The maximum number of instructions in a compiled expression.
  static let sizeLimit = 2000

  private(set) var instructions: [Instruction] = []
  private var sets: [PatternSet] = []
  /// The first scalar of each run of scalars that no set distinguishes except by traits.
  private var starts: [UInt32] = [0]
  /// For each set, whether it contains the scalars of each class.
  private var members: [[Bool]] = []

  package init(_ text: String) throws(PatternProblem) {
    let node = try PatternParser.parse(text)
    guard emit(node), emit(.match) else { throw PatternProblem(reason: .tooLarge, range: 0..<text.utf8.count) }
    let bounds = sets.flatMap(\.ranges).flatMap { [$0.lowerBound, $0.upperBound == .max ? .max : $0.upperBound + 1] }
    starts = Set(bounds + [0]).sorted()
    members = sets.map { set in
      (0..<classCount).map { set.contains(starts[$0 >> 3], PatternSet.Traits(rawValue: $0 & 7)) }
    }
  }

  /// The number of classes of scalars. The expression does not distinguish between scalars of the same class.
  var classCount: Int { starts.count << 3 }

  /// Returns the class of a scalar, which is determined by its run and its traits.
  func classIndex(of scalar: UInt32) -> Int {
    (starts.partitionPoint { $0 <= scalar } - 1) << 3 | PatternSet.Traits(of: scalar).rawValue
  }

  func contains(_ set: Int, classIndex: Int) -> Bool { members[set][classIndex] }

  private mutating func emit(_ instruction: Instruction) -> Bool {
    instructions.append(instruction)
    return instructions.count <= Pattern.sizeLimit
  }

  /// Appends the instructions that match a node. Returns false if the expression becomes too large.
  private mutating func emit(_ node: PatternNode) -> Bool {
    switch node {
    case .nothing: return true
    case .assertion(let assertion): return emit(.check(assertion))
    case .scalar(let set):
      let index = sets.firstIndex(of: set) ?? sets.count
      if index == sets.count { sets.append(set) }
      return emit(.take(index))
    case .sequence(let parts):
      for part in parts where !emit(part) { return false }
      return true
    case .either(let parts): return emitEither(parts)
    case .repeated(let part, let minimum, let maximum): return emitRepeated(part, minimum, maximum)
    }
  }

  private mutating func emitEither(_ parts: [PatternNode]) -> Bool {
    var exits: [Int] = []
    for part in parts.dropLast() {
      let split = instructions.count
      guard emit(.split(split + 1, 0)), emit(part) else { return false }
      exits.append(instructions.count)
      guard emit(.jump(0)) else { return false }
      instructions[split] = .split(split + 1, instructions.count)
    }
    guard let last = parts.last, emit(last) else { return false }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
    return true
  }

  private mutating func emitRepeated(_ part: PatternNode, _ minimum: Int, _ maximum: Int?) -> Bool {
    for _ in 0..<minimum {
      let count = instructions.count
      guard emit(part) else { return false }
      // Repeating an empty match makes no difference.
      if instructions.count == count { return true }
    }
    guard let maximum else {
      let split = instructions.count
      guard emit(.split(split + 1, 0)), emit(part), emit(.jump(split)) else { return false }
      instructions[split] = .split(split + 1, instructions.count)
      return true
    }
    var splits: [Int] = []
    for _ in minimum..<max(minimum, maximum) {
      splits.append(instructions.count)
      guard emit(.split(instructions.count + 1, 0)), emit(part) else { return false }
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    return true
  }
}
