import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem

/// What of a library may be published, and what its owner is told about the rest.
package struct Publication: Sendable {
  /// All that pages may show: they are made of this alone.
  package let content: PublicLibrary
  private let reporting: Future<PublicationReport>

  /// Works out what is public.
  ///
  /// - Parameters:
  ///   - query: what books must match besides what the manifest says.
  ///   - moment: what relative days in queries count from.
  /// - Throws: `PublicationRefusal` for anything that is in doubt, `QueryError`.
  package init(
    _ library: Library, query: QuerySource?, at moment: Moment, fileSystem: any FileSystem
  ) throws {
    let settings: PublishSettings
    do throws(UnreadableFile) {
      settings = try library.manifest.publishSettings()
    } catch {
      throw PublicationRefusal.settings(error)
    }
    try PublicationDoubts(library).check()
    let selection = try PublicSelection(library, settings, query: query, at: moment)
    let redaction = PublicRedaction(library, settings, selection)
    let records = try redaction.records()
    let covers = try PublicCovers(of: selection.books, in: library, settings, fileSystem)
    content = PublicLibrary(
      library: Library(
        root: "", manifest: library.manifest.forPages(redaction.ownFields, settings), schema: redaction.schema,
        records: records, unreadable: [], threads: library.threads),
      covers: covers.covers, about: settings.about, url: settings.url, refusesRobots: settings.refusesRobots,
      style: try Publication.style(of: library.root, fileSystem), datePrecision: settings.datePrecision)
    // It is told at the end, and counted until then.
    reporting = Future { [content] in PublicationReport(library, settings, selection, redaction, content, covers) }
  }

  /// What is public and what was left out, for the owner only.
  package var report: PublicationReport { reporting.value() }

  /// The maximum size of a stylesheet.
  private static let mostStyle = 1 << 20

  /// Returns the library's own stylesheet; one behind a link is none of its own.
  private static func style(of root: String, _ fileSystem: any FileSystem) throws(FileError) -> [UInt8]? {
    let folder = root + "/theme"
    guard try fileSystem.status(folder)?.type == .directory, try fileSystem.status(folder + "/style.css")?.type == .file
    else { return nil }
    return try fileSystem.contents(of: folder + "/style.css", limit: mostStyle)
  }

  /// The moment of a run, where the reader is.
  package struct Moment: Sendable {
    package let today: CalendarDate
    package let now: Timestamp
    package let localTime: LocalTime

    package init(today: CalendarDate, now: Timestamp, localTime: LocalTime) {
      (self.today, self.now, self.localTime) = (today, now, localTime)
    }
  }
}
