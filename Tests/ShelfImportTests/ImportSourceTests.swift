import Foundation
import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfSystem

/// Tests which files in a folder are read.
@Suite struct ImportSourceTests {
  private static let goodreads = "Book Id,Title,Author,Exclusive Shelf\n1,A,B,read\n"

  private func source(_ folder: TemporaryFolder) throws -> ImportSource {
    var source = ImportSource(fileSystem: DiskFileSystem())
    try source.add(folder.path)
    return source
  }

  /// The contents of a file determine its format, not its name.
  @Test func filesAreToldByTheirContents() throws {
    let folder = try TemporaryFolder()
    try folder.write("export.txt", Self.goodreads)
    try folder.write("novel.txt", "It was a dark and stormy night.\n")
    try folder.write(".hidden.csv", Self.goodreads)
    try folder.write("picture.jpg", [0xFF, 0xD8])
    try folder.write("x/noise.json", "{}")
    #expect(try source(folder).files.map(\.name) == ["export.txt"])
  }

  /// A link or a file that cannot be read does not prevent the other files from being read.
  @Test func whatIsPassedOverIsKnown() throws {
    let folder = try TemporaryFolder()
    try folder.write("export.csv", Self.goodreads)
    try folder.write("device/KoboReader.sqlite", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/device/KoboReader.sqlite-wal", withDestinationPath: "/dev/zero")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/metadata.db", withDestinationPath: "/dev/zero")
    let source = try source(folder)
    #expect(source.files.map(\.name) == ["export.csv"])
    #expect(source.unreadable.map(\.path) == [folder.path + "/device/KoboReader.sqlite-wal"])
    #expect(source.links == [folder.path + "/metadata.db"])
  }

  /// If a sidecar is missing, its previous version is read, which KOReader keeps for this purpose.
  @Test func oldSidecars() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.sdr/metadata.epub.lua.old", "return {}")
    try folder.write("b.sdr/metadata.epub.lua.old", "return {}")
    try folder.write("b.sdr/metadata.epub.lua", "return {}")
    #expect(try source(folder).files.map(\.name) == ["metadata.epub.lua.old", "metadata.epub.lua"])
  }

  /// A device that was switched off while writing leaves a truncated sidecar, or a sidecar that consists of zeros.
  @Test(arguments: ["", "return {\n    [\"stats\"] = {\n", "\0\0\0\0"])
  func damagedSidecars(_ text: String) throws {
    let whole = "return {\n    [\"doc_props\"] = {\n        [\"title\"] = \"T\",\n    },\n    [\"stats\"] = {},\n}\n"
    let folder = try TemporaryFolder()
    try folder.write("a.sdr/metadata.epub.lua", text)
    try folder.write("a.sdr/metadata.epub.lua.old", whole)
    try folder.write("b.sdr/metadata.epub.lua", whole.replacing("T", with: "U"))
    try folder.write("b.sdr/metadata.epub.lua.old", whole)
    let source = try source(folder)
    let batches = try SourceReader.read(source.files, as: nil, isFolder: true, ImportOptions())
    #expect(batches.count == 1 && batches[0].titles == ["T", "U"])
    #expect(batches[0].reasons == "it is damaged; the previous version, metadata.epub.lua.old, is used")
  }

  /// A file that is too large is rejected before it is read. (The test file is sparse and takes up no space.)
  @Test func textsThatAreTooLarge() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", Self.goodreads)
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/a.csv"))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    var source = ImportSource(fileSystem: DiskFileSystem())
    let error = #expect(throws: SourceError.self) { try source.add(folder.path + "/a.csv") }
    #expect(error?.reason == "it has 1024 MiB, and at most 64 MiB can be read; split it into several files")
  }

  /// A database of 20 GiB, from any program, is rejected before it is read, and so is its log.
  @Test(arguments: ["x.sqlite", "x.sqlite-wal", "x.sqlite-journal"])
  func databasesThatAreTooLarge(_ large: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("x.sqlite", try database("CREATE TABLE Bookmark (BookmarkID TEXT)"))
    if large != "x.sqlite" { try folder.write(large, [0]) }
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/" + large))
    try handle.truncate(atOffset: 20 << 30)
    try handle.close()
    var source = ImportSource(fileSystem: DiskFileSystem())
    let time = ProcessorTime()
    let error = #expect(throws: SourceError.self) { try source.add(folder.path + "/x.sqlite") }
    #expect(error?.reason == "it has 20480 MiB, and at most 1024 MiB of a database can be read")
    #expect(time.seconds < 1)
  }

  /// Even short rows take up more space in memory than in the file, so the number of rows is limited.
  @Test func thereAreNotTooManyRows() throws {
    var batch = SourceBatch(format: "csv")
    for _ in 0..<SourceBatch.maxRows { batch.begin() }
    try batch.checkCount()
    batch.begin()
    #expect(throws: SourceError.self) { try batch.checkCount() }
    var parser = JSONParser(Array("[1, 2, 3] [1, 2, 3, 4]".utf8), maxValues: 4)
    _ = try parser.value()
    #expect(throws: JSONParser.Failure.self) { try parser.value() }
  }

  /// In a folder, some names alone determine that a file is read; for other names, the contents decide.
  @Test(arguments: [
    ("metadata.db", true), ("My Clippings.txt", true), ("BKLibrary-1-0.sqlite", true), ("metadata.epub.lua", true),
    ("Book.metadata.epub.lua.old", false), ("a.csv", false), ("x.tar.gz", false), ("metadata.lua", nil),
    (".metadata.db", nil), ("cover.jpg", nil), ("init.lua", nil), ("csv", nil),
  ])
  func namesInFolders(_ name: String, _ isCertain: Bool?) { #expect(FolderName.of(name)?.isCertain == isCertain) }

  @Test func linksToFoldersOfDevices() {
    #expect(FolderName.isMissed(asLink: ".kobo") && FolderName.isMissed(asLink: "metadata.db"))
    #expect(!FolderName.isMissed(asLink: "a.csv") && !FolderName.isMissed(asLink: "books"))
  }
}
