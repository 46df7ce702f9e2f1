import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// The local dates of times that devices and programs store in UTC.
@Suite struct ReaderZoneTests {
  /// A time zone's hours ahead of UTC in winter and in summer. Summer lasts from April to September in the north, and
  /// for the rest of the year in the south.
  private struct Zone: Sendable {
    let winter: Double
    let summer: Double
    var isSouthern = false

    var localTime: LocalTime {
      LocalTime { second in
        let month = Timestamp(secondsSince1970: second).date.month
        let isSummer = (4...9).contains(month) != isSouthern
        return Int((isSummer ? summer : winter) * 3600)
      }
    }
  }

  private static let newYork = Zone(winter: -5, summer: -4)
  private static let berlin = Zone(winter: 1, summer: 2)
  private static let auckland = Zone(winter: 12, summer: 13, isSouthern: true)
  private static let kolkata = Zone(winter: 5.5, summer: 5.5)
  private static let kiritimati = Zone(winter: 14, summer: 14)
  private static let honolulu = Zone(winter: -10, summer: -10)
  private static let utc = Zone(winter: 0, summer: 0)

  private static let places: [String: Zone] = [
    "New York": newYork, "Berlin": berlin, "Auckland": auckland, "Kolkata": kolkata, "Kiritimati": kiritimati,
    "Honolulu": honolulu, "UTC": utc,
  ]

  private func batch(_ place: String) -> SourceBatch {
    var batch = SourceBatch(format: "x")
    batch.localTime = Self.places[place]?.localTime ?? .utc
    return batch
  }

  @Test(arguments: [
    ("2025-01-01T02:00:00Z", "New York", "2024-12-31"), ("2025-01-01T02:00:00Z", "UTC", "2025-01-01"),
    ("2025-01-01T02:00:00Z", "Berlin", "2025-01-01"), ("2024-12-31T23:30:00Z", "Berlin", "2025-01-01"),
    ("2024-12-31 23:30:00+00:00", "Berlin", "2025-01-01"), ("2024-12-31T23:30:00.123Z", "Berlin", "2025-01-01"),
    ("2024-12-31T23:30:00+0000", "Berlin", "2025-01-01"), ("2024-12-31 23:30:00 UTC", "Berlin", "2025-01-01"),
    ("2024-12-31T10:30:00Z", "Kiritimati", "2025-01-01"), ("2024-12-31T11:30:00Z", "Auckland", "2025-01-01"),
    ("2024-12-31T18:45:00Z", "Kolkata", "2025-01-01"), ("2024-12-31T18:15:00Z", "Kolkata", "2024-12-31"),
    ("2025-01-01T09:00:00Z", "Honolulu", "2024-12-31"),
    // In summer, clocks are an hour ahead.
    ("2024-07-01T03:30:00Z", "New York", "2024-06-30"), ("2024-07-01T04:30:00Z", "New York", "2024-07-01"),
    ("2024-06-30T22:30:00Z", "Berlin", "2024-07-01"), ("2024-12-31T22:30:00Z", "Berlin", "2024-12-31"),
    // An offset in the file determines the date.
    ("2024-12-31T21:00:00-05:00", "Berlin", "2024-12-31"), ("2025-01-01T02:00:00+09:00", "New York", "2025-01-01"),
    // A date without a time is unchanged, and so is a date that a program writes as midnight.
    ("2024-12-31", "New York", "2024-12-31"), ("2024-12-31T00:00:00Z", "New York", "2024-12-31"),
    ("2024-12-31 00:00:00+00:00", "Auckland", "2024-12-31"), ("2024-12-31T00:00:00.000Z", "New York", "2024-12-31"),
    // A time without an offset is local.
    ("2024-12-31 23:30:00", "Berlin", "2024-12-31"), ("2024-12", "New York", "2024-12"),
  ])
  func days(_ text: String, _ place: String, _ day: String) {
    var batch = batch(place)
    #expect(batch.date(text, "x", line: nil) == day)
  }

