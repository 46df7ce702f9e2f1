import Foundation
import ShelfTestSupport

@testable import ShelfCLI

/// An unnamed file that serves as a stream. Unlike a pipe, it accepts any amount of text before anything is read.
final class Capture {
  let descriptor: Int32

  init(holding text: String = "") throws {
    var template = Array((TestMachine.temporaryFolder.path + "/shelf-capture-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemCallFailed(name: "mkstemp") }
    unlink(template)
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemCallFailed(name: "write") }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// Returns everything that was written.
  func text() -> String {
    lseek(descriptor, 0, SEEK_SET)
    return String(decoding: FileHandle(fileDescriptor: descriptor).readDataToEndOfFile(), as: UTF8.self)
  }
}
