import ShelfModel
import ShelfSystem

/// Finds the files of a library, one folder at a time.
package struct Scanner {
  let fileSystem: any FileSystem
  /// The library's absolute path.
  let root: String

  package init(fileSystem: any FileSystem, root: String) {
    self.fileSystem = fileSystem
    self.root = root
  }

  /// The contents of a folder of records.
  package struct Listing {
    /// Names of record files, in the folder's order.
    package var files: [String] = []
    /// Names of subfolders, in the folder's order.
    package var folders: [String] = []
    package var unreadable: [UnreadableFile] = []
  }

  /// Lists one folder.
  ///
  /// Names that start with a dot and files that are not YAML are skipped; links, pipes and devices that look
  /// like a record are reported and never opened.
  package func list(_ folder: String, kind: Kind, descriptor: Int32) -> Listing {
    var listing = Listing()
    let entries: [DirectoryEntry]
    do throws(FileError) {
      entries = try fileSystem.entries(descriptor, path: folder)
    } catch {
      listing.unreadable.append(UnreadableFile(path: folder, kind: kind, cause: .access, reason: error.reason))
      return listing
    }
    for entry in entries {
      guard let name = entry.name else {
        listing.unreadable.append(
          UnreadableFile(
            path: folder, kind: kind, cause: .unsafePath, reason: "has a file whose name is not UTF-8; rename it"))
        continue
      }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      let type = entry.type ?? ((try? fileSystem.status(root + "/" + folder + "/" + name))?.type)
      switch type {
      case .directory: listing.folders.append(name)
      case .file where RecordFile.isName(name): listing.files.append(name)
      case .link:
        listing.unreadable.append(
          UnreadableFile(path: folder + "/" + name, kind: kind, cause: .unsafePath, reason: Scanner.linkReason))
      case .other where RecordFile.isName(name):
        listing.unreadable.append(
          UnreadableFile(path: folder + "/" + name, kind: kind, cause: .unsafePath, reason: "is not a regular file"))
      default: break
      }
    }
    return listing
  }

  /// The reason reported for a link.
  static let linkReason = "is a symbolic link, which is not followed; put the file itself here"
}
