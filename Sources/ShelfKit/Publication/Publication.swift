import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem

/// The part of a library that is published, and a report for its owner.
///
/// The order of the steps ensures that nothing becomes public by accident. First, `PublicationDoubts` refuses to
/// publish if anything in the library makes it unclear what is public. `PublicSelection` then chooses the records,
/// `PublicRedaction` creates new records with only their public fields, and `PublicCovers` rewrites the covers without
/// metadata. The result is a `PublicLibrary`, and the code that generates the pages receives only that library. The
/// report on everything that was omitted is computed in the background, and is never published.
package struct Publication: Sendable {
  /// The content of the pages, which are generated from nothing else.
  package let content: PublicLibrary
  private let reporting: Future<PublicationReport>

  /// Determines what is public.
  ///
  /// - Parameters:
  ///   - query: a condition on books in addition to the manifest's conditions, or nil for none.
  ///   - moment: the time that relative dates in queries are based on.
  ///   - leftOut: the paths of the files that a sparse checkout omits from the work tree.
  /// - Throws: `PublicationRefusal` if anything is in doubt, or `QueryError`.
  package init(
    _ library: Library, query: QuerySource?, at moment: Moment, leftOut: Set<String> = [], fileSystem: any FileSystem
  ) throws {
    let settings: PublishSettings
    do throws(UnreadableFile) {
      settings = try library.manifest.publishSettings()
    } catch {
      throw PublicationRefusal.settings(error)
    }
    let hasQuery = query != nil || settings.books != nil || settings.quotes != nil
    try PublicationDoubts(library, hasQuery: hasQuery).check()
    let selection = try PublicSelection(library, settings, query: query, at: moment)
    let redaction = PublicRedaction(library, settings, selection)
    let records = try redaction.records()
    let covers = try PublicCovers(of: selection.books, in: library, settings, leftOut: leftOut, fileSystem)
    content = PublicLibrary(
      library: Library(
        root: "", manifest: library.manifest.forPages(redaction.customFields, settings), schema: redaction.schema,
        records: records, unreadable: [], threads: library.threads),
      covers: covers.covers, about: settings.about, url: settings.url, refusesRobots: settings.refusesRobots,
      style: try Publication.style(of: library.root, leftOut, fileSystem), datePrecision: settings.datePrecision)
    // The report is not needed until the end, so it is computed while the pages are written.
    reporting = Future { [content] in PublicationReport(library, settings, selection, redaction, content, covers) }
  }

  /// The report on published and omitted data, which is only for the owner.
  package var report: PublicationReport { reporting.value() }

  /// The maximum size of a stylesheet, in bytes.
  private static let maxStyle = 1 << 20

  /// Returns the library's own stylesheet, or nil if there is none or if a part of its path is a symbolic link.
  private static func style(
    of root: String, _ leftOut: Set<String>, _ fileSystem: any FileSystem
  ) throws -> [UInt8]? {
    if leftOut.contains("theme/style.css") { throw PublicationRefusal.leftOut(path: "theme/style.css") }
    let folder = root + "/theme"
    guard try fileSystem.status(folder)?.type == .directory, try fileSystem.status(folder + "/style.css")?.type == .file
    else { return nil }
    return try fileSystem.contents(of: folder + "/style.css", limit: maxStyle)
  }

  /// The time of the publication, and the user's time zone.
  package struct Moment: Sendable {
    package let today: CalendarDate
    package let now: Timestamp
    package let localTime: LocalTime

    package init(today: CalendarDate, now: Timestamp, localTime: LocalTime) {
      (self.today, self.now, self.localTime) = (today, now, localTime)
    }
  }
}
