import ShelfSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The failure of a system call during a test's preparation.
package struct SystemCallFailed: Error {
  package var name: String
  package var code = errno

  package init(name: String, code: Int32 = errno) {
    self.name = name
    self.code = code
  }
}

/// A pipe that closes its open ends when it is destroyed.
package final class SystemPipe {
  package let reading: Int32
  package let writing: Int32
  private var isReadingOpen = true
  private var isWritingOpen = true

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemCallFailed(name: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Creates a pipe that contains a text and is closed for writing.
  package convenience init(holding text: String) throws {
    try self.init()
    guard Streams.writeAll(Array(text.utf8), to: writing) == 0 else { throw SystemCallFailed(name: "write") }
    closeWriting()
  }

  deinit {
    closeReading()
    closeWriting()
  }

  package func closeReading() {
    if isReadingOpen { close(reading) }
    isReadingOpen = false
  }

  package func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }
}

/// Returns everything that can be read from a descriptor without blocking.
package func readAvailable(_ descriptor: Int32) -> [UInt8] {
  var all: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 0) == 1 else { return all }
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return all }
    all += chunk[..<count]
  }
}
