import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfSystem

/// Reads the available input of a terminal without waiting for more.
struct RawTerminalTests {
  /// Another program may have made the terminal non-blocking, and may already have read the keys.
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
