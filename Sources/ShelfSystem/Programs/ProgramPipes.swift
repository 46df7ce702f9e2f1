#if os(Linux)
  import CLinux
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The pipes between this process and a program that it runs.
///
/// Input is written while output is read, so that the two processes cannot block each other.
struct ProgramPipes {
  /// The program's ends of the pipes, for its standard input, output and error. An end is nil if the program inherits
  /// the stream from this process.
  private(set) var theirs: [Int32?] = [nil, nil, nil]
  /// The program's standard error, up to `errorLimit` bytes.
  private(set) var errors: [UInt8] = []
  /// This process's ends of the pipes. An end is -1 if the stream has no pipe or the end is closed.
  private var ours: [Int32] = [-1, -1, -1]

  private static let errorLimit = 64 << 10
  /// In milliseconds.
  private static let pollInterval: Int32 = 200

  /// - Parameters:
  ///   - hasInput: whether there is input to write; otherwise the program reads from `/dev/null`.
  ///   - hasOutput: whether output and errors are read; otherwise the program inherits those of this process.
  init(hasInput: Bool, hasOutput: Bool = true) throws(FileError) {
    do throws(FileError) {
      if hasInput {
        try connect(0)
      } else {
        theirs[0] = try high(open("/dev/null", O_RDONLY | O_CLOEXEC))
      }
      if hasOutput {
        try connect(1)
        try connect(2)
      }
    } catch {
      close()
      throw error
    }
  }

  /// Writes the input and reads the output until the program closes its ends.
  ///
  /// A program may leave behind a child process that keeps the program's ends open, as `ssh` does to share a
  /// connection. The loop does not wait for the output of such a process.
  ///
  /// - Parameters:
  ///   - isOver: returns whether to stop, for example because the program itself has ended. It is called when no output
  ///     has arrived for a while.
  ///   - take: called with each piece of the output, and with an empty buffer for each piece of the standard error.
  /// - Returns: false if `take` returned false.
  mutating func transfer(
    _ input: [UInt8], isOver: () -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    closeTheirs()
    var written = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { buffer.deallocate() }
    while ours.contains(where: { $0 >= 0 }) {
      var polls = ours.enumerated().map { number, file in
        pollfd(fd: file, events: Int16(number == 0 ? POLLOUT : POLLIN), revents: 0)
      }
      switch poll(&polls, nfds_t(polls.count), ProgramPipes.pollInterval) {
      case 0 where isOver(): return true
      case ..<0 where errno != EINTR && errno != EAGAIN: return true
      case ...0: continue
      default: break
      }
      if polls[0].revents != 0 { write(input, &written) }
      for number in 1...2 where polls[number].revents != 0 {
        let count = read(ours[number], buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        if count <= 0 {
          closeOurs(number)
        } else if number == 2 {
          errors += buffer[..<min(count, ProgramPipes.errorLimit - errors.count)]
          if !take(UnsafeRawBufferPointer(start: nil, count: 0)) { return false }
        } else if !take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
          return false
        }
      }
    }
    return true
  }

  /// Closes all ends.
  mutating func close() {
    closeTheirs()
    for number in ours.indices { closeOurs(number) }
  }

  /// Writes as much of the input as fits into the pipe. Stops writing if the program has closed its end.
  private mutating func write(_ input: [UInt8], _ written: inout Int) {
    let count = input.withUnsafeBytes { bytes in
      #if canImport(Darwin)
        send(ours[0], bytes.baseAddress.map { $0 + written }, bytes.count - written, MSG_DONTWAIT)
      #else
        send(
          ours[0], bytes.baseAddress.map { $0 + written }, bytes.count - written,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      #endif
    }
    if count < 0, errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK { return }
    written += max(count, 0)
    if count < 0 || written == input.count { closeOurs(0) }
  }

  /// Creates the two ends of one stream.
  ///
  /// Standard input is a socket rather than a pipe, because writing to a pipe without a reader raises SIGPIPE, which
  /// can be suppressed for a socket.
  private mutating func connect(_ number: Int) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let result = number == 0 ? socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) : pipe(&ends)
      for end in ends where result == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var yes: Int32 = 1
      if number == 0 { setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size)) }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let result = number == 0 ? socketpair(AF_UNIX, kind, 0, &ends) : pipe2(&ends, O_CLOEXEC)
    #endif
    if result != 0 { throw FileError(code: errno, operation: "open", path: "a pipe") }
    ours[number] = ends[0]
    theirs[number] = try high(ends[1])
  }

  /// Duplicates a descriptor to one above 2 that is closed on exec, closes the original, and returns the duplicate.
  ///
  /// If one of this process's standard streams is closed, a new pipe may get the number of that stream and clash with
  /// the program's streams.
  private func high(_ file: Int32) throws(FileError) -> Int32 {
    defer { if file >= 0 { DiskFileSystem.close(file) } }
    let copy = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw FileError(code: errno, operation: "open", path: "a pipe") }
    return copy
  }

  private mutating func closeTheirs() {
    for case let file? in theirs { DiskFileSystem.close(file) }
    theirs = [nil, nil, nil]
  }

  private mutating func closeOurs(_ number: Int) {
    if ours[number] >= 0 { DiskFileSystem.close(ours[number]) }
    ours[number] = -1
  }
}
