import ShelfModel
import ShelfSystem
import ShelfText

/// A cache of the responses from catalogues, on disk.
///
/// With it, an import can reuse the responses of a preceding dry run, or of an import that was interrupted. Each
/// request has its own file, in a folder that only the user can read. The file's name is a hash of the address; its
/// first line is a JSON object with the time, the address and whether the response contains a book; the unparsed
/// response follows, so that a newer version of shelf can read more from it.
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

  /// The parsed first line of a cache file.
  private struct Entry {
    let time: Int
    let isKnown: Bool
    let address: String
    /// The offset of the response in the file.
    let body: Int
  }

  /// The lifetimes of responses with and without a book, in seconds.
  private static let (maxAge, maxAgeOfMiss) = (30 * 86_400, 86_400)
  private static let maxBytes = 50 << 20
  /// The maximum size of the cache after the oldest files have been removed, in bytes.
  private static let bytesLeft = 40 << 20

  /// - Parameter folder: the absolute path of the cache, which is created at the first write.
  package init(folder: String, fileSystem: any FileSystem, now: @escaping () -> Timestamp) {
    self.folder = folder
    self.fileSystem = fileSystem
    self.now = now
  }

  /// Returns the cached response to an address, or nil if there is none or it has expired.
  func answer(to address: WebAddress) -> [UInt8]? {
    guard let bytes = try? fileSystem.contents(of: path(of: address), limit: AnswerCache.maxBytes),
      let entry = AnswerCache.entry(bytes), entry.address == address.text, isYoung(entry)
    else { return nil }
    return Array(bytes[entry.body...])
  }

  private func isYoung(_ entry: Entry) -> Bool {
    // The time in a damaged file can be any number, so the subtraction can overflow.
    let (age, isBeyond) = now().secondsSince1970.subtractingReportingOverflow(entry.time)
    return !isBeyond && (0..<(entry.isKnown ? AnswerCache.maxAge : AnswerCache.maxAgeOfMiss)).contains(age)
  }

  /// Stores the response from an address.
  ///
  /// - Parameter isKnown: whether the response contains a book.
  func keep(_ response: [UInt8], to address: WebAddress, isKnown: Bool) {
    var json = JSONWriter()
    json.object { json in
      json.member("time", now().secondsSince1970)
      json.member("known", isKnown)
      json.member("address", address.text)
    }
    json.endLine()
    let bytes = json.take() + response
    do throws(FileError) {
      let made = try fileSystem.makeDirectories(folder)
      if made.last == folder {
        let directory = try fileSystem.open(folder, in: nil, .directory)
        defer { fileSystem.close(directory) }
        try fileSystem.setMode(directory, 0o700)
      }
      try fileSystem.replaceFile(path(of: address), bytes, mode: 0o600)
    } catch {
      return
    }
    let total = (size ?? files().reduce(0) { $0 + $1.size }) + bytes.count
    size = total > AnswerCache.maxBytes ? prune() : total
  }

  private func path(of address: WebAddress) -> String {
    folder + "/" + SHA1.digest(Array(address.text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Parses the first line of a cache file.
  private static func entry(_ bytes: [UInt8]) -> Entry? {
    guard let end = bytes.prefix(16 << 10).firstIndex(of: 0x0A),
      let head = try? JSONParser.parse(Array(bytes[..<end])), let time = head["time"]?.text.flatMap({ Int($0) }),
      let address = head["address"]?.text
    else { return nil }
    let isKnown = if case .flag(true)? = head["known"] { true } else { false }
    return Entry(time: time, isKnown: isKnown, address: address, body: end + 1)
  }

  private func files() -> [(path: String, size: Int)] {
    let names = (try? fileSystem.entries(in: folder).compactMap(\.name)) ?? []
    return names.compactMap { name in
      let path = folder + "/" + name
      return (try? fileSystem.status(path)).flatMap { $0.type == .file ? (path, $0.size) : nil }
    }
  }

  /// Removes the oldest files until at most `bytesLeft` remain, and returns the remaining size in bytes.
  private func prune() -> Int {
    var dated: [(time: Int, path: String, size: Int)] = []
    for file in files() {
      let bytes = (try? fileSystem.contents(of: file.path, limit: AnswerCache.maxBytes)) ?? []
      dated.append((AnswerCache.entry(bytes)?.time ?? 0, file.path, file.size))
    }
    var total = dated.reduce(0) { $0 + $1.size }
    for file in dated.sorted(by: { $0.time < $1.time }) where total > AnswerCache.bytesLeft {
      if (try? fileSystem.remove(file.path)) != nil { total -= file.size }
    }
    return total
  }
}
