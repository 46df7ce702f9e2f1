import Foundation
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfEditor

/// A library on disk, with a server in this process and a client.
final class ServedLibrary {
  let folder: TemporaryFolder
  let root: String
  private let conversation: Conversation
  var client: FakeClient { conversation.client }

  static let files: [String: String] = [
    "shelf.yaml": "format: 1\nname: Test\n",
    "books/dune.yaml": "id: \(id(1))\ntitle: Dune\ngenres:\n  - \(id(10)) # Science Fiction\n",
    "genres/sf.yaml": "id: \(id(10))\nname: Science Fiction\n",
    "quotes/fear.yaml": "id: \(id(20))\nbook: \(id(1)) # Dune\ntext: Fear\n",
  ]

  static func id(_ number: Int) -> String { TestLibrary.id(number) }

  /// - Parameter name: the name of the library's folder.
  init(_ files: [String: String] = ServedLibrary.files, name: String = "library") throws {
    folder = try TemporaryFolder()
    root = folder.path + "/" + name
    for (path, text) in files { try folder.write(name + "/" + path, text) }
    conversation = try Conversation { input, output, tell in
      let server = EditorServer(input: input, output: output, version: "0", makeHost: ServedLibrary.host) { "\($0)" }
      tell(server.run())
      server.waitForEndOfInput()
    }
  }

  deinit { conversation.end() }

  private static func host() -> ShelfKit.Host {
    let now = Timestamp("2026-11-21T10:00:00Z")!
    return ShelfKit.Host(
      fileSystem: DiskFileSystem(), environment: [:], now: { now }, today: { now.date },
      newID: {
        var generator = SystemRandomNumberGenerator()
        return RecordID.random(using: &generator)
      }, threads: 2)
  }

  func uri(_ path: String) -> String { FileURI.uri(root + "/" + path) }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: root + "/" + path), options: .atomic)
  }

  /// Opens a file with its contents on disk.
  func open(_ path: String) throws { client.open(uri(path), try text(path)) }

  func closeInput() { conversation.closeInput() }

  /// Waits for the server to exit, and returns its exit status.
  func exitStatus() -> Int32? { conversation.exitStatus() }
}
