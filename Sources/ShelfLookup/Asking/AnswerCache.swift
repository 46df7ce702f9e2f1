import ShelfModel
import ShelfSystem
import ShelfText

/// The answers of catalogues, so that a preview and the run after it ask once, and what was interrupted goes on where it was.
///
/// A file for each request in a folder that only its owner may read: named for its address, or with the answers to all
/// addresses that were asked about together, since making a file takes longer than all else. A damaged file is as good as
/// none, and an answer that cannot be kept is not.
package final class AnswerCache {
  private let folder: String
  private let fileSystem: any FileSystem
  private let now: () -> Timestamp
  /// The bytes in the folder; nil until something is kept.
  private var size: Int?
  /// Where the answers are that were kept together; nil until one is looked for.
  private var places: [String: Place]?
  /// The file of several answers that was read last: what was asked about together is looked for together.
  private var lastBundle: (path: String, bytes: [UInt8])?

  /// An answer among several in a file.
  private struct Place {
    let path: String
    let time: Int
    let range: Range<Int>
  }

  /// An answer as it is kept.
  private struct Entry {
    let time: Int
    let isKnown: Bool
    let address: String
    /// Where the answer begins.
    let body: Int
    /// How long it is; nil if it goes to the end of the file.
    let count: Int?
  }

  /// What the name of a file of several answers ends with.
  private static let bundleEnding = "-bundle"

  /// How long an answer counts, in seconds: one that names a book, and one that names none.
  private static let (mostAge, mostAgeOfNothing) = (30 * 86_400, 86_400)
  private static let mostBytes = 50 << 20
  /// What is left once there was more.
  private static let bytesLeft = 40 << 20

  /// - Parameter folder: its absolute path; it is made when something is kept.
  package init(folder: String, fileSystem: any FileSystem, now: @escaping () -> Timestamp) {
    self.folder = folder
    self.fileSystem = fileSystem
    self.now = now
  }

  /// Returns the answer that was kept for an address; nil if there is none, or it is too old.
  func answer(to address: WebAddress) -> [UInt8]? {
    let alone = try? fileSystem.contents(of: path(of: [address]), limit: AnswerCache.mostBytes)
    var newest: (entry: Entry, bytes: [UInt8])?
    for case let bytes? in [alone, bundled(address)] {
      guard let entry = AnswerCache.entry(bytes[...]), entry.address == address.text, isYoung(entry) else { continue }
      if let time = newest?.entry.time, time > entry.time { continue }
      newest = (entry, bytes)
    }
    return newest.map { Array($0.bytes[$0.entry.body...]) }
  }

  private func isYoung(_ entry: Entry) -> Bool {
    // A damaged file may say any time.
    let (age, isBeyond) = now().secondsSince1970.subtractingReportingOverflow(entry.time)
    return !isBeyond && (0..<(entry.isKnown ? AnswerCache.mostAge : AnswerCache.mostAgeOfNothing)).contains(age)
  }

  /// Returns the newest answer to an address that was kept together with others, as it would be alone in a file.
  private func bundled(_ address: WebAddress) -> [UInt8]? {
    let places = self.places ?? findBundles()
    self.places = places
    guard let place = places[address.text] else { return nil }
    if lastBundle?.path != place.path {
      guard let bytes = try? fileSystem.contents(of: place.path, limit: AnswerCache.mostBytes) else { return nil }
      lastBundle = (place.path, bytes)
    }
    // Another program may have written it anew since.
    guard let bytes = lastBundle?.bytes, place.range.upperBound <= bytes.count else { return nil }
    return Array(bytes[place.range])
  }

  private func findBundles() -> [String: Place] {
    var places: [String: Place] = [:]
    for file in files() where file.path.hasSuffix(AnswerCache.bundleEnding) {
      if let bytes = try? fileSystem.contents(of: file.path, limit: AnswerCache.mostBytes) {
        AnswerCache.note(file.path, bytes, &places)
      }
    }
    return places
  }

  /// Notes where the answers of a file are, as far as it is whole; of several to one address the newest counts.
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

  /// Keeps answers that came together.
  ///
  /// - Parameter answers: each with its address, and whether it names a book.
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
    size = total > AnswerCache.mostBytes ? prune() : total
  }

  private func path(of addresses: [WebAddress]) -> String {
    let text = addresses.map(\.text).joined(separator: "\n")
    let digest = SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return folder + "/" + digest + (addresses.count > 1 ? AnswerCache.bundleEnding : "")
  }

  /// Reads the first line of an answer.
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

  /// Removes the oldest answers, and returns how many bytes are left.
  private func prune() -> Int {
    var dated: [(time: Int, path: String, size: Int)] = []
    for file in files() {
      let bytes = (try? fileSystem.contents(of: file.path, limit: AnswerCache.mostBytes)) ?? []
      dated.append((AnswerCache.entry(bytes[...])?.time ?? 0, file.path, file.size))
    }
    var total = dated.reduce(0) { $0 + $1.size }
    for file in dated.sorted(by: { $0.time < $1.time }) where total > AnswerCache.bytesLeft {
      if (try? fileSystem.remove(file.path)) != nil { total -= file.size }
    }
    return total
  }
}
