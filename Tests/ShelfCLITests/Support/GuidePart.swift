import Foundation
import ShelfTestSupport
import Testing

/// Checks parts of pages of the guide that are generated from declarations in the program.
enum GuidePart {
  /// Compares the part of a page between two identical marks with the generated text, or rewrites that part.
  ///
  /// - Parameter mark: a comment on a separate line before and after the part, or nil for the whole page.
  static func check(_ page: String, between mark: String? = nil, _ declared: String) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../docs/\(page).md").standardizedFileURL
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var new = declared
    if let mark {
      let parts = text.components(separatedBy: mark + "\n")
      try #require(parts.count == 3, "\(page).md has not two lines \(mark)")
      new = [parts[0], declared, parts[2]].joined(separator: mark + "\n")
    }
    if SnapshotRenewal.isWanted { return try Data(new.utf8).write(to: file) }
    #expect(
      text == new, "\(SnapshotRenewal.command) renews docs/\(page).md: \(Difference.of(expected: text, actual: new))")
  }
}
