import Synchronization
import Testing

@testable import ShelfLookup
@testable import ShelfModel

/// Tests the rate of requests to catalogues with a simulated clock.
struct LookupPaceTests {
  /// A clock that advances only while the program waits.
  private final class Time: Sendable {
    let milliseconds = Mutex(0)
    var clock: LookupClock {
      LookupClock(
        now: { self.milliseconds.withLock { $0 } },
        wait: { time in self.milliseconds.withLock { $0 += time } })
    }
  }

  /// A network that does not find any books, and records the time of each request.
  private final class Silence: Network {
    let time: Time
    let asked = Mutex<[(place: String, at: Int)]>([])
    let status: Int

    init(_ time: Time, status: Int = 200) { (self.time, self.status) = (time, status) }

    func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse {
      let now = time.milliseconds.withLock { $0 }
      asked.withLock { $0.append((address.host, now)) }
      return WebResponse(status: status, body: Array("{}".utf8))
    }
  }

  /// Returns ISBNs with valid check digits.
  private static func numbers(_ count: Int) -> [ISBN] {
    (0..<10_000).lazy.compactMap { ISBN(String(9_780_000_000_000 + $0)) }.prefix(count).map(\.self)
  }

  private func policy(_ catalogues: String...) -> LookupPolicy {
    var policy = LookupPolicy()
    policy.catalogues = catalogues
    return policy
  }

  @Test func aCatalogueIsAskedOnceInASecondAboutManyNumbers() {
    let time = Time()
    let network = Silence(time)
    _ = Lookup(policy("openlibrary"), network, nil, clock: time.clock).find(Self.numbers(60))
    // Each request contains at most 25 ISBNs.
    #expect(network.asked.withLock { $0.map(\.at) } == [0, 1000, 2000])
  }

  @Test func whoeverRefusesIsNotAskedAgain() {
    for status in [403, 429, 503] {
      let time = Time()
      let network = Silence(time, status: status)
      let found = Lookup(policy("openlibrary"), network, nil, clock: time.clock).find(Self.numbers(60))
      #expect(network.asked.withLock { $0.count } == 1)
      #expect(found.count == 60)
    }
  }

  @Test func onlyTheCataloguesOfTheReaderAreAsked() {
    let time = Time()
    let network = Silence(time)
    _ = Lookup(policy("bnf"), network, nil, clock: time.clock).find(Self.numbers(2))
    #expect(network.asked.withLock { $0.allSatisfy { $0.place == "catalogue.bnf.fr" } })
    var none = LookupPolicy()
    none.isOffline = true
    none.catalogues = ["openlibrary", "dnb"]
    let silent = Silence(time)
    _ = Lookup(none, silent, nil, clock: time.clock).find(Self.numbers(2))
    #expect(silent.asked.withLock { $0.isEmpty })
  }

  @Test func theGroupOfANumberDecidesWhoIsAskedFirst() throws {
    let policy = policy("openlibrary", "dnb", "k10plus", "bnf")
    func order(_ text: String) throws -> [String] { policy.order(for: try #require(ISBN(text))).map(\.name) }
    #expect(try order("9783492281577") == ["dnb", "k10plus", "openlibrary", "bnf"])
    #expect(try order("9782070541270") == ["bnf", "openlibrary", "k10plus", "dnb"])
    #expect(try order("9780441478125") == ["openlibrary", "k10plus", "dnb", "bnf"])
    // If the user has changed the order of the catalogues, that order takes precedence.
    let own = self.policy("bnf", "k10plus", "dnb", "openlibrary")
    #expect(own.order(for: try #require(ISBN("9783492281577"))).map(\.name) == own.catalogues)
  }
}
