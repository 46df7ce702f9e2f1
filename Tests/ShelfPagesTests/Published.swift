import Foundation
import ShelfTestSupport

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages
@testable import ShelfQuery
@testable import ShelfStore
@testable import ShelfSystem

/// A library in one folder and its site in another.
final class Published {
  let folder: TemporaryFolder
  let site: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    site = try TemporaryFolder()
  }

  convenience init(_ files: [(path: String, bytes: [UInt8])]) throws {
    self.init(try TemporaryFolder(), try TemporaryFolder())
    for file in files { try folder.write(file.path, file.bytes) }
  }

  private init(_ folder: TemporaryFolder, _ site: TemporaryFolder) { (self.folder, self.site) = (folder, site) }

  /// Returns the same library with a different folder for its site.
  func elsewhere() throws -> Published { Published(folder, try TemporaryFolder()) }

  /// Returns a small library.
  static func small() throws -> Published {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nname: Mine\ngoal: {2024: 12}\npublish: {goal: true}\n")
    try published.folder.write("genres/g.yaml", "id: \(id(30))\nname: Science Fiction\ncolor: \"2288CC\"\n")
    try published.folder.write(
      "books/dune.yaml",
      """
      id: \(id(1))
      title: Dune
      author: [Frank Herbert, Someone Else]
      contributors: [John Schoenherr (illustrator), Ann Roe (letterer), Bo Poe]
      series: Dune 1
      status: completed
      genres: [\(id(30))]
      rating: 4.25
      pages: 612
      language: en
      dateStarted: 2024-03-02
      dateCompleted: 2024-04-11
      readings: [2019-01-02/2019-02-03]
      review: |
        A *good* book, see [here](https://example.org).

      """)
    try published.folder.write(
      "books/messiah.yaml",
      "id: \(id(2))\ntitle: Dune Messiah\nauthor: Frank Herbert\nseries: Dune 2\nstatus: inProgress\ndateStarted: 2024-05\n"
    )
    try published.folder.write(
      "quotes/q.yaml",
      "id: \(id(11))\nbook: \(id(1))\npage: 12\ncreationDate: 2024-03-05\ntext: Fear is the mind-killer.\n")
    return published
  }

  /// Returns an id whose first eight digits are the number.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-4000-8000-000000000000"
  }

  func content() throws -> PublicLibrary {
    let library = try Library.load(at: folder.path, fileSystem: DiskFileSystem(), threads: 2)
    return try Publication(
      library, query: nil, at: .init(today: RandomLibrary.today, now: RandomLibrary.now, localTime: .utc),
      fileSystem: DiskFileSystem()
    ).content
  }

  @discardableResult
  func publish(_ files: any FileSystem = DiskFileSystem()) throws -> SiteWriter.Outcome {
    try publish(to: site.path, files)
  }

  @discardableResult
  func publish(to path: String, _ files: any FileSystem = DiskFileSystem()) throws -> SiteWriter.Outcome {
    let place = try SitePlace(path, library: folder.path, fileSystem: files)
    var writer = SiteWriter(try SiteLock.acquire(place, fileSystem: files), fileSystem: files)
    return try writer.write(try content())
  }

  /// Returns the files of the site, by path.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: site.path) {
      var isFolder: ObjCBool = false
      let path = site.path + "/" + name
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
        files[name] = try site.read(name)
      }
    }
    return files
  }

  func text(_ name: String) throws -> String { String(decoding: try site.read(name), as: UTF8.self) }
}
