import ShelfForms
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfTerminal

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

  /// The values that the user filled in, and the book that a catalogue found for them, if any.
  struct Filled {
    let options: FieldOptions
    let found: FoundBook?
  }

  /// Shows the form, and returns the values.
  ///
  /// If the new record resembles an existing one and the user does not want both, the form opens again with all values.
  /// The values remain on disk when this method returns, until the caller has saved the record and discards them.
  ///
  /// - Parameters:
  ///   - kept: saves the values to disk while they are typed.
  ///   - values: values to start with, by the keys of fields.
  ///   - confirms: returns whether a record with these values may be created.
  /// - Throws: `Cancelled` if the user leaves the form.
  func ask(
    keeping kept: InputDraft, known values: [String: [String]] = [:], confirms: (FieldOptions) throws -> Bool
  ) throws -> Filled {
    var known = values.isEmpty ? try resumed(kept) : values
    while true {
      let filled = try ask(known: known, kept)
      let options = filled.options
      if try confirms(options) { return filled }
      known = Dictionary(grouping: options.values, by: \.field.key).mapValues { $0.map(\.text) }
    }
  }

  /// Offers to resume values that an earlier process left unsaved for the kind. Returns the values, or nil if the user
  /// declines.
  private func resumed(_ kept: InputDraft) throws -> [String: [String]]? {
    guard let text = kept.all().map(\.text).first(where: { $0.kind == kind && $0.records.isEmpty }) else { return nil }
    let question =
      "There is an unsaved \(kind.singular) · \(text.lines.joined(separator: " · "))"
    let entries = ["Continue with it", "Discard it", "Keep it for later"].map { ListEntry($0) }
    switch try context.show(Picker(entries, question: question)) {
    case 0:
      _ = try kept.keep(text)
      kept.forget(text)
      return text.known
    case 1: kept.forget(text)
    default: break
    }
    return nil
  }

  /// - Parameter known: unsaved values from an earlier form, or nil for a new form.
  private func ask(known: [String: [String]]?, _ kept: InputDraft) throws -> Filled {
    var (form, fields) = form.form(known: known ?? [:])
    form.isUnsaved = known != nil
    var found: FoundBook?
    let values = try context.show(form, of: kind, fields, library, keeping: kept) { form in
      if let book = FormLookup(library, context).fill(&form, fields) { found = book }
    }
    var options = FieldOptions(zip(fields, values).flatMap { field, texts in texts.map { (field, $0) } })
    options.createsMissing = true
    options.isTyped = true
    // Do not fill a field from the catalogue if the user has cleared it.
    let empty = zip(fields, values).filter(\.1.isEmpty).map(\.0.key)
    return Filled(options: options, found: found?.leavingOut(empty))
  }
}
