import ShelfFormats
import ShelfModel

/// The checksum of a note, which `shelf export markdown` writes to its front matter.
///
/// It covers all other lines of the note. If it still matches, the note has not been edited, so a later export may
/// replace the note and an import may skip it.
package enum NoteChecksum {
  private static let start = NoteKey.checksum + ": "

  /// Returns the checksum of a note's text, which must not include the checksum line.
  package static func of(_ text: String) -> String { SHA1.shortHex(Array(text.utf8)) }

  /// Returns whether a note is unchanged since its export, or nil if it has no checksum.
  package static func isUntouched(_ bytes: [UInt8]) -> Bool? {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return nil }
    let written = lines.remove(at: index).dropFirst(start.count)
    return of(lines.joined(separator: "\n")) == written
  }
}
