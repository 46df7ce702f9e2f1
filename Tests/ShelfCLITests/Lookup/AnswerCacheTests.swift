import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfLookup
@testable import ShelfModel
@testable import ShelfSystem

/// Tests the cache of answers from catalogues.
struct AnswerCacheTests {
  private let folder: TemporaryFolder
  private let clock = Clock()

  /// A clock that the tests advance.
  private final class Clock: Sendable {
    let seconds = Mutex(1_000_000)
  }

  init() throws { folder = try TemporaryFolder() }

  /// Returns a new cache in the same folder. Each run of the program creates its own cache object.
  private func cache() -> AnswerCache {
    AnswerCache(folder: folder.path + "/cache", fileSystem: DiskFileSystem()) { [clock] in
      Timestamp(secondsSince1970: clock.seconds.withLock { $0 })
    }
  }

  private func address(_ number: Int) -> WebAddress { WebAddress(host: "example.org", path: "/\(number)") }

  private func keep(_ numbers: Range<Int>, in cache: AnswerCache, _ words: String = "about") {
    for number in numbers {
      cache.keep(Array("\(words)\n\(number)\n{}".utf8), to: address(number), isKnown: number % 2 == 0)
    }
  }

  private func text(_ cache: AnswerCache, _ number: Int) -> String? {
    cache.answer(to: address(number)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").sorted()
  }

  @Test func theNewestAnswerCounts() throws {
    let first = cache()
    #expect(text(first, 3) == nil)
    keep(0..<3, in: first, "old")
    clock.seconds.withLock { $0 += 10 }
    keep(1..<4, in: first, "new")
    for cache in [first, cache()] {
      #expect(text(cache, 0) == "old\n0\n{}")
      for number in 1..<4 { #expect(text(cache, number) == "new\n\(number)\n{}") }
    }
    // The answer that a catalogue does not have a book is cached for only one day.
    clock.seconds.withLock { $0 += 2 * 86_400 }
    #expect(text(cache(), 2) == "new\n2\n{}" && text(cache(), 3) == nil)
  }

  /// Impossible times in a cache file do not cause an overflow.
  @Test(arguments: [Int.min, Int.max, -9_000_000]) func aTimeThatIsNone(_ time: Int) throws {
    keep(2..<3, in: cache())
    let name = "cache/" + (try #require(try names().first))
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    try folder.write(name, text.replacing("1000000", with: "\(time)"))
    #expect(cache().answer(to: address(2)) == nil)
    keep(4..<5, in: cache())
    #expect(cache().answer(to: address(4)) != nil)
  }

  @Test func whatIsDamagedIsNotBelieved() throws {
    keep(0..<1, in: cache())
    let name = "cache/" + (try #require(try names().first))
    let whole = try folder.read(name)
    for count in 0..<whole.count {
      try folder.write(name, whole[..<count])
      let found = text(cache(), 0)
      #expect(found.map { "about\n0\n{}".hasPrefix($0) } ?? true, "\(count) bytes")
    }
  }
}
