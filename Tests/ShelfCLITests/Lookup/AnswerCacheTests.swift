import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfLookup
@testable import ShelfModel
@testable import ShelfSystem

/// The cache of the catalogues' answers.
struct AnswerCacheTests {
  private let folder: TemporaryFolder
  private let clock = Clock()

  /// A clock that tests advance by hand.
  private final class Clock: Sendable {
    let seconds = Mutex(1_000_000)
  }

  init() throws { folder = try TemporaryFolder() }

  /// Returns a new cache in the same folder, as each run of the program creates one.
  private func cache() -> AnswerCache {
    AnswerCache(folder: folder.path + "/cache", fileSystem: DiskFileSystem()) { [clock] in
      Timestamp(secondsSince1970: clock.seconds.withLock { $0 })
    }
  }

  private func address(_ number: Int) -> WebAddress { WebAddress(host: "example.org", path: "/\(number)") }

  private func answers(_ numbers: Range<Int>, _ words: String = "about") -> [(
    bytes: [UInt8], address: WebAddress, isKnown: Bool
  )] {
    numbers.map { (Array("\(words)\n\($0)\n{}".utf8), address($0), $0 % 2 == 0) }
  }

  private func text(_ cache: AnswerCache, _ number: Int) -> String? {
    cache.answer(to: address(number)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").sorted()
  }

  @Test func answersThatCameTogetherAreOneFile() throws {
    let first = cache()
    #expect(text(first, 3) == nil)
    first.keep(answers(0..<25))
    #expect(try names().count == 1)
    for cache in [first, cache()] {
      for number in 0..<25 { #expect(text(cache, number) == "about\n\(number)\n{}") }
      #expect(text(cache, 25) == nil)
    }
  }

  @Test func theNewestAnswerCounts() throws {
    let first = cache()
    first.keep(answers(0..<3, "old"))
    clock.seconds.withLock { $0 += 10 }
    first.keep(answers(1..<2, "alone"))
    #expect(text(first, 1) == "alone\n1\n{}" && text(first, 2) == "old\n2\n{}")
    clock.seconds.withLock { $0 += 10 }
    first.keep(answers(1..<4, "new"))
    for cache in [first, cache()] {
      #expect(text(cache, 0) == "old\n0\n{}")
      for number in 1..<4 { #expect(text(cache, number) == "new\n\(number)\n{}") }
    }
    // An answer without a book is valid for one day.
    clock.seconds.withLock { $0 += 2 * 86_400 }
    #expect(text(cache(), 2) == "new\n2\n{}" && text(cache(), 3) == nil)
  }

  /// Impossible times in a cache file do not cause an overflow.
  @Test(arguments: [Int.min, Int.max, -9_000_000]) func aTimeThatIsNone(_ time: Int) throws {
    cache().keep(answers(2..<3))
    let name = "cache/" + (try #require(try names().first))
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    try folder.write(name, text.replacing("1000000", with: "\(time)"))
    #expect(cache().answer(to: address(2)) == nil)
    cache().keep(answers(4..<5))
    #expect(cache().answer(to: address(4)) != nil)
  }

  @Test func whatIsDamagedIsNotBelieved() throws {
    cache().keep(answers(0..<4))
    let name = "cache/" + (try #require(try names().first))
    let whole = try folder.read(name)
    for count in 0..<whole.count {
      try folder.write(name, whole[..<count])
      let cut = cache()
      for number in 0..<4 {
        let found = text(cut, number)
        #expect(found == nil || found == "about\n\(number)\n{}", "\(number) of \(count) bytes")
      }
      #expect(text(cut, 3) == nil)
    }
    for count in [-1, Int.max, 1 << 40] {
      let text = String(decoding: whole, as: UTF8.self).replacing(/"bytes":[0-9]+/, with: "\"bytes\":\(count)")
      try folder.write(name, text)
      #expect(self.text(cache(), 0) == nil)
    }
  }
}
