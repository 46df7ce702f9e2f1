import ShelfTerminal

/// A rating in quarters of a star: digits set it, the arrows move it by a star, `+` and `-` by a quarter.
package struct StarsField: Widget {
  /// From 0 to 20; nil for none.
  package private(set) var quarters: Int?
  private let question: String
  private let look: (Int?) -> StyledText

  /// - Parameters:
  ///   - question: what stands before it.
  ///   - look: how a rating is shown.
  package init(_ quarters: Int? = nil, question: String = "", look: @escaping (Int?) -> StyledText) {
    self.quarters = quarters
    self.question = question
    self.look = look
  }

  /// The rating as it is shown.
  var shown: StyledText { look(quarters) }

  package mutating func take(_ key: Key) -> Reaction<Int?> {
    switch key {
    case .enter: return .done(quarters)
    case .escape, .control("c"), .control("g"): return .cancelled
    case .text(let digit) where Int(digit).map { (0...5).contains($0) } ?? false: quarters = Int(digit).map { $0 * 4 }
    case .right: move(4)
    case .left: move(-4)
    case .text("+"), .text("="): move(1)
    case .text("-"): move(-1)
    case .backspace, .delete, .control("u"), .control("k"): quarters = nil
    default: return .ignored
    }
    return .taken
  }

  package func view(_ space: Space) -> View {
    var line = question.isEmpty ? StyledText() : StyledText(question + "  ")
    line.append(look(quarters))
    line.append("   0–5 · ←→ a star · − + a quarter · Backspace none", Ink.hint)
    return View([line.truncated(to: space.columns)])
  }

  private mutating func move(_ step: Int) {
    quarters = max(0, min((quarters ?? 0) + step, 20))
  }
}
