import Foundation
import Testing

/// The real inputs, in the folder that the environment variable SHELF_DATA names. They are not part of the project.
package enum TestData {
  package static let root = ProcessInfo.processInfo.environment["SHELF_DATA"]

  /// Whether the real inputs are available.
  package static var isThere: Bool { root != nil }

  package static let whereFrom: Comment = "needs the real inputs: set SHELF_DATA to their folder"

  /// Whether the long runs are asked for.
  package static let isFull = ProcessInfo.processInfo.environment["SHELF_FULL"] == "1"

  /// Returns the path of a folder of real inputs.
  package static func folder(_ name: String) throws -> String { try #require(root) + "/" + name }
}
