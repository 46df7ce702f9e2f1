import Foundation
import ShelfRPC
import ShelfTestSupport

@testable import ShelfCLI

/// An instance of `shelf lsp` in a separate process, as an editor starts it.
final class EditorProcess {
  let client: FakeClient
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  static var program: String { TestMachine.productsFolder.appending(path: "shelf").path }

  init(_ library: TestLibrary) throws {
    process.executableURL = URL(filePath: EditorProcess.program)
    process.arguments = ["lsp", "--stdio"]
    process.currentDirectoryURL = URL(filePath: "/")
    process.environment = library.environment.merging(["SHELF_NOW": "2026-11-21T10:00:00Z"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    client = FakeClient(
      input: output.fileHandleForReading.fileDescriptor, output: input.fileHandleForWriting.fileDescriptor)
  }

  deinit {
    if process.isRunning { process.terminate() }
    // Waits for the client's thread, which reads from a descriptor that is closed together with the pipe.
    client.waitForEnd()
  }

  /// Shuts the server down as the protocol requires, and returns its exit status.
  func end() throws -> Int32 {
    try client.shutDown()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
}
