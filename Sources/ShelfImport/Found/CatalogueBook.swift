import ShelfModel

/// What a catalogue says of one book.
package struct CatalogueBook: Sendable {
  /// What may be written: the edition's title, author, publisher, language, format, pages and synopsis, the year of the
  /// first publication, and where it came from. No series and no genres: these are offered.
  package var draft: Draft
  /// All ISBNs that the catalogue's record names.
  package var numbers: [ISBN] = []
  /// The year of this edition, which is shown and never written.
  package var editionYear: String?
  /// The series with its position, as the library writes it.
  package var series: String?
  /// Whether the catalogue has series and position in fields of their own, so that they can be written.
  package var isSeriesTyped = false
  /// What the book is about, in the catalogue's words.
  package var subjects: [String] = []
  /// People who are not its authors, all whom the catalogue names; those with a role that is known may be written.
  package var contributors: [Contributor] = []
  /// The number of the edition's cover in the catalogue, by which it is fetched.
  package var cover: Int?
  /// The edition of a work that fits what was looked for, by its number and its title.
  package var edition: (number: ISBN, title: String)?
  /// The key of the work that it is an edition of, if the catalogue has records of works: `/works/OL27448W`.
  package var work: String?

  package init(_ draft: Draft) { self.draft = draft }
}
