import Foundation
import ShelfTestSupport

@testable import ShelfCLI

/// The program with a sixth kind, `copy`, run as a process in a library of its own.
final class SixthProgram {
  let root: String

  /// - Parameter files: the library's files beside its manifest.
  init(_ files: [String: String]) throws {
    let folder = TestMachine.temporaryFolder.appending(path: "shelf-sixth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = folder.resolvingSymlinksInPath().path
    self["shelf.yaml"] = "format: 1\nname: Six\nfields: {issue: {copy: {type: reference, to: copy}}}\n"
    for (path, text) in files { self[path] = text }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  subscript(path: String) -> String? {
    get { try? String(contentsOfFile: root + "/" + path, encoding: .utf8) }
    set {
      let url = URL(filePath: root + "/" + path)
      try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data((newValue ?? "").utf8).write(to: url)
    }
  }

  /// The files below the kind's folder.
  var copies: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/copies")) ?? []
    return paths.filter { $0.hasSuffix(".yaml") }.sorted()
  }

  /// Runs a command whose words are separated by single blanks, and returns all that it printed, ids as `ID`, and its
  /// status in brackets where it is not 0.
  func run(_ line: String, _ words: [String] = []) throws -> String {
    let process = Process()
    process.executableURL = TestMachine.productsFolder.appending(path: "shelf-sixth-kind")
    process.arguments = line.split(separator: " ").map(String.init) + words
    process.currentDirectoryURL = URL(filePath: root)
    process.environment = ["PATH": TestMachine.path, "HOME": root]
    let output = Foundation.Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return text + (process.terminationStatus == 0 ? "" : "[\(process.terminationStatus)]\n")
  }
}
