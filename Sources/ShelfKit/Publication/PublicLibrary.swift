import ShelfModel
import ShelfStore

/// A library that holds only what may be shown to anyone.
///
/// It is not a view of the whole library but one of its own, made of records that have their public fields and no others:
/// who is handed it cannot show anything else, however careless.
package struct PublicLibrary: Sendable {
  /// The public records, with their public fields. It has no folder, no history, no queue and no filters.
  package let library: Library
  /// The covers that may be shown, by the ids of their books.
  package let covers: [RecordID: PublicCover]
  /// What the owner says about the library, in Markdown.
  package let about: String?
  /// The address at which the pages will be, ending with a slash; nil if it is not known.
  package let url: String?
  /// Whether search engines are asked to stay away.
  package let refusesRobots: Bool
  /// The library's own stylesheet, `theme/style.css`.
  package let style: [UInt8]?
  /// How exactly days are told.
  package let datePrecision: CalendarDate.Precision

  package init(
    library: Library, covers: [RecordID: PublicCover], about: String?, url: String?, refusesRobots: Bool,
    style: [UInt8]?, datePrecision: CalendarDate.Precision
  ) {
    self.library = library
    self.covers = covers
    self.about = about
    self.url = url
    self.refusesRobots = refusesRobots
    self.style = style
    self.datePrecision = datePrecision
  }
}
