import ShelfModel
import ShelfQuery
import ShelfStore

/// The sort forms of authors' names, which exports contain as `authorSort` so that an import can restore them.
struct SortNames {
  let key: String
  let field: Field
  private let names: PersonNames

  /// - Returns: nil if records of the kind have no authors, if the library declares a field with this key, or if the
  ///   library is a published one, whose sort forms are private.
  init?(of kind: Kind, _ library: Library) {
    guard !library.manifest.names.isForOrderOnly,
      let column = Attributes(of: kind, library.schema).sortNames, case .sortNames(let field) = column.attribute
    else {
      return nil
    }
    (key, self.field, names) = (column.key, field, library.manifest.names)
  }

  func forms(of record: Record) -> [String] { record.writableTexts(of: field).map(names.sortForm) }

  /// Returns the sort forms of a record's authors, or an empty array if all of them can be guessed from the names.
  func statedForms(of record: Record) -> [String] {
    let forms = forms(of: record)
    let areGuesses = zip(record.writableTexts(of: field), forms).allSatisfy { name, form in
      PersonNames.Entry(name: name, form: form).repeatsGuess
    }
    return areGuesses ? [] : forms
  }
}
