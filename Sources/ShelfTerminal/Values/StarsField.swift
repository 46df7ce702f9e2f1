/// A field for a rating in quarters of a star: digits set the rating, arrow keys change it by a star, and `+` and `-`
/// change it by a quarter.
package struct StarsField: Widget {
  /// The rating from 0 to 20, or nil if there is none.
  package private(set) var quarters: Int?
  private let question: String
  private let look: (Int?) -> StyledText
  /// The number typed so far, such as “4.5”. Any key that cannot continue the number ends it.
  private var typed = ""

  /// - Parameters:
  ///   - question: the text before the rating.
  ///   - look: renders a rating.
  package init(_ quarters: Int? = nil, question: String = "", look: @escaping (Int?) -> StyledText) {
    self.quarters = quarters
    self.question = question
    self.look = look
  }

  /// The rating as displayed.
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

  /// Handles a digit or decimal separator that starts or continues a number. Returns false for any other text.
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
    // Ignore digits that cannot be part of a rating in quarters of a star.
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
