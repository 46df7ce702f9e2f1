import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests that loading handles anything in the folders in bounded time, and reads every valid record.
@Suite struct LoaderTests {
  private func load(_ folder: TemporaryFolder, threads: Int = 2) throws -> Library {
    try Library.load(at: folder.path, fileSystem: DiskFileSystem(), threads: threads)
  }

  /// Creates a library with one valid record of each kind.
  private func goodLibrary() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\n")
    for kind in Kind.allCases { try folder.write(kind.folder + "/good.yaml", HostileFile.good(kind.folder)) }
    return folder
  }

  private func check(_ file: HostileFile, _ library: Library, in parent: String) {
    let path = parent + "/" + file.name
    let records = library.records.map(\.path).filter { $0 == path || $0.hasPrefix(path + "/") }
    let unreadable = library.unreadable.first { $0.path == path }
    switch file.outcome {
    case .record(let at):
      #expect(records == [parent + "/" + at])
      #expect(unreadable == nil, "\(unreadable?.reason ?? "")")
    case .passedOver:
      #expect(records.isEmpty)
      #expect(unreadable == nil, "\(unreadable?.reason ?? "")")
    case .unreadable(let reason, let place):
      #expect(records.isEmpty)
      guard let unreadable else {
        Issue.record("\(path) is not reported")
        return
      }
      #expect(unreadable.reason.contains(reason), "\(unreadable.reason)")
      #expect(!unreadable.reason.isEmpty && !unreadable.reason.hasSuffix("."))
      if let place { #expect(unreadable.location == "\(path):\(place)", "\(unreadable.reason)") }
    }
  }

  @Test(arguments: HostileFile.contents + HostileFile.odd + HostileFile.names)
  func oneHostileFile(_ file: HostileFile) throws {
    let folder = try goodLibrary()
    try file.make(in: folder, "books")
    let time = ProcessorTime()
    let library = try load(folder, threads: 1)
    #expect(time.seconds < 20)
    check(file, library, in: "books")
    for kind in Kind.allCases { #expect(library.records.contains { $0.path == kind.folder + "/good.yaml" }) }
  }

  @Test func allOfThemAtOnce() throws {
    let folder = try goodLibrary()
    let files = HostileFile.contents + HostileFile.odd + HostileFile.names
    for (number, file) in files.enumerated() {
      try file.make(in: folder, Kind.allCases[number % 5].folder + "/nested/deeper")
    }
    for number in 0..<600 { try folder.write("quotes/many/\(number).yaml", HostileFile.good("many\(number)")) }
    let library = try load(folder, threads: 1)
    for (number, file) in files.enumerated() {
      check(file, library, in: Kind.allCases[number % 5].folder + "/nested/deeper")
    }
    #expect(library.records.count { $0.path.hasPrefix("quotes/many/") } == 600)
    // The order of the records and the messages about files do not depend on the number of threads.
    for threads in [2, 3] {
      let other = try load(folder, threads: threads)
      #expect(other.records.map(\.path) == library.records.map(\.path))
      #expect(other.records.elementsEqual(library.records) { $0.source == $1.source && $0.id == $1.id })
      #expect(other.unreadable == library.unreadable)
    }
  }

  @Test func aLibraryWithoutFoldersIsEmpty() throws {
    let folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\n")
    let library = try load(folder)
    #expect(library.records.isEmpty && library.unreadable.isEmpty)
  }

  /// Something else in place of a kind's folder, such as a link or a file, is reported and not read.
  @Test(arguments: ["link", "dangling", "loop", "file", "fifo"]) func noFolderOfAKind(_ what: String) throws {
    let folder = try goodLibrary()
    let path = folder.path + "/genres"
    try FileManager.default.removeItem(atPath: path)
    switch what {
    case "link":
      try folder.write("elsewhere/a.yaml", HostileFile.good("elsewhere"))
      try #require(symlink("elsewhere", path) == 0)
    case "dangling": try #require(symlink("nowhere", path) == 0)
    case "loop": try #require(symlink("genres", path) == 0)
    case "file": try folder.write("genres", "text")
    default: try #require(mkfifo(path, 0o644) == 0)
    }
    let library = try load(folder)
    #expect(library.records.map(\.kind) == [.book, .quote, .tag, .issue])
    #expect(library.unreadable.map(\.path) == ["genres"])
    #expect(library.unreadable.first?.reason.isEmpty == false)
  }

  @Test func aNameThatIsNotUTF8IsReportedByItsFolder() throws {
    let folder = try goodLibrary()
    let path = Array((folder.path + "/books/").utf8CString.dropLast()) + [-23] + Array(".yaml".utf8CString)
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    // Some file systems reject names that are not valid UTF-8.
    guard file >= 0 else { return }
    close(file)
    let library = try load(folder)
    #expect(library.unreadable.map(\.path) == ["books"])
    #expect(library.unreadable.first?.reason.contains("not UTF-8") == true)
    #expect(library.records.count == 5)
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func whatMayNotBeReadIsReported() throws {
    let folder = try goodLibrary()
    try folder.write("books/secret.yaml", HostileFile.good("secret"))
    try folder.write("issues/secret/a.yaml", HostileFile.good("a"))
    try #require(chmod(folder.path + "/books/secret.yaml", 0) == 0)
    try #require(chmod(folder.path + "/issues/secret", 0) == 0)
    let library = try load(folder)
    #expect(library.unreadable.map(\.path) == ["books/secret.yaml", "issues/secret"])
    #expect(library.unreadable.allSatisfy { $0.reason.contains("no permission") })
    #expect(library.records.count == 5)
    chmod(folder.path + "/issues/secret", 0o755)
  }

  /// Tests folders that are nested so deeply that the path exceeds the system's limit.
  @Test func aPathThatIsTooLong() throws {
    let folder = try goodLibrary()
    let name = String(repeating: "d", count: 250)
    var directory = open(folder.path + "/quotes", O_RDONLY | O_DIRECTORY)
    for _ in 0..<20 {
      try #require(mkdirat(directory, name, 0o755) == 0)
      let next = openat(directory, name, O_RDONLY | O_DIRECTORY)
      close(directory)
      directory = next
    }
    close(directory)
    let library = try load(folder)
    #expect(library.unreadable.map(\.reason) == ["the name is too long"])
    #expect(library.records.count == 5)
    _ = try Program.run(["rm", "-rf", "quotes"], in: folder.path)
  }

  @Test func manifestsThatStopEverything() throws {
    let folder = try TemporaryFolder()
    func error() -> LibraryError? { #expect(throws: LibraryError.self) { try load(folder) } }
    if case .notALibrary? = error() {} else { Issue.record("no manifest") }
    try folder.write("shelf.yaml", "format: 99\nfields: [nonsense]\n")
    if case .newerFormat(99, 1, _)? = error() {} else { Issue.record("a newer format") }
    try folder.write("shelf.yaml", "format: [")
    if case .manifest? = error() {} else { Issue.record("a broken manifest") }
    try FileManager.default.removeItem(atPath: folder.path + "/shelf.yaml")
    try #require(symlink("/etc/passwd", folder.path + "/shelf.yaml") == 0)
    if case .file? = error() {} else { Issue.record("a link") }
    try FileManager.default.removeItem(atPath: folder.path + "/shelf.yaml")
    try folder.makeFolder("shelf.yaml")
    if case .file? = error() {} else { Issue.record("a folder") }
  }

  @Test(.enabled(if: TestData.isThere, TestData.whereFrom)) func theRealLibraryLoadsWhole() throws {
    let root = try TestData.folder("real-library")
    let one = try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 1)
    let two = try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 2)
    #expect(one.unreadable.isEmpty && two.unreadable.isEmpty)
    #expect(one.records.count == 1491)
    #expect(Kind.allCases.map { kind in one.records.count { $0.kind == kind } } == [1400, 25, 18, 8, 40])
    #expect(one.records.map(\.path) == two.records.map(\.path))
  }
}
