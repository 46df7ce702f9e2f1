import ArgumentParser
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// The lookup of ISBNs and words in `add`.
extension AddCommand {
  /// Whether records of the kind have an ISBN to look them up by.
  static var isLookedUp: Bool { K.kind.field(.isbn) != nil }

  static var lookupHelp: String {
    " An ISBN in place of the \(K.kind.titleKey) is looked up. Values you type take precedence over the catalogue's."
  }

  enum LookedUpResult {
    /// The book is added.
    case done
    /// Nothing had to be looked up.
    case nothing
    /// No catalogue has the book, and the user wants to complete these values by hand.
    case unknown([String: [String]])
  }

  /// If there is an ISBN or words to look up, looks them up and adds the book.
  func lookedUp(_ given: FieldOptions, _ change: inout CommandChange, in context: Context) throws -> LookedUpResult {
    let title = given.values.first { $0.field.has(.title) }?.text
    let others = FieldOptions(given.values.filter { !$0.field.has(.title) })
    let number = try lookup.isRequested ? nil : title.flatMap { title throws(CommandError) in try BookNumber(title) }
    guard lookup.isRequested || number != nil else { return .nothing }
    if lookup.isRequested, let title {
      throw CommandError(.usage, "the title “\(Wording.short(title))” cannot be combined with a lookup")
    }
    let values = try others.values.map { field, value in
      FieldInput(field.key, .set, try context.valueText(value, of: field))
    }
    let addition = CatalogueAddition(
      options: lookup, values: values, createsMissing: create, context: context)
    if let path = lookup.isbns {
      if json.isRequested { throw CommandError(.usage, "--isbns and --json cannot be combined") }
      let isWhole = try NumberList(path: path, addition: addition).add(&change)
      if !isWhole { throw ExitCode(CommandError.Status.no.rawValue) }
      return .done
    }
    let found: FoundBook
    if let words = lookup.search {
      found = try addition.search.find(words: words)
    } else if let number {
      switch try addition.search.find(number.isbn, in: change.library) {
      case .found(let book): found = book
      case .unknown(let failures):
        let error = CommandError(unknown: number.isbn, failures: Wording.reasons(failures))
        guard context.canShowWidgets else { throw error }
        context.note(error.report.message + "; `shelf book add --lookup WORDS` searches by title and author")
        guard try context.askYesOrNo("Fill in the rest yourself?") else { throw Declined(text: "Nothing was added") }
        var known = Dictionary(grouping: others.values, by: \.field.key).mapValues { $0.map(\.text) }
        known["isbn"] = [number.isbn.digits]
        return .unknown(known)
      }
    } else {
      return .nothing
    }
    let planned = try change.plan(addition.act(found, in: change))
    if json.isRequested {
      try json.commit(change, planned.created.suffix(1).map(\.id), of: [K.kind], isList: false)
    } else {
      try change.commit { $0.additions }
    }
    return .done
  }
}
