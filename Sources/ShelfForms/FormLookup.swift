import ShelfImport
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Fills the form for a new book with data from library catalogues.
///
/// It searches for the ISBN in the form, or else for the title and authors typed so far, and fills in fields that are
/// empty. If the search used the form's title and authors, the results replace them. The values are inserted as if the
/// user had typed them, so everything can still be changed before the form is saved. The complete result is also
/// returned, because some of its data has no field in the form.
package struct FormLookup {
  private let library: Library
  private let context: FormContext
  private let find: (Wanted) throws -> FoundBook

  /// The subject of a lookup: an ISBN or words.
  package enum Wanted: Hashable, Sendable {
    case number(ISBN)
    case words(String)
  }

  /// - Parameter find: queries catalogues, and may ask the user to choose among several books.
  package init(_ library: Library, _ context: FormContext, find: @escaping (Wanted) throws -> FoundBook) {
    self.library = library
    self.context = context
    self.find = find
  }

  /// Returns the description of Ctrl-R in the form for a kind, or nil if records of that kind cannot be looked up.
  package static func hint(_ kind: Kind) -> String? { kind == .book ? "look it up" : nil }

  /// Fills in empty fields and returns the catalogue's data. If there is none, returns nil, and the form shows the
  /// reason.
  package func fill(_ form: inout Form, _ fields: [Field]) -> FoundBook? {
    do {
      let typed = try Typed(form, fields)
      let found = try find(typed.wanted)
      let inputs = inputs(of: found, typed, fields)
      form.fill(inputs, saying: message(of: found, inputs))
      return found
    } catch {
      let report = CommandError(error)?.report
      let reason = report.map { [$0.message, $0.hint].compactMap { $0 }.joined(separator: "; ") }
      form.fill([:], saying: reason ?? "nothing was looked up", isWrong: true)
      return nil
    }
  }

  /// The values typed so far that are relevant to the lookup.
  private struct Typed {
    let values: [String: [String]]
    let title: String
    let number: BookNumber?
    let isTitleNumber: Bool

    init(_ form: Form, _ fields: [Field]) throws {
      let values = Dictionary(zip(fields.map(\.key), form.values), uniquingKeysWith: { first, _ in first })
      let title = values[Kind.book.titleKey]?.first?.trimmed ?? ""
      let isbn = fields.first { $0.has(.isbn) }.flatMap { values[$0.key]?.first }
      let number = try BookNumber(isbn ?? title)
      if let isbn, number == nil {
        throw CommandError(.usage, "“\(Wording.short(VisibleText.line(isbn)))” is not an ISBN")
      }
      (self.values, self.title, self.number) = (values, title, number)
      isTitleNumber = isbn == nil && number != nil
    }

    /// The subject of the lookup: the ISBN, or else the title and the authors.
    var wanted: Wanted {
      get throws(CommandError) {
        if let number { return .number(number.isbn) }
        let words = ([title] + (values[FieldHandle.author.key] ?? [])).joined(separator: " ").trimmed
        if words.isEmpty { throw CommandError(.usage, "first enter the ISBN or some words of the title") }
        return .words(words)
      }
    }
  }

  /// Returns inputs for empty fields and for fields whose text was used in the search.
  private func inputs(of found: FoundBook, _ typed: Typed, _ fields: [Field]) -> [Int: FormInput] {
    let form = RecordForm(library, .book, context)
    var inputs: [Int: FormInput] = [:]
    for (index, field) in fields.enumerated() where !library.schema.isUnrelated(field, of: .book) {
      let isSearched =
        field.has(.title) && (typed.number == nil || typed.isTitleNumber) || field.has(.creator) && typed.number == nil
      guard isSearched || (typed.values[field.key] ?? []).isEmpty else { continue }
      let texts: [String]
      if field.type.target == .genre {
        let names = Set(found.genres(in: library).map { Folding.fold($0) })
        texts = library.records(of: .genre).filter { names.contains(Folding.fold($0.title)) }.map(\.id.description)
      } else if FoundText.fields.contains(FieldHandle(field)) {
        texts = found.book.draft[FieldHandle(field)]
      } else {
        texts =
          field.key == FieldHandle.series.key && found.book.isSeriesTyped ? [found.book.series].compactMap { $0 } : []
      }
      if !texts.isEmpty { inputs[index] = form.input(field, texts, isNew: true) }
    }
    return inputs
  }

  private func message(of found: FoundBook, _ inputs: [Int: FormInput]) -> String {
    if inputs.isEmpty { return "\(Wording.heading(found.title)) has nothing to add" }
    guard let series = found.book.series, !found.book.isSeriesTyped else { return "Filled in from \(found.title)" }
    return "Filled in from \(found.title), without its series “\(Wording.short(series))”"
  }
}
