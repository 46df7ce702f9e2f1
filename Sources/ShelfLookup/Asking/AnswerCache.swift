import ShelfModel
import ShelfSystem
import ShelfText

/// The answers of catalogues, so that a preview and the run after it ask once, and what was interrupted goes on where it was.
///
/// A file for each address in a folder that only its owner may read. A damaged file is as good as none, and an answer that
/// cannot be kept is not.
package final class AnswerCache {
  private let folder: String
  private let fileSystem: any FileSystem
  private let now: () -> Timestamp
  /// The bytes in the folder; nil until something is kept.
  private var size: Int?

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
    guard let bytes = try? fileSystem.contents(of: path(of: address), limit: AnswerCache.mostBytes),
      let entry = AnswerCache.entry(bytes), entry.address == address.text
    else { return nil }
    let age = now().secondsSince1970 - entry.time
    let isYoung = (0..<(entry.isKnown ? AnswerCache.mostAge : AnswerCache.mostAgeOfNothing)).contains(age)
    return isYoung ? Array(bytes[entry.body...]) : nil
  }

  /// Keeps an answer.
  ///
  /// - Parameter isKnown: whether it names a book.
  func keep(_ answer: [UInt8], to address: WebAddress, isKnown: Bool) {
    var json = JSONWriter()
    json.object { json in
      json.member("time", now().secondsSince1970)
      json.member("known", isKnown)
      json.member("address", address.text)
    }
    json.endLine()
    let bytes = json.take() + answer
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
    size = total > AnswerCache.mostBytes ? prune() : total
  }

  private func path(of address: WebAddress) -> String {
    folder + "/" + SHA1.digest(Array(address.text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func entry(_ bytes: [UInt8]) -> (time: Int, isKnown: Bool, address: String, body: Int)? {
    guard let end = bytes.prefix(16 << 10).firstIndex(of: 0x0A),
      let head = try? JSONParser.parse(Array(bytes[..<end])), let time = head["time"]?.text.flatMap({ Int($0) }),
      let address = head["address"]?.text
    else { return nil }
    let isKnown = if case .flag(true)? = head["known"] { true } else { false }
    return (time, isKnown, address, end + 1)
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
      dated.append((AnswerCache.entry(bytes)?.time ?? 0, file.path, file.size))
    }
    var total = dated.reduce(0) { $0 + $1.size }
    for file in dated.sorted(by: { $0.time < $1.time }) where total > AnswerCache.bytesLeft {
      if (try? fileSystem.remove(file.path)) != nil { total -= file.size }
    }
    return total
  }
}
