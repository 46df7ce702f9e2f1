import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfSystem

/// Tests reading the available input of a terminal without waiting for more.
struct RawTerminalTests {
  /// Reading does not block or fail if another program has made the terminal non-blocking or has already read the keys.
  @Test(.timeLimit(.minutes(1))) func nothingIsThere() throws {
    let pipe = try SystemPipe()
    #expect(fcntl(pipe.reading, F_SETFL, O_NONBLOCK) == 0)
    #expect(RawTerminal.take(pipe.reading) == [])
    _ = Streams.writeAll([0x61], to: pipe.writing)
    #expect(RawTerminal.take(pipe.reading) == [0x61])
    pipe.closeWriting()
    #expect(RawTerminal.take(pipe.reading) == nil)
  }
}
