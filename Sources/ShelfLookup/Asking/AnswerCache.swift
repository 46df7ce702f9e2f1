import ShelfModel
import ShelfSystem
import ShelfText

/// A cache of the responses from catalogues, on disk.
///
/// It allows a dry run and the subsequent import to share their requests, and an interrupted import to resume. Each
/// request has a file in a folder that only its owner can read. The file's name is a hash of the address; its first
/// line is a JSON object with the time, the address and whether the response contains a book; the unparsed response
/// follows, so that a newer version of shelf can read more from it. Responses that arrive together share a file, a
/// bundle, because creating a file is the most expensive step. An index of all bundles is built during the first
/// lookup.
///
/// Responses expire after 30 days, or after one day if the catalogue did not know the book. If the cache exceeds 50
/// MiB, the oldest files are removed until 40 MiB remain. The cache never causes an error: a damaged or missing file is
/// treated as a miss, and a response that cannot be written is not cached.
package final class AnswerCache {
  private let folder: String
  private let fileSystem: any FileSystem
  private let now: () -> Timestamp
  /// The total size of the files, in bytes, or nil until the first write.
  private var size: Int?
  /// The index of the bundles, by address, or nil until the first lookup.
  private var places: [String: Place]?
  /// The bundle that was read last. It is kept because answers that were stored together are usually requested
  /// together.
  private var lastBundle: (path: String, bytes: [UInt8])?

  /// The position of an answer in a bundle.
  private struct Place {
    let path: String
    let time: Int
    let range: Range<Int>
  }

  /// The parsed first line of an answer.
  private struct Entry {
    let time: Int
    let isKnown: Bool
    let address: String
    /// The start of the response in the file's bytes.
    let body: Int
    /// The length of the response, or nil if it extends to the end of the file.
    let count: Int?
  }

  /// The suffix of a bundle's file name.
  private static let bundleEnding = "-bundle"

  /// The lifetimes of answers with a book and without one, in seconds.
  private static let (maxAge, maxAgeOfMiss) = (30 * 86_400, 86_400)
  private static let maxBytes = 50 << 20
  /// The size of the cache after the oldest files have been removed.
  private static let bytesLeft = 40 << 20

  /// - Parameter folder: the absolute path of the cache; the folder is created at the first write.
  package init(folder: String, fileSystem: any FileSystem, now: @escaping () -> Timestamp) {
    self.folder = folder
    self.fileSystem = fileSystem
    self.now = now
  }

  /// Returns the cached response to an address, or nil if there is none or it has expired.
  func answer(to address: WebAddress) -> [UInt8]? {
    let alone = try? fileSystem.contents(of: path(of: [address]), limit: AnswerCache.maxBytes)
    var newest: (entry: Entry, bytes: [UInt8])?
    for case let bytes? in [alone, bundled(address)] {
      guard let entry = AnswerCache.entry(bytes[...]), entry.address == address.text, isYoung(entry) else { continue }
      if let time = newest?.entry.time, time > entry.time { continue }
      newest = (entry, bytes)
    }
    return newest.map { Array($0.bytes[$0.entry.body...]) }
  }

  private func isYoung(_ entry: Entry) -> Bool {
    // The time in a damaged file can be any number, so the subtraction could overflow.
    let (age, isBeyond) = now().secondsSince1970.subtractingReportingOverflow(entry.time)
    return !isBeyond && (0..<(entry.isKnown ? AnswerCache.maxAge : AnswerCache.maxAgeOfMiss)).contains(age)
  }

  /// Returns the newest response to an address from the bundles, together with its first line.
  private func bundled(_ address: WebAddress) -> [UInt8]? {
    let places = self.places ?? findBundles()
    self.places = places
    guard let place = places[address.text] else { return nil }
    if lastBundle?.path != place.path {
      guard let bytes = try? fileSystem.contents(of: place.path, limit: AnswerCache.maxBytes) else { return nil }
      lastBundle = (place.path, bytes)
    }
    // A different process may have replaced the bundle since it was indexed.
    guard let bytes = lastBundle?.bytes, place.range.upperBound <= bytes.count else { return nil }
    return Array(bytes[place.range])
  }

  private func findBundles() -> [String: Place] {
    var places: [String: Place] = [:]
    for file in files() where file.path.hasSuffix(AnswerCache.bundleEnding) {
      if let bytes = try? fileSystem.contents(of: file.path, limit: AnswerCache.maxBytes) {
        AnswerCache.note(file.path, bytes, &places)
      }
    }
    return places
  }

  /// Adds the entries of a bundle to the index, up to the first damaged one. The newest answer to an address takes
  /// precedence.
  private static func note(_ path: String, _ bytes: [UInt8], _ places: inout [String: Place]) {
    var start = 0
    while start < bytes.count, let entry = entry(bytes[start...]), let count = entry.count, count >= 0,
      count <= bytes.count - entry.body
    {
      let end = entry.body + count
      if places[entry.address].map({ $0.time <= entry.time }) ?? true {
        places[entry.address] = Place(path: path, time: entry.time, range: start..<end)
      }
      start = end
    }
  }

  /// Stores answers that arrived together.
  ///
  /// - Parameter answers: the responses, each with its address and whether it contains a book.
  func keep(_ answers: [(bytes: [UInt8], address: WebAddress, isKnown: Bool)]) {
    if answers.isEmpty { return }
    var bytes: [UInt8] = []
    for answer in answers {
      var json = JSONWriter()
      json.object { json in
        json.member("time", now().secondsSince1970)
        json.member("known", answer.isKnown)
        json.member("address", answer.address.text)
        if answers.count > 1 { json.member("bytes", answer.bytes.count) }
      }
      json.endLine()
      bytes += json.take() + answer.bytes
    }
    let path = path(of: answers.map(\.address))
    do throws(FileError) {
      let made = try fileSystem.makeDirectories(folder)
      if made.last == folder {
        let directory = try fileSystem.open(folder, in: nil, .directory)
        defer { fileSystem.close(directory) }
        try fileSystem.setMode(directory, 0o700)
      }
      try fileSystem.replaceFile(path, bytes, mode: 0o600)
    } catch {
      return
    }
    if lastBundle?.path == path { lastBundle = nil }
    if answers.count > 1, var known = places {
      places = nil
      AnswerCache.note(path, bytes, &known)
      places = known
    }
    let total = (size ?? files().reduce(0) { $0 + $1.size }) + bytes.count
    size = total > AnswerCache.maxBytes ? prune() : total
  }

  private func path(of addresses: [WebAddress]) -> String {
    let text = addresses.map(\.text).joined(separator: "\n")
    let digest = SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return folder + "/" + digest + (addresses.count > 1 ? AnswerCache.bundleEnding : "")
  }

  /// Parses the first line of an answer.
  private static func entry(_ bytes: ArraySlice<UInt8>) -> Entry? {
    guard let end = bytes.prefix(16 << 10).firstIndex(of: 0x0A),
      let head = try? JSONParser.parse(Array(bytes[..<end])), let time = head["time"]?.text.flatMap({ Int($0) }),
      let address = head["address"]?.text
    else { return nil }
    let isKnown = if case .flag(true)? = head["known"] { true } else { false }
    return Entry(
      time: time, isKnown: isKnown, address: address, body: end + 1, count: head["bytes"]?.text.flatMap { Int($0) })
  }

  private func files() -> [(path: String, size: Int)] {
    guard let directory = try? fileSystem.open(folder, in: nil, .directory) else { return [] }
    defer { fileSystem.close(directory) }
    guard let entries = try? fileSystem.entries(directory, path: folder) else { return [] }
    return entries.compactMap { entry in
      guard let name = entry.name else { return nil }
      let path = folder + "/" + name
      return (try? fileSystem.status(path)).flatMap { $0.type == .file ? (path, $0.size) : nil }
    }
  }

  /// Removes the oldest files until `bytesLeft` remain, and returns the remaining size in bytes.
  private func prune() -> Int {
    var dated: [(time: Int, path: String, size: Int)] = []
    for file in files() {
      let bytes = (try? fileSystem.contents(of: file.path, limit: AnswerCache.maxBytes)) ?? []
      dated.append((AnswerCache.entry(bytes[...])?.time ?? 0, file.path, file.size))
    }
    var total = dated.reduce(0) { $0 + $1.size }
    for file in dated.sorted(by: { $0.time < $1.time }) where total > AnswerCache.bytesLeft {
      if (try? fileSystem.remove(file.path)) != nil { total -= file.size }
    }
    return total
  }
}
