import ShelfKit
import ShelfModel
import ShelfSystem

extension Context {
  /// Returns hosts with a live clock, for long-lived programs such as the browser and the language server.
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

  /// Updates the context to the current time, for work that starts long after the program.
  mutating func refreshClock() {
    let host = liveHost()
    (now, today) = (host.now(), host.today())
  }
}
