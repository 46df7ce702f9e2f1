import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfSystem

/// Tests that watching a folder reports the changes of another process.
struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("books/poetry")
    try folder.makeFolder(".git")
    try folder.write("books/a.yaml", "a")
    watch = FolderWatch(folder.path, fileSystem: DiskFileSystem()) { false }
  }

  @Test func namesTheFilesThatChanged() throws {
    try folder.write("books/a.yaml", "b")
    try folder.write("books/poetry/new.yaml", "new")
    try folder.write("shelf.yaml", "format: 1")
    #expect(watch.wait() == .files(["books/a.yaml", "books/poetry/new.yaml", "shelf.yaml"]))
    try FileManager.default.removeItem(atPath: folder.path + "/books/a.yaml")
    #expect(watch.wait() == .files(["books/a.yaml"]))
  }

  @Test func passesOverWhatStartsWithADot() throws {
    try folder.write(".git/index", "x")
    try folder.write("books/.a.yaml.swp", "x")
    try folder.write("books/a.yaml", "b")
    #expect(watch.wait() == .files(["books/a.yaml"]))
  }

  /// Editors save with a rename; the new name is among the reported names.
  @Test func seesARename() throws {
    try folder.write("books/a.yaml~", "b")
    try FileManager.default.removeItem(atPath: folder.path + "/books/a.yaml")
    try FileManager.default.moveItem(atPath: folder.path + "/books/a.yaml~", toPath: folder.path + "/books/a.yaml")
    guard case .files(let files) = watch.wait() else {
      Issue.record("it is not known which files changed")
      return
    }
    #expect(files.contains("books/a.yaml"))
  }

  /// Files in a new folder may have been written before it was watched.
  @Test func aFolderMayMeanAnything() throws {
    try folder.makeFolder("books/prose")
    #expect(watch.wait() == .anything)
    try folder.write("books/prose/b.yaml", "b")
    guard case .files(let files) = watch.wait() else {
      Issue.record("it is not known which files changed")
      return
    }
    // A child process of another test may close inherited files at any time, so other files may also be reported.
    #expect(files.contains("books/prose/b.yaml"))
  }

  /// A folder that was moved away is watched again when it returns, and anything in it may have changed.
  @Test func aFolderThatWasGoneMayMeanAnything() throws {
    let away = folder.path + "-away"
    defer { try? FileManager.default.removeItem(atPath: away) }
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    #expect(watch.wait() == .anything)
    try Data("b".utf8).write(to: URL(filePath: away + "/books/a.yaml"))
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    #expect(watch.wait() == .anything)
    try folder.write("books/a.yaml", "c")
    #expect(watch.wait() == .files(["books/a.yaml"]))
  }

  /// Moving a folder is reported to watchers of the folders inside it.
  @Test func aFolderAboveMayGoToo() throws {
    let inner = FolderWatch(folder.path + "/books", fileSystem: DiskFileSystem()) { false }
    try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
    #expect(inner.wait() == .anything)
    try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
    #expect(inner.wait() == .anything)
  }

  @Test func endsWhenItIsOver() throws {
    let over = FolderWatch(folder.path, fileSystem: DiskFileSystem()) { true }
    try folder.write("books/a.yaml", "b")
    #expect(over.wait() == nil)
  }
}
