import ShelfSystem
import ShelfText

/// Asks for values, one question at a time.
///
/// Every question throws `Cancelled` if the input ends before an answer.
package struct Prompt {
  /// Folds the spellings of a name by which an option may be chosen.
  package var fold: (String) -> String = { $0.lowercased() }

  private var reader: LineReader
  private let output: Output
  private let terminal: Terminal

  /// Makes a prompt that reads lines from a descriptor and asks on an output.
  package init(input: Int32, output: Output, terminal: Terminal) {
    reader = LineReader(descriptor: input)
    self.output = output
    self.terminal = terminal
  }

  /// Asks for a line of text and returns it without surrounding spaces, and with tabs turned into spaces.
  ///
  /// Enter alone gives the default; without one it gives an empty text if that is allowed, and otherwise the question
  /// is repeated. It is also repeated, after the complaint, if `check` returns one.
  package mutating func text(
    _ question: String, default: String? = nil, isOptional: Bool = false, check: (String) -> String? = { _ in nil }
  ) throws(Cancelled) -> String {
    try ask(question, remark: `default`.map { "[\($0)]" } ?? (isOptional ? "(optional)" : "")) { answer in
      if answer.isEmpty {
        if let `default` { return .accepted(`default`) }
        return isOptional ? .accepted("") : .refused("please answer, or press Ctrl-D to stop")
      }
      // Otherwise what an arrow key sends would end up in the library.
      guard VisibleText.line(answer) == answer else { return .refused("control characters are not allowed") }
      return check(answer).map { .refused($0) } ?? .accepted(answer)
    }
  }

  /// Asks for one of the options and returns its index; Enter alone gives the default.
  ///
  /// The answer is a number from the list, a name, or the unambiguous beginning of a name.
  package mutating func choice(_ question: String, _ options: [String], default: Int? = nil) throws(Cancelled) -> Int {
    let menu = Menu(options, fold: fold)
    list(question, menu, marked: `default`.map { [$0] } ?? [])
    return try ask("Choice", remark: `default`.map { "[\(options[$0])]" } ?? "") { answer in
      if answer.isEmpty, let `default` { return .accepted(`default`) }
      return switch menu.index(of: answer) {
      case .success(let index): .accepted(index)
      case .failure(let refusal): .refused(refusal.reason)
      }
    }
  }

  /// Asks for any number of the options and returns their indexes in the order of the list; Enter alone gives the
  /// default, and `-` none.
  ///
  /// The answers are those to a single choice, separated by commas or, if that is unambiguous, by spaces.
  package mutating func choices(_ question: String, _ options: [String], default: [Int] = []) throws(Cancelled) -> [Int]
  {
    let menu = Menu(options, fold: fold)
    list(question, menu, marked: `default`)
    let remark = `default`.isEmpty ? "(optional)" : "[\(`default`.map { options[$0] }.joined(separator: ", "))]"
    return try ask("Choices", remark: remark) { answer in
      if answer.isEmpty { return .accepted(`default`) }
      if answer == "-" { return .accepted([]) }
      return switch menu.indexes(of: answer) {
      case .success(let indexes): .accepted(indexes)
      case .failure(let refusal): .refused(refusal.reason)
      }
    }
  }

  /// Asks for yes or no; Enter alone gives the default.
  package mutating func confirm(_ question: String, default: Bool = false) throws(Cancelled) -> Bool {
    try ask(question, remark: `default` ? "[Y/n]" : "[y/N]", end: " ") { answer in
      YesOrNo(answer, default: `default`).map { .accepted($0.isYes) } ?? .refused(YesOrNo.complaint)
    }
  }

  /// Asks for text of several lines, up to a line with only a dot or the end of the input.
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

  // MARK: Private

  private enum Verdict<Value> {
    case accepted(Value)
    /// The question is repeated after this complaint.
    case refused(String)
  }

  private mutating func ask<Value>(
    _ question: String, remark: String, end: String = ": ", judge: (String) -> Verdict<Value>
  ) throws(Cancelled) -> Value {
    while true {
      output.write(bold(question) + (remark.isEmpty ? "" : " " + dim(remark)) + end)
      output.flush()
      guard let line = reader.next() else {
        // The cursor is still after the question.
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

  private func list(_ question: String, _ menu: Menu, marked: [Int]) {
    output.line(bold(question))
    for line in menu.lines(width: terminal.width, marked: Set(marked), depth: terminal.depth) { output.line(line) }
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
