import Foundation
import ShelfSystem

/// The contents of a folder: files with their bytes and permissions, folders and links.
package struct Tree: Equatable, CustomStringConvertible {
  package private(set) var entries: [String: String] = [:]

  package init(of root: String) throws {
    let disk = DiskFileSystem()
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      guard let status = try disk.status(root + "/" + path) else { continue }
      let mode = String(status.mode, radix: 8)
      switch status.type {
      case .file:
        let bytes = status.mode & 0o400 == 0 ? [] : try disk.contents(of: root + "/" + path, limit: Int.max)
        entries[path] = "\(mode) \(String(decoding: bytes, as: UTF8.self))"
      case .directory: entries[path] = "\(mode) folder"
      case .link:
        entries[path] = "link to " + (try FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path))
      case .other: entries[path] = "other"
      }
    }
  }

  /// The files of the library, without shelf's internal state and without the kinds' folders, which are never removed.
  package var library: [String: String] {
    entries.filter { !Tree.isState($0.key) && ($0.key.contains("/") || !$0.value.hasSuffix(" folder")) }
  }

  /// The files in shelf's internal state that should be gone: everything except the lock, the history, and the
  /// `.gitignore`.
  package var leftovers: [String] {
    let known = [".shelf", ".shelf/.gitignore", ".shelf/lock", ".shelf/history"]
    return entries.keys.filter { Tree.isState($0) && !known.contains($0) && !$0.hasPrefix(".shelf/history/") }
  }

  private static func isState(_ path: String) -> Bool { path == ".shelf" || path.hasPrefix(".shelf/") }

  package var description: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}