  /// Calibre stores a date of publication as local midnight, converted to UTC. The year is the same whether the file is
  /// read in that time zone or in UTC.
  @Test(arguments: [
    ("2018-12-31T23:00:00+00:00", "Berlin", "2019"), ("2019-01-01T05:00:00+00:00", "New York", "2019"),
    ("2019-01-01T10:00:00+00:00", "Honolulu", "2019"), ("2018-12-31T11:00:00+00:00", "Auckland", "2019"),
    ("2018-12-31T10:00:00+00:00", "Kiritimati", "2019"), ("2018-12-31T18:30:00+00:00", "Kolkata", "2019"),
    ("2019-01-01T00:00:00+00:00", "UTC", "2019"), ("2019-06-30T12:00:00+00:00", "Auckland", "2019"),
    ("2018-12-30T23:00:00+00:00", "Berlin", "2018"), ("2018-12-31T05:00:00+00:00", "New York", "2018"),
    ("2018-12-30T11:00:00+00:00", "Auckland", "2018"), ("2018-12-30T18:30:00+00:00", "Kolkata", "2018"),
    // Local midnight with the offset of the other season.
    ("2019-12-31T22:00:00+00:00", "Berlin", "2020"), ("2020-01-01T04:00:00+00:00", "New York", "2020"),
  ])
  func yearsOfPublication(_ text: String, _ place: String, _ year: String) {
    for reader in [place, "UTC"] {
      var batch = batch(reader)
      #expect(batch.year(text, "pubdate", line: nil) == year, "\(reader)")
    }
  }

  /// When it is the last day of the year in Hawaii, it is already the first day of the next year in Kiribati.
  @Test func theReadersZoneDecides() {
    var (honolulu, anywhere) = (batch("Honolulu"), batch("UTC"))
    #expect(honolulu.year("2018-12-31T10:00:00+00:00", "pubdate", line: nil) == "2018")
    #expect(anywhere.year("2018-12-31T10:00:00+00:00", "pubdate", line: nil) == "2019")
  }

  /// A time that is midnight in no time zone is an ordinary time.
  @Test(arguments: [("2018-12-31T15:37:12Z", "UTC", "2018"), ("2018-12-31T23:37:12Z", "Berlin", "2019")])
  func momentsOfPublication(_ text: String, _ place: String, _ year: String) {
    var batch = batch(place)
    #expect(batch.year(text, "pubdate", line: nil) == year)
  }

  @Test func theDaysOfAKobo() throws {
    let statements = """
      CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT, Hidden BOOL);
      CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT, ReadStatus INTEGER, IsDownloaded BOOL,
        LastTimeStartedReading TEXT, DateLastRead TEXT);
      INSERT INTO content VALUES ('1', '6', 'A', 2, 'true', '2024-12-01T03:00:00Z', '2025-01-01T02:00:00Z'),
        ('2', '6', 'B', 2, 'true', NULL, '2025-01-01T02:00:00.000');
      """
    var options = ImportOptions()
    options.localTime = Self.newYork.localTime
    let file = SourceFile(path: "KoboReader.sqlite", bytes: try database(statements))
    let batch = try #require(try SourceReader.read([file], as: nil, options).first)
    #expect(batch.drafts.map { $0.first(.dateCompleted) } == ["2024-12-31", "2024-12-31"])
    #expect(batch.drafts[0].first(.dateStarted) == "2024-11-30")
  }

  @Test func theDaysOfKOReader() throws {
    let statements = """
      CREATE TABLE book (id INTEGER, title TEXT, authors TEXT, md5 TEXT, total_read_time INTEGER, pages INTEGER);
      CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER, total_pages INTEGER);
      INSERT INTO book VALUES (1, 'A', 'B C', 'm', 60, 2);
      INSERT INTO page_stat_data VALUES (1, 1, 1733022000, 30, 2), (1, 2, 1735696800, 30, 2);
      """
    var options = ImportOptions()
    options.localTime = Self.newYork.localTime
    let file = SourceFile(path: "statistics.sqlite3", bytes: try database(statements))
    let batch = try #require(try SourceReader.read([file], as: nil, options).first)
    #expect(batch.drafts[0].first(.dateStarted) == "2024-11-30")
    #expect(batch.drafts[0].first(.dateCompleted) == "2024-12-31")
  }
}
