import Foundation
import ShelfTestSupport
import Testing

/// A local server that simulates catalogues, and a record of the requests to it.
///
/// The server is `Tests/Fixtures/lookup/catalogues.py`. It answers each request according to the first matching rule in
/// `answers.json`, a file that tests may replace at any time, and appends the request to `requests.jsonl`. The
/// environment from `environment(_:)` directs all of the program's requests to the server, and disables the pause
/// between requests. The documentation in the script describes the properties of rules.
final class PlayedCatalogues {
  struct Request {
    let place: String
    let scheme: String
    let time: Double
    let headers: [String: String]
  }

  let folder: String
  private let process = Process()
  /// The server exits when this pipe is closed.
  private let life = Pipe()
  private let port: String

  init(_ rules: [[String: Any]]) throws {
    folder = TestMachine.temporaryFolder.path + "/shelf-catalogues-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: rules).write(to: URL(filePath: folder + "/answers.json"))
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/lookup/catalogues.py")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path, folder]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = life
    // Discards the errors that the server prints when a client disconnects.
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      line += String(decoding: data, as: UTF8.self)
    }
    port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(Int(port) != nil, "the server began")
  }

  deinit {
    try? life.fileHandleForWriting.close()
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Replaces the rules of the server.
  func play(_ rules: [[String: Any]]) throws {
    try JSONSerialization.data(withJSONObject: rules).write(
      to: URL(filePath: folder + "/answers.json"), options: .atomic)
  }

  /// All requests so far, oldest first.
  var requests: [Request] {
    get throws {
      let text = try String(contentsOfFile: folder + "/requests.jsonl", encoding: .utf8)
      return try text.split(separator: "\n").map { line in
        let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return Request(
          place: entry["place"] as? String ?? "", scheme: entry["scheme"] as? String ?? "",
          time: entry["time"] as? Double ?? 0, headers: entry["headers"] as? [String: String] ?? [:])
      }
    }
  }

  /// Returns an environment with a separate cache and separate settings. By default, the settings allow two catalogues.
  ///
  /// - Parameter settings: the user's settings, or nil for none.
  func environment(_ settings: String? = "lookup: {catalogues: [openlibrary, k10plus]}\n") throws -> [String: String] {
    let configuration = folder + "/config"
    try FileManager.default.createDirectory(atPath: configuration + "/shelf", withIntermediateDirectories: true)
    if let settings {
      try settings.write(toFile: configuration + "/shelf/config.yaml", atomically: true, encoding: .utf8)
    }
    return [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "XDG_CONFIG_HOME": configuration,
      "XDG_CACHE_HOME": folder + "/cache", "SHELF_PLAYING_SERVER": "127.0.0.1:\(port)", "SHELF_PLAYING_PACE": "0",
    ]
  }

  /// The reader's current settings.
  var settings: String { (try? String(contentsOfFile: folder + "/config/shelf/config.yaml", encoding: .utf8)) ?? "" }

  /// The names of the files in the cache.
  var cached: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/cache/shelf/lookup")) ?? [] }
}

/// Answers from catalogues about invented books.
enum Answers {
  /// 60 ISBNs with valid check digits, for which shelf sends three requests to Open Library.
  static let threeRequests: [String] = (0..<60).map { body in
    let digits = Array(String(9_780_000_000_000 + body * 10)).dropLast().compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
  }

  /// Open Library's details of an edition, with placeholders for its ISBN.
  static var template: [String: Any] {
    [
      "details": [
        "key": "/books/OLNUMBERM", "title": "Book NUMBER", "authors": [["name": "Ann NUMBER"]], "isbn_13": ["NUMBER"],
      ]
    ]
  }

  /// Open Library's details of an edition.
  static func edition(
    _ isbn: String, title: String = "The Left Hand of Darkness", author: String? = "Ursula K. Le Guin",
    pages: Int = 304, work: String? = "/works/OL59800W", more: [String: Any] = [:]
  ) -> [String: Any] {
    var details: [String: Any] = [
      "key": "/books/OL\(isbn.suffix(6))M", "title": title, "publishers": ["Ace Books"], "number_of_pages": pages,
      "publish_date": "2000", "isbn_13": [isbn], "languages": [["key": "/languages/eng"]],
      "subjects": ["Science Fiction", "Accessible book"], "covers": [12345],
    ]
    if let author { details["authors"] = [["key": "/authors/OL31353A", "name": author]] }
    if let work { details["works"] = [["key": work]] }
    details.merge(more) { $1 }
    return ["ISBN:\(isbn)": ["bib_key": "ISBN:\(isbn)", "details": details]]
  }

  static func work(_ key: String = "/works/OL59800W", year: Int = 1969) -> [String: Any] {
    ["numFound": 1, "docs": [["key": key, "title": "The Left Hand of Darkness", "first_publish_year": year]]]
  }

  static func text(_ value: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
  }

  static let dnbUnknown = """
    <searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.1</version><numberOfRecords>0\
    </numberOfRecords></searchRetrieveResponse>
    """
}
