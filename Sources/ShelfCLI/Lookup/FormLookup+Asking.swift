import ShelfBrowser
import ShelfForms
import ShelfStore
import ShelfWording

extension FormLookup {
  /// Creates the lookup for a form. If it finds several books, it asks the user to choose one.
  init(_ library: Library, _ context: Context) {
    self.init(library, context.forms) { wanted in
      let search = CatalogueSearch(context: context)
      switch wanted {
      case .words(let words): return try search.find(words: words)
      case .number(let isbn):
        switch try search.find(isbn, in: library) {
        case .found(let book): return book
        case .unknown(let failures): throw CommandError(unknown: isbn, failures: Wording.reasons(failures))
        }
      }
    }
  }

  /// Returns a function that fills in a browser form with data from catalogues.
  static func filling(_ context: Context) -> (NewRecordForm, Library) -> NewRecordForm {
    { new, library in
      // The settings are read again, because they may have changed since the browser started.
      var context = context
      try? context.takeSettings()
      var new = new
      if let found = FormLookup(library, context).fill(&new.form, new.fields) { new.found = found }
      return new
    }
  }
}
