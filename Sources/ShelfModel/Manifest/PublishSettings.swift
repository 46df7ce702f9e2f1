/// What a library's manifest says about its published pages: `publish` in `shelf.yaml`.
package struct PublishSettings: Hashable, Sendable {
  /// The statuses of books that may be shown; nil for those that are begun, finished or abandoned.
  package var statuses: [String]?
  /// The query that books must also match; nil if there is none.
  package var books: String?
  /// The query that quotes must also match; nil if there is none.
  package var quotes: String?
  /// Whether any quotes are shown.
  package var showsQuotes = true
  /// The keys of fields that are hidden although they could be shown.
  package var hidden: Set<String> = []
  /// Whether no covers are shown at all.
  package var hidesCovers = false
  /// Whether covers that were fetched from a catalogue are shown, which are other people's pictures.
  package var showsFetchedCovers = false
  /// Whether reading goals are shown.
  package var showsGoals = false
  /// The number of characters after which a quote is cut.
  package var quoteLength = 1000
  /// How exactly days are told.
  package var datePrecision = CalendarDate.Precision.day
  /// What the owner says about the library, in Markdown.
  package var about: String?
  /// The address at which the pages will be, ending with a slash.
  package var url: String?
  /// Whether search engines are asked to stay away.
  package var refusesRobots = false

  package init() {}
}
