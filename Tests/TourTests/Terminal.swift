import Foundation

/// A pseudo-terminal for a program, so that it prints what a user would see.
struct Terminal {
  let columns: UInt16

  /// The time limit for a program, in seconds.
  private static let limit = 120.0

  /// Runs a program until it exits, and returns the output of the program and its children.
  func run(_ program: String, _ arguments: [String], in folder: URL, environment: [String: String]) throws -> String {
    let (ours, theirs) = try open()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = theirs
    process.standardError = theirs
    try process.run()
    try theirs.close()
    let deadline = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: deadline)
    let text = readAll(ours)
    process.waitUntilExit()
    deadline.cancel()
    try ours.close()
    return text
  }

  private func open() throws -> (ours: FileHandle, theirs: FileHandle) {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 1000, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var settings = termios()
    guard openpty(&ours, &theirs, nil, nil, &size) == 0, tcgetattr(theirs, &settings) == 0 else {
      throw Failure.current
    }
    // Disables output processing, which would turn line feeds into CR LF.
    settings.c_oflag &= ~tcflag_t(OPOST)
    guard tcsetattr(theirs, TCSANOW, &settings) == 0 else { throw Failure.current }
    return (
      FileHandle(fileDescriptor: ours, closeOnDealloc: true), FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
    )
  }

  /// Reads until no process has the terminal open, which Linux reports as an error and other systems as an end of file.
  private func readAll(_ terminal: FileHandle) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(terminal.fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Failure: Error {
    let reason: String

    static var current: Failure { Failure(reason: String(cString: strerror(errno))) }
  }
}
