import ShelfModel
import ShelfSystem

/// Lists the files of a library, one folder at a time.
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
    /// The names of record files, in the order of the folder's listing.
    package var files: [String] = []
    /// The names of subfolders, in the order of the folder's listing.
    package var folders: [String] = []
    /// The names of files that would be records if their extension, such as `.YAML`, were in lowercase.
    var capitals: [String] = []
    var unreadable: [UnreadableFile] = []
  }

  /// Lists one folder.
  ///
  /// Names that start with a dot and files that are not YAML are skipped. Links, as well as pipes and devices named
  /// like a record, are reported but never opened.
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
      if name.first == "." { continue }
      var path: String { folder + "/" + name }
      switch entry.type ?? ((try? fileSystem.status(root + "/" + path))?.type) {
      case .directory: listing.folders.append(name)
      case .file where RecordFile.isName(name): listing.files.append(name)
      case .link:
        listing.unreadable.append(
          UnreadableFile(path: path, kind: kind, cause: .unsafePath, reason: Scanner.linkReason))
      case .other where RecordFile.isName(name):
        listing.unreadable.append(
          UnreadableFile(path: path, kind: kind, cause: .unsafePath, reason: "is not a regular file"))
      case .file: if RecordFile.isNameInCapitals(name) { listing.capitals.append(name) }
      default: break
      }
    }
    return listing
  }

  /// The reported reason why a link is not read.
  static let linkReason = "is a symbolic link, which is not followed; put the file itself here"
}
