import ShelfText

/// The sort forms of names: the entries of `names` in `shelf.yaml`, and guesses for all other names.
///
/// Everything that sorts names or splits them into parts uses this table, so that an entry applies to all books of a
/// person, whether as an author or as a contributor. Names are looked up without regard to case and accents, in the
/// same way as pages group authors.
package struct PersonNames: Sendable {
  /// An entry of the manifest.
  package struct Entry: Sendable {
    /// The name as written in records of books.
    package let name: String
    /// The sort form: `Family, Given`, or a name that has no separate parts.
    package let form: String
    /// The byte range of the name in the file.
    package let range: Range<Int>

    package init(name: String, form: String, range: Range<Int> = 0..<0) {
      (self.name, self.form, self.range) = (name, form, range)
    }

    /// Whether the entry only repeats the sort form that shelf would guess.
    package var repeatsGuess: Bool {
      NameParts(sortForm: form).sortForm == NameParts(guessing: name).sortForm
    }
  }

  /// The entries in the order of the manifest.
  package let entries: [Entry]
  /// The parts of each name in the manifest, by its folded form. If a name has several entries, the first one is used.
  private let stated: [String: NameParts]
  /// Whether the sort forms only decide the order of records and are not shown. This is the case on published pages,
  /// because the forms are private.
  package private(set) var isForOrderOnly = false

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    stated = Dictionary(
      entries.map { (Folding.fold($0.name), NameParts(sortForm: $0.form)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same names, for published pages, which must not show the sort forms.
  var forOrderOnly: PersonNames {
    var names = self
    names.isForOrderOnly = true
    return names
  }

  /// Returns the parts of a name from its entry, or nil if the library has no entry for the name.
  package func stated(_ name: String) -> NameParts? {
    stated.isEmpty ? nil : stated[Folding.fold(name)]
  }

  /// Returns the parts of a name, from its entry or, if there is none, as guessed.
  package func parts(of name: String) -> NameParts { stated(name) ?? NameParts(guessing: name) }

  /// Returns the folded form that a name is sorted by.
  package func key(of name: String) -> String { parts(of: name).key }

  /// Returns the form that a name is sorted by: an entry's own text, or the guess.
  package func sortForm(of name: String) -> String { parts(of: name).sortForm }
}

extension Field {
  /// Whether the values are the names of people: authors, or contributors with their roles.
  package var isOfPeople: Bool { has(.creator) || has(.contributors) }

  /// Returns the name in a value of a field that contains people, without the role of a contributor.
  package func personName(in text: String) -> String { has(.contributors) ? Contributor(text).name : text }
}
