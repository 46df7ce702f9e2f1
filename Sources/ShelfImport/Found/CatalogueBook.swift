import ShelfModel

/// A catalogue's description of a book.
package struct CatalogueBook: Sendable {
  /// The values that may be written to a record: the edition's title, author, publisher, year, language, format, pages
  /// and synopsis, the year of the first publication, and the source.
  ///
  /// Series and genres are not included, because the user has to choose them.
  package var draft: Draft
  /// All ISBNs in the catalogue's record.
  package var numbers: [ISBN] = []
  /// The year of this edition, which becomes `editionDate` unless it is also the year of the first publication.
  package var editionYear: String?
  /// The series and the book's position in it, in the library's format.
  package var series: String?
  /// Whether the catalogue stores the series and the position in separate fields, so that they can be written to a
  /// record.
  package var isSeriesTyped = false
  /// The subjects of the book, in the catalogue's words.
  package var subjects: [String] = []
  /// All people that the catalogue names, apart from the authors. Only people with a known role may be written.
  package var contributors: [Contributor] = []
  /// The catalogue's number for the cover of the edition, which is used to fetch the cover.
  package var cover: Int?
  /// The edition of a work that matches the search, with its ISBN and its title.
  package var edition: (number: ISBN, title: String)?
  /// The key of the work that the book is an edition of, such as `/works/OL27448W`, or nil if the catalogue has no
  /// works.
  package var work: String?

  package init(_ draft: Draft) { self.draft = draft }
}
