import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Prompts for the fields of a new record line by line, for terminals that cannot show a form.
package struct RecordQuestions {
  private let library: Library
  private let kind: Kind
  private let context: FormContext

  package init(_ library: Library, _ kind: Kind, _ context: FormContext) {
    self.library = library
    self.kind = kind
    self.context = context
  }

  /// Prompts for all fields and returns the answers, except for empty ones.
  ///
  /// - Throws: `Cancelled` if the user gives no answer at all.
  package func ask(input: Int32, output: Int32, _ terminal: Terminal) throws -> [(field: Field, text: String)] {
    let stream = Output(descriptor: output)
    var prompt = Prompt(input: input, output: stream, terminal: terminal)
    prompt.fold = Folding.fold
    let advice = "Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels."
    stream.line(TextStyle.dim.apply(to: advice, depth: context.depth))
    var values: [(field: Field, text: String)] = []
    let fields = library.schema.fields(of: kind).filter { !$0.isAutomatic && context.isAsked($0) }
    // The title comes first, regardless of the order of fields in files.
    for field in fields.filter({ $0.key == kind.titleKey }) + fields.filter({ $0.key != kind.titleKey }) {
      do {
        values += try answers(field, &prompt).map { (field, $0) }
      } catch is Cancelled where !values.isEmpty {
        break
      }
    }
    stream.flush()
    return values
  }

  private func answers(_ field: Field, _ prompt: inout Prompt) throws -> [String] {
    let question = Wording.heading(field.key)
    switch field.type {
    case .choice(let choices):
      let index = try prompt.choice(
        question, choices.map(Wording.label), default: choices.firstIndex(of: field.defaultText ?? ""))
      return [choices[index]]
    case .boolean: return try prompt.confirm(question + "?") ? ["true"] : []
    case .references(let target) where target.definition.isPickedFromList:
      let names = library.records(of: target).map(\.title).sorted(by: Folding.precedes)
      if names.isEmpty { return [] }
      return try prompt.choices(question, names).map { names[$0] }
    default: return try text(field, question, &prompt)
    }
  }

  private func text(_ field: Field, _ question: String, _ prompt: inout Prompt) throws -> [String] {
    if field.isLong {
      let text = prompt.lines(question)
      return text.allSatisfy(\.isWhitespace) ? (try required(field)) : [text]
    }
    let example =
      field.type == .textList
      ? ", with ; between several"
      : field.type == .text || field.type.target != nil ? "" : " (\(field.type.description))"
    let answer = try prompt.text(question + example, isOptional: !field.isRequired) { answer in
      answer.isEmpty ? nil : context.complaint(about: answer, field, kind, library)
    }
    if field.type != .textList { return answer.isEmpty ? [] : [answer] }
    return answer.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private func required(_ field: Field) throws -> [String] {
    if field.isRequired { throw CommandError(.usage, "“\(field.key)” must not be empty") }
    return []
  }
}
