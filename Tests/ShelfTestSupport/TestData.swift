import Foundation
import Testing

/// Real input files, in the folder of the environment variable SHELF_DATA. They are not part of the project.
package enum TestData {
  package static let root = ProcessInfo.processInfo.environment["SHELF_DATA"]

  /// Whether real input files are available.
  package static var isThere: Bool { root != nil }

  package static let whereFrom: Comment = "needs the real inputs: set SHELF_DATA to their folder"

  /// Whether the long tests should run.
  package static let isFull = ProcessInfo.processInfo.environment["SHELF_FULL"] == "1"

  /// Returns the path of a folder of real input files.
  package static func folder(_ name: String) throws -> String { try #require(root) + "/" + name }
}
