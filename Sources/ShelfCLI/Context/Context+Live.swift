import ShelfKit
import ShelfModel
import ShelfSystem
import ShelfTerminal

extension Context {
  /// Makes what a workspace takes from here, with a clock that goes on, for a program that stays.
  var liveHost: @Sendable () -> Host {
    let (environment, fileSystem, threads, localTime) = (environment, fileSystem, threads, localTime)
    let fixed = environment["SHELF_NOW"].flatMap { Timestamp($0) }
    let now: @Sendable () -> Timestamp = { fixed ?? Timestamp(secondsSince1970: Machine.secondsSince1970) }
    return {
      var host = Host(
        fileSystem: fileSystem, environment: environment, now: now, today: { localTime.day(of: now()) },
        newID: {
          var generator = SystemRandomNumberGenerator()
          return RecordID.random(using: &generator)
        }, threads: threads)
      host.localTime = localTime
      return host
    }
  }

  /// Looks at the clock again, for what is done long after the program began.
  mutating func refreshClock() {
    let host = liveHost()
    (now, today) = (host.now(), host.today())
  }
}
