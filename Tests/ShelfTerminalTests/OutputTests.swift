import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfSystem
@testable import ShelfTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// These tests share the process's signal handlers.
@Suite(.serialized, .sharesProcess)
struct OutputTests {
  init() {
    Streams.ignoreBrokenPipes()
  }

  @Test func collectsInMemory() throws {
    let output = Output(descriptor: nil)
    output.write("a")
    output.write([0x62, 0x63])
    output.line("d")
    try output.finish()
    #expect(output.buffer == Array("abcd\n".utf8))
  }

  @Test func writesToADescriptor() throws {
    let pipe = try SystemPipe()
    let output = Output(descriptor: pipe.writing)
    output.write("held back")
    #expect(readAvailable(pipe.reading).isEmpty)
    output.flush()
    #expect(readAvailable(pipe.reading) == Array("held back".utf8))
    try output.finish()
    #expect(readAvailable(pipe.reading).isEmpty)
  }

  @Test func endsQuietlyWhenTheReaderHasGone() throws {
    let pipe = try SystemPipe()
    let output = Output(descriptor: pipe.writing)
    pipe.closeReading()
    output.write("into the void")
    #expect(!output.isClosed)
    output.flush()
    #expect(output.isClosed)
    output.write("dropped")
    try output.finish()
    #expect(output.buffer.isEmpty)
  }

  @Test func tellsWhatWentWrong() throws {
    let closed = Output(descriptor: -1)
    closed.write("x")
    closed.flush()
    #expect(closed.isClosed)
    #expect(throws: OutputError(code: EBADF)) { try closed.finish() }
    #expect(OutputError(code: ENOSPC).description == "cannot write the output: No space left on device")
  }

  @Test func waitsForASlowReaderOfANonBlockingPipe() throws {
    let pipe = try SystemPipe()
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let size = 1_000_000
    let reading = pipe.reading
    let taken = TakenBytes()
    // Uses a separate thread, because all threads that run tasks may be blocked.
    Thread.detachNewThread {
      var total = 0
      var chunk = [UInt8](repeating: 0, count: 10_000)
      while total < size {
        let count = read(reading, &chunk, chunk.count)
        if count <= 0 { break }
        total += count
      }
      taken.count.withLock { $0 = total }
      taken.ended.signal()
    }
    #expect(Streams.writeAll([UInt8](repeating: 0x78, count: size), to: pipe.writing) == 0)
    taken.ended.wait()
    #expect(taken.count.withLock { $0 } == size)
  }

  /// The number of bytes that the reader of a pipe has received when the pipe is closed.
  private final class TakenBytes: Sendable {
    let count = Mutex(0)
    let ended = DispatchSemaphore(value: 0)
  }

  // MARK: - Pager

  private let watched = Terminal(isTerminal: true, environment: ["TERM": "xterm"])

  @Test func choosesAPager() {
    func command(_ environment: [String: String], _ terminal: Terminal? = nil) -> String? {
      Pager(terminal: terminal ?? watched, environment: environment)?.command
    }
    #expect(command(["TERM": "xterm"]) == Pager.standard.command)
    #expect(command(["TERM": "xterm", "PAGER": "most -s"]) == "most -s")
    #expect(command(["TERM": "xterm", "PAGER": ""]) == nil)
    #expect(command(["TERM": "xterm", "PAGER": "cat"]) == nil)
    #expect(command(["TERM": "dumb"]) == nil)
    #expect(command(["TERM": "xterm"], Terminal(isTerminal: false)) == nil)
  }

  @Test func runsThePagerOnLongText() throws {
    let pipe = try SystemPipe()
    let output = Output(descriptor: nil)
    // The pager inherits this descriptor and writes to it.
    _ = fcntl(pipe.writing, F_SETFD, 0)
    let environment = [
      "TERM": "xterm", "PATH": TestMachine.path,
      // Some shells only accept descriptors up to 9, so this uses the path instead.
      "PAGER": "exec >>/dev/fd/\(pipe.writing); echo \"$LESS$LESSCHARSET\"; wc -l",
    ]
    let long = [UInt8](repeating: 0x0A, count: watched.height)
    Pager.show(long, on: output, terminal: watched, environment: environment)
    let answer = String(decoding: readAvailable(pipe.reading), as: UTF8.self)
    #expect(answer.split(whereSeparator: \.isWhitespace) == ["FRXutf-8", "24"])
    #expect(output.buffer.isEmpty)

    let short = Array(long.dropLast())
    Pager.show(short, on: output, terminal: watched, environment: environment)
    #expect(output.buffer == short)
    #expect(readAvailable(pipe.reading).isEmpty)
  }

  @Test func printsWhatThePagerCannotShow() {
    let output = Output(descriptor: nil)
    let text = [UInt8](repeating: 0x0A, count: 100_000)
    let environment = ["TERM": "xterm", "PAGER": "exec 2>/dev/null; no-such-pager-anywhere"]
    Pager.show(text, on: output, terminal: watched, environment: environment)
    #expect(output.buffer == text)
    Pager.show(text, on: output, terminal: watched, environment: ["TERM": "xterm", "PATH": "/nonexistent"])
    #expect(output.buffer.count == 2 * text.count)
  }

  @Test func mayLeaveThePagerEarly() {
    let text = [UInt8](repeating: 0x0A, count: 1_000_000)
    #expect(Pager(command: "exit 0").run(text, environment: [:]))
    #expect(Pager(command: "kill -9 $$").run(text, environment: [:]))
  }

  @Test func leavesTheSignalsAsTheyWere() {
    let before = [SIGINT, SIGQUIT, SIGPIPE].map { isIgnored($0) }
    #expect(Pager(command: "exit 0").run([], environment: [:]))
    #expect([SIGINT, SIGQUIT, SIGPIPE].map { isIgnored($0) } == before)
    #expect(before.last == true)
  }

  /// Sets the handler in order to query it, because this works with every C library.
  private func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_IGN)
    signal(number, handler)
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
