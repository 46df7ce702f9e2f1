/// The settings for published pages: `publish` in `shelf.yaml`.
package struct PublishSettings: Hashable, Sendable {
  /// The statuses of books that can be published, or nil for books that were started, finished or abandoned.
  package var statuses: [String]?
  /// A query that published books must also match, or nil if there is none.
  package var books: String?
  /// A query that published quotes must also match, or nil if there is none.
  package var quotes: String?
  /// Whether quotes are published at all.
  package var showsQuotes = true
  /// The keys of fields that are hidden although they are public by default.
  package var hidden: Set<String> = []
  /// Whether all covers are hidden.
  package var hidesCovers = false
  /// Whether covers that were fetched from a catalogue are shown. Other people may own the rights to these images.
  package var showsFetchedCovers = false
  package var showsGoals = false
  /// The maximum length of a published quote in characters; longer ones are truncated.
  package var quoteLength = 1000
  package var datePrecision = CalendarDate.Precision.day
  /// The owner's description of the library, in Markdown.
  package var about: String?
  /// The URL of the published pages, with a trailing slash.
  package var url: String?
  /// Whether the pages ask search engines not to index them.
  package var refusesRobots = false

  package init() {}
}
