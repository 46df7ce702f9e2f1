import CSQLite
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfSystem

/// Databases of devices that were unplugged in the middle of a change.
@Suite struct DatabaseJournalTests {
  private static let schema = """
    CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT);
    CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT, IsDownloaded BOOL);
    INSERT INTO content VALUES ('file:///mnt/onboard/t.epub', '6', 'Tides', 'true');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO Bookmark SELECT 'b' || i, 'file:///mnt/onboard/t.epub', 'Before ' || i || hex(zeroblob(300)) FROM n;
    CREATE INDEX marks ON Bookmark (Text);
    """
  /// A change that modifies every page and makes the file longer. It does not fit into the cache, so SQLite writes some
  /// pages to the file before the change is complete.
  private static let change = """
    UPDATE Bookmark SET Text = 'After ' || Text || hex(zeroblob(200)); DELETE FROM content;
    INSERT INTO Bookmark SELECT 'n' || BookmarkID, VolumeID, 'New' FROM Bookmark;
    """

  private struct Files {
    /// The database before the change.
    let before: [UInt8]
    let bytes: [UInt8]
    let journal: [UInt8]?
  }

  /// Returns the files as they are on the disk during a change, which is also how a killed writer leaves them.
  private func files(_ pragmas: String = "", change: String = change, ends: String = "") throws -> Files {
    let folder = try TemporaryFolder()
    var handle: OpaquePointer?
    #expect(sqlite3_open(folder.path + "/x.sqlite", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    func run(_ statements: String) { #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK) }
    run(pragmas + Self.schema)
    let before = try folder.read("x.sqlite")
    run("PRAGMA cache_size=5; BEGIN;" + change + ends)
    let journal = FileManager.default.contents(atPath: folder.path + "/x.sqlite-journal").map { Array($0) }
    return Files(before: before, bytes: try folder.read("x.sqlite"), journal: journal)
  }

  private func image(_ bytes: [UInt8], _ journal: [UInt8]?) throws -> [UInt8] {
    let image = try #require(DatabaseImage(bytes, log: nil, journal: journal))
    return Array(UnsafeBufferPointer(start: image.baseAddress, count: image.count))
  }

  @Test(arguments: ["", "PRAGMA page_size=512;", "PRAGMA page_size=65536;", "PRAGMA synchronous=OFF;"])
  func whatWasNotFinishedIsTakenBack(_ pragmas: String) throws {
    let files = try files(pragmas)
    // The test proves nothing unless some pages of the change are already in the database.
    #expect(files.bytes != files.before)
    #expect(try image(files.bytes, files.journal) == files.before)
    let source = SourceFile(path: "x", bytes: files.bytes, journal: files.journal)
    let batch = try #require(try SourceReader.read([source], as: nil, ImportOptions()).first)
    let quotes = batch.drafts.filter { $0.kind == .quote }
    #expect(quotes.count == 400 && quotes.allSatisfy { $0.first(.text)?.hasPrefix("Before ") ?? false })
    #expect(batch.drafts.first?.first(.title) == "Tides")
  }

  /// If a journal is kept after a change, its first bytes show that the change has finished.
  @Test(arguments: ["PERSIST", "TRUNCATE", "DELETE"])
  func whatWasFinishedStays(_ mode: String) throws {
    let files = try files("PRAGMA journal_mode=\(mode);", ends: "COMMIT;")
    #expect(mode == "DELETE" ? files.journal == nil : files.journal != nil)
    #expect(files.bytes != files.before)
    #expect(try image(files.bytes, files.journal) == files.bytes)
  }

  /// A truncated or damaged journal is used up to the first incorrect checksum, and never causes an error.
  @Test func journalsThatAreDamaged() throws {
    let files = try files()
    let journal = try #require(files.journal)
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for end in stride(from: 0, to: journal.count, by: 1499) { _ = try image(files.bytes, Array(journal[..<end])) }
    for _ in 0..<(TestData.isFull ? 20_000 : 200) {
      var copy = journal
      for _ in 0..<3 {
        let place =
          random.once(in: 2) ? Int.random(in: 0..<28, using: &random) : Int.random(in: copy.indices, using: &random)
        copy[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try image(files.bytes, copy)
    }
  }

  @Test func theJournalBesideAFile() throws {
    let files = try files()
    let folder = try TemporaryFolder()
    try folder.write("KoboReader.sqlite", files.bytes)
    try folder.write("KoboReader.sqlite-journal", try #require(files.journal))
    var source = ImportSource(fileSystem: DiskFileSystem())
    try source.add(folder.path)
    let batch = try #require(try SourceReader.read(source.files, as: nil, isFolder: true, ImportOptions()).first)
    #expect(batch.drafts.contains { $0.first(.text)?.hasPrefix("Before 1") ?? false })
    #expect(!batch.drafts.contains { $0.first(.text)?.hasPrefix("After") ?? false })
    // Nothing is written or removed.
    #expect(try folder.read("KoboReader.sqlite") == files.bytes)
    #expect(try folder.read("KoboReader.sqlite-journal") == files.journal)
    // If several databases change together, only the super-journal that the journal names shows whether the change
    // finished. shelf does not read the super-journal, so the import fails.
    try folder.write(
      "KoboReader.sqlite-journal", try #require(files.journal) + [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    var other = ImportSource(fileSystem: DiskFileSystem())
    #expect(throws: SourceError.self) { try other.add(folder.path) }
  }
}
