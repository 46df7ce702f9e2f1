import Foundation
import Synchronization

/// Replaces the expected output in the source code of a test with the actual output.
///
/// This is enabled by `SHELF_UPDATE_SNAPSHOTS=1`. It replaces the text between `is: """` and `"""`, or `is: #"""` and
/// `"""#`.
package enum SnapshotRenewal {
  /// The command that updates the snapshots.
  package static let command = "SHELF_UPDATE_SNAPSHOTS=1 scripts/test"

  package static let isWanted = ProcessInfo.processInfo.environment["SHELF_UPDATE_SNAPSHOTS"] == "1"

  /// For each file, the line of each replaced text and the number of lines that the replacement added.
  private static let renewed = Mutex<[String: [(line: Int, more: Int)]]>([:])

  /// Replaces one text.
  ///
  /// - Parameters:
  ///   - line: the line of the call in the compiled source.
  ///   - text: the new text, without the final line feed.
  /// - Returns: whether the text was found in the source.
  package static func renew(file: String, line: Int, text: String) -> Bool {
    renewed.withLock { renewed in
      let moved = renewed[file, default: []].filter { $0.line < line }.reduce(0) { $0 + $1.more }
      guard let source = try? String(contentsOfFile: file, encoding: .utf8),
        let (new, more) = replacing(in: source, from: line - 1 + moved, with: text),
        (try? new.write(toFile: file, atomically: true, encoding: .utf8)) != nil
      else { return false }
      renewed[file, default: []].append((line, more))
      return true
    }
  }

  /// Replaces the first text that starts on or after a line, and returns the source and the number of added lines.
  package static func replacing(in source: String, from line: Int, with text: String) -> (source: String, more: Int)? {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(line),
      let first = lines[line...].prefix(24).firstIndex(where: {
        $0.hasSuffix("is: \"\"\"") || $0.hasSuffix("is: #\"\"\"")
      }),
      let last = lines[(first + 1)...].firstIndex(where: { $0.drop { $0 == " " }.hasPrefix("\"\"\"") })
    else { return nil }
    let isRaw = lines[first].hasSuffix("#\"\"\"")
    let indentation = lines[last].prefix { $0 == " " }
    let new = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let escaped =
        isRaw ? String(line) : String(line).replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\"\"")
      return escaped.isEmpty ? "" : String(indentation) + escaped
    }
    lines.replaceSubrange((first + 1)..<last, with: new)
    return (lines.joined(separator: "\n"), new.count - (last - first - 1))
  }
}
