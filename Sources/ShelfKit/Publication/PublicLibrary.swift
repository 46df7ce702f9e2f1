import ShelfModel
import ShelfStore
import ShelfText

/// A library that contains only data that may be published.
///
/// It is a separate library, not a view of the whole library, and its records have only their public fields. Code that
/// receives it cannot publish anything else, even by mistake.
package struct PublicLibrary: Sendable {
  /// A library with the public records and their public fields, but without a folder, a history, a queue or filters.
  package let library: Library
  /// The covers that may be published, by the ids of their books.
  package let covers: [RecordID: PublicCover]
  /// The owner's introduction to the library, in Markdown, or nil if there is none.
  package let about: String?
  /// The URL of the published pages, with a trailing slash, or nil if it is unknown.
  package let url: String?
  /// Whether the pages ask search engines not to index them.
  package let refusesRobots: Bool
  /// The library's own stylesheet, `theme/style.css`, or nil if there is none.
  package let style: [UInt8]?
  /// The precision of published dates: day, month or year.
  package let datePrecision: CalendarDate.Precision

  /// The language of the pages, or nil if the manifest sets none or one that this version does not know.
  package var language: PageLanguage? { library.manifest.language?.language }
}
