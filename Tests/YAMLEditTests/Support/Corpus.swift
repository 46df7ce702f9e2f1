import Foundation
import Testing

@testable import YAMLEdit

/// Real input files, in the folder of the environment variable SHELF_DATA. They are not part of the project.
enum Corpus {
  struct File: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  static let root = ProcessInfo.processInfo.environment["SHELF_DATA"]

  /// Whether real input files are available.
  static var isThere: Bool { root != nil }

  static let whereFrom: Comment = "needs the real inputs: set SHELF_DATA to their folder"

  /// Whether the long tests should run.
  static let isFull = ProcessInfo.processInfo.environment["SHELF_FULL"] == "1"

  /// Whether to print every refused edit.
  static let isVerbose = ProcessInfo.processInfo.environment["SHELF_VERBOSE"] == "1"

  static func files(in folder: String, where isIncluded: (String) -> Bool) throws -> [File] {
    let base = try #require(root) + "/" + folder
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return try names.filter(isIncluded).sorted().map { name in
      File(name: folder + "/" + name, bytes: Array(try Data(contentsOf: URL(filePath: base + "/" + name))))
    }
  }

  static func testSuite() throws -> [File] {
    try files(in: "yaml-test-suite") { $0.hasSuffix("in.yaml") }
  }

  static func handWritten() throws -> [File] {
    try files(in: "hand-written-yaml") { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
  }

  static func realLibrary() throws -> [File] {
    try files(in: "real-library") { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
  }
}
