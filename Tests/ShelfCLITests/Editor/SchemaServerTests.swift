import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// yaml-language-server shows what the schemas say.
@Suite(.enabled(if: EditorTools.hasYAMLServer, "yaml-language-server is not installed"))
struct SchemaServerTests {
  @Test func completesExplainsAndRefuses() throws {
    let library = try TestLibrary([
      "shelf.yaml":
        "format: 1\nfields:\n  book:\n    shelfmark: {type: choice, choices: [A1, B2], help: Where it stands}\n",
      "books/dune.yaml": "id: b0000001-0000-4000-8000-000000000000\ntitle: Dune\n",
    ])
    _ = try library.run("schema", ["--write", library.absolute(".vscode/shelf")])
    let settings = try JSON(Array(try #require(library[".vscode/settings.json"]).utf8))
    let server = try YAMLServer(EditorTools.yamlServer, root: library.root, settings)
    defer { server.end() }
    let uri = "file://\(library.root)/books/dune.yaml"
    let text = """
      id: b0000001-0000-4000-8000-000000000000
      title: Dune
      rating: 7
      shelfmark: C3
      status: \u{20}

      """
    server.client.open(uri, text)
    let found = try server.diagnostics(uri) { $0.count >= 2 }
    let messages = found.compactMap { $0["message"]?.text }
    #expect(messages.contains { $0.contains("5") } && messages.contains { $0.contains("A1") }, "\(messages)")
    let hover = try server.ask("textDocument/hover", uri, line: 3, character: 2)
    #expect("\(hover)".contains("Where it stands"), "\(hover)")
    let choices = try server.ask("textDocument/completion", uri, line: 4, character: 8)
    let labels = (choices["items"] ?? choices).items.compactMap { $0["label"]?.text }
    #expect(labels.contains("inProgress") && labels.contains("wanted"), "\(labels)")
    let keys = try server.ask("textDocument/completion", uri, line: 5, character: 0)
    let fields = (keys["items"] ?? keys).items.compactMap { $0["label"]?.text }
    #expect(fields.contains("author") && fields.contains("pages") && !fields.contains("title"), "\(fields)")
    // What doctor finds sound is sound here.
    server.client.change(
      uri, text.replacing("7", with: "4.25").replacing("C3", with: "A1").replacing("status:  \n", with: ""), version: 2)
    #expect(try server.diagnostics(uri) { $0.isEmpty }.isEmpty)
  }
}

/// A yaml-language-server, which asks its client for the settings.
private final class YAMLServer {
  let client: FakeClient
  private let process = Process()

  init(_ program: String, root: String, _ settings: JSON) throws {
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["node", program, "--stdio"]
    process.currentDirectoryURL = URL(filePath: root)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    client = FakeClient(
      input: output.fileHandleForReading.fileDescriptor, output: input.fileHandleForWriting.fileDescriptor)
    pipes = (input, output)
    let folder: JSON = ["uri": .text("file://" + root), "name": "library"]
    _ = try client.ask(
      "initialize",
      [
        "processId": .null, "rootUri": .text("file://" + root), "workspaceFolders": [folder],
        "capabilities": FakeClient.abilities(),
      ]
    ).get()
    client.notify("initialized", .object([]))
    // The keys of the settings file have dots, and the protocol nests them.
    let schemas = settings["yaml.schemas"] ?? .null
    client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["yaml": ["schemas": schemas, "validate": true, "hover": true, "completion": true]]])
  }

  private let pipes: (Pipe, Pipe)

  func diagnostics(_ uri: String, where accept: ([JSON]) -> Bool) throws -> [JSON] {
    try client.diagnostics(uri, where: accept)
  }

  func ask(_ method: String, _ uri: String, line: Int, character: Int) throws -> JSON {
    try client.ask(method, uri, line: line, character: character)
  }

  func end() { process.terminate() }
}
