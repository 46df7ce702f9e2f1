import ShelfSystem
import ShelfText

/// Line-based prompts, one at a time, which work on any terminal.
///
/// All methods that return a value throw `Cancelled` if the input ends before an answer.
package struct Prompt {
  /// Normalizes names, so that different spellings choose the same option.
  package var fold: (String) -> String = { $0.lowercased() }

  private var reader: LineReader
  private let output: Output
  private let terminal: Terminal

  /// Creates a prompt that reads lines from a descriptor and writes to an output.
  package init(input: Int32, output: Output, terminal: Terminal) {
    reader = LineReader(descriptor: input)
    self.output = output
    self.terminal = terminal
  }

  /// Prompts for a line of text. Returns it without surrounding whitespace, and with tabs replaced with spaces.
  ///
  /// After an empty answer, an empty string is returned if that is allowed; otherwise the prompt is repeated. If `check`
  /// returns a complaint, the complaint is shown and the prompt is repeated.
  package mutating func text(
    _ question: String, isOptional: Bool = false, check: (String) -> String? = { _ in nil }
  ) throws(Cancelled) -> String {
    try ask(question, remark: isOptional ? "(optional)" : "") { answer in
      if answer.isEmpty { return isOptional ? .accepted("") : .refused("please answer, or press Ctrl-D to stop") }
      // If control characters were allowed, the escape sequence of an arrow key would end up in the library.
      guard VisibleText.line(answer) == answer else { return .refused("control characters are not allowed") }
      return check(answer).map { .refused($0) } ?? .accepted(answer)
    }
  }

  /// Prompts for one of the options and returns its index. An empty answer chooses the default.
  ///
  /// An answer is a number from the list, a name, or an unambiguous prefix of a name.
  package mutating func choice(_ question: String, _ options: [String], default: Int? = nil) throws(Cancelled) -> Int {
    let menu = Menu(options, fold: fold)
    list(question, menu, marked: `default`)
    return try ask("Choice", remark: `default`.map { "[\(options[$0])]" } ?? "") { answer in
      if answer.isEmpty, let `default` { return .accepted(`default`) }
      return switch menu.index(of: answer) {
      case .success(let index): .accepted(index)
      case .failure(let refusal): .refused(refusal.reason)
      }
    }
  }

  /// Prompts for any number of the options and returns their indices in list order.
  ///
  /// An empty answer and `-` choose none.
  ///
  /// Each answer has the same form as for a single choice. Answers are separated by commas or, if this is unambiguous,
  /// by spaces.
  package mutating func choices(_ question: String, _ options: [String]) throws(Cancelled) -> [Int] {
    let menu = Menu(options, fold: fold)
    list(question, menu)
    return try ask("Choices", remark: "(optional)") { answer in
      if answer.isEmpty || answer == "-" { return .accepted([]) }
      return switch menu.indexes(of: answer) {
      case .success(let indexes): .accepted(indexes)
      case .failure(let refusal): .refused(refusal.reason)
      }
    }
  }

  /// Prompts for yes or no. An empty answer chooses the default.
  package mutating func confirm(_ question: String, default: Bool = false) throws(Cancelled) -> Bool {
    try ask(question, remark: `default` ? "[Y/n]" : "[y/N]", end: " ") { answer in
      YesOrNo(answer, default: `default`).map { .accepted($0.isYes) } ?? .refused(YesOrNo.complaint)
    }
  }

  /// Prompts for multiline text, which ends before a line with a single period or at the end of the input.
  package mutating func lines(_ question: String) -> String {
    output.line(bold(question) + " " + dim("(end with a line that has only a dot, or with Ctrl-D)"))
    output.flush()
    var lines: [String] = []
    while true {
      guard let line = reader.next() else {
        output.line()
        break
      }
      if line == "." { break }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: - Private

  private enum Verdict<Value> {
    case accepted(Value)
    /// The complaint to show before the prompt is repeated.
    case refused(String)
  }

  private mutating func ask<Value>(
    _ question: String, remark: String, end: String = ": ", judge: (String) -> Verdict<Value>
  ) throws(Cancelled) -> Value {
    while true {
      output.write(bold(question) + (remark.isEmpty ? "" : " " + dim(remark)) + end)
      output.flush()
      guard let line = reader.next() else {
        // The user has not pressed Enter, so the cursor is still after the question.
        output.line()
        output.flush()
        throw Cancelled()
      }
      switch judge(trimmed(line)) {
      case .accepted(let value):
        return value
      case .refused(let complaint):
        let text = VisibleText.line(complaint)
        output.line("  " + TextStyle.color(.red).apply(to: text, depth: terminal.depth))
      }
    }
  }

  private func list(_ question: String, _ menu: Menu, marked: Int? = nil) {
    output.line(bold(question))
    for line in menu.lines(width: terminal.width, marked: marked, depth: terminal.depth) { output.line(line) }
  }

  private func trimmed(_ line: String) -> String {
    let blanks = line.drop { $0 == " " || $0 == "\t" }
    let end = blanks.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(blanks[...$0].map { $0 == "\t" ? " " : $0 }) } ?? ""
  }

  private func bold(_ text: String) -> String {
    TextStyle.bold.apply(to: VisibleText.line(text), depth: terminal.depth)
  }

  private func dim(_ text: String) -> String {
    TextStyle.dim.apply(to: VisibleText.line(text), depth: terminal.depth)
  }
}
