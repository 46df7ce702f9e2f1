/// A rating in quarters of a star: digits set it, the arrows move it by a star, `+` and `-` by a quarter.
package struct StarsField: Widget {
  /// From 0 to 20; nil for none.
  package private(set) var quarters: Int?
  private let question: String
  private let look: (Int?) -> StyledText
  /// What was typed since a number began, such as "4.5"; nothing after any other key.
  private var typed = ""

  /// - Parameters:
  ///   - question: what comes before it.
  ///   - look: how a rating is shown.
  package init(_ quarters: Int? = nil, question: String = "", look: @escaping (Int?) -> StyledText) {
    self.quarters = quarters
    self.question = question
    self.look = look
  }

  /// The rating as it is shown.
  var shown: StyledText { look(quarters) }

  package mutating func take(_ key: Key) -> Reaction<Int?> {
    let before = typed
    typed = ""
    switch key {
    case .text(let text) where take(text, after: before): break
    case .enter: return .done(quarters)
    case .escape, .control("c"), .control("g"): return .cancelled
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
    let hints = KeyHints([.main("0–5"), .more("←→ a star"), .least("− + a quarter"), .usual("Backspace none")])
    line.append("   " + hints.line(space.columns - line.width - 3), Ink.hint)
    return View([line.truncated(to: space.columns)])
  }

  /// Takes a digit behind a decimal point, or the point itself; returns whether it was one.
  private mutating func take(_ text: String, after before: String) -> Bool {
    if ["0", "1", "2", "3", "4", "5"].contains(text), !before.contains(".") {
      typed = text
      quarters = Int(text).map { $0 * 4 }
      return true
    }
    guard let whole = before.first.flatMap({ Int(String($0)) }) else { return false }
    if text == "." || text == ",", !before.contains(".") {
      typed = before + "."
      return true
    }
    guard before.contains("."), Int(text) != nil, text.count == 1 else { return false }
    typed = before + text
    let fractions = ["0": 0, "00": 0, "2": 1, "25": 1, "5": 2, "50": 2, "7": 3, "75": 3]
    // What is no quarter of a star is as if it had not been typed.
    if let fraction = fractions[String(typed.dropFirst(2))], whole * 4 + fraction <= 20 {
      quarters = whole * 4 + fraction
    } else {
      typed = before
    }
    return true
  }

  private mutating func move(_ step: Int) {
    quarters = max(0, min((quarters ?? 0) + step, 20))
  }
}
