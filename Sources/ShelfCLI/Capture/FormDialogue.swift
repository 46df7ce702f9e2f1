import ShelfForms
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// Shows the form for a new record on a terminal.
struct FormDialogue {
  private let library: Library
  private let kind: Kind
  private let context: Context
  private let form: RecordForm

  init(_ library: Library, _ kind: Kind, _ context: Context) {
    self.library = library
    self.kind = kind
    self.context = context
    form = RecordForm(library, kind, context.forms)
  }

  /// What was filled in, and what a catalogue said of it, if it was asked.
  struct Filled {
    let options: FieldOptions
    let found: FoundBook?
  }

  /// Shows the form, and returns what was filled in.
  ///
  /// A user who does not want a second one of what is there already is back in the form, with all that was typed. That
  /// stays written down when the form is done: the caller that saves it throws the draft away.
  ///
  /// - Parameters:
  ///   - kept: keeps what is being typed.
  ///   - values: what is known already, by the keys of fields.
  ///   - isWanted: whether a record of these values may be made.
  /// - Throws: `Cancelled` if it was left.
  func ask(
    keeping kept: KeptText, known values: [String: [String]] = [:], isWanted: (FieldOptions) throws -> Bool
  ) throws -> Filled {
    var known = values.isEmpty ? try resumed(kept) : values
    while true {
      let filled = try ask(known: known, kept)
      let options = filled.options
      if try isWanted(options) { return filled }
      known = Dictionary(grouping: options.values, by: \.field.key).mapValues { $0.map(\.text) }
    }
  }

  /// Offers what was being typed in a form for a record of the kind when a program ended; nil if nothing is taken up.
  private func resumed(_ kept: KeptText) throws -> [String: [String]]? {
    guard let text = kept.all().map(\.text).first(where: { $0.kind == kind && $0.records.isEmpty }) else { return nil }
    let question =
      "\(Wording.heading(kind.withArticle)) was being typed that is not saved · \(text.lines.joined(separator: " · "))"
    let entries = ["Go on with it", "Throw it away", "Leave it for later"].map { ListEntry($0) }
    switch try context.show(Picker(entries, question: question)) {
    case .option(0):
      _ = try kept.keep(text)
      kept.forget(text)
      return text.known
    case .option(1): kept.forget(text)
    default: break
    }
    return nil
  }

  /// - Parameter known: what was typed before and is not saved yet; nil in a new form.
  private func ask(known: [String: [String]]?, _ kept: KeptText) throws -> Filled {
    var (form, fields) = form.form(known: known ?? [:])
    form.isUnsaved = known != nil
    var found: FoundBook?
    let values = try context.show(form, of: kind, fields, library, keeping: kept) { form in
      if let book = FormLookup(library, context).fill(&form, fields) { found = book }
    }
    var options = FieldOptions(zip(fields, values).flatMap { field, texts in texts.map { (field, $0) } })
    options.createsMissing = true
    options.isTyped = true
    // What was taken out of the form is not wanted from the catalogue either.
    let empty = zip(fields, values).filter(\.1.isEmpty).map(\.0.key)
    return Filled(options: options, found: found?.leavingOut(empty))
  }
}
