import ShelfModel
import ShelfStore
import ShelfText

/// A library that contains only data that may be published.
///
/// It is not a view of the whole library but a separate library, whose records have only their public fields. Code that
/// receives it cannot publish anything else, even by mistake.
package struct PublicLibrary: Sendable {
  /// A library with the public records and their public fields, but without a folder, a history, a queue or filters.
  package let library: Library
  /// The covers that may be published, by the ids of their books.
  package let covers: [RecordID: PublicCover]
  /// The owner's introduction to the library, in Markdown, or nil if there is none.
  package let about: String?
  /// The address of the published pages, with a slash at the end, or nil if it is unknown.
  package let url: String?
  /// Whether the pages ask search engines to ignore them.
  package let refusesRobots: Bool
  /// The library's own stylesheet, `theme/style.css`, or nil if there is none.
  package let style: [UInt8]?
  /// The precision of published dates: day, month or year.
  package let datePrecision: CalendarDate.Precision

  /// The language that the library states for its pages, or nil if it does not state one.
  package var language: PageLanguage? { library.manifest.language?.language }
}
