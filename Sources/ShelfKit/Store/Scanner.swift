/// Finds the files of a library, one folder at a time.
struct Scanner {
  let fileSystem: any FileSystem
  /// The library's absolute path.
  let root: String

  /// What a folder of records holds.
  struct Listing {
    /// Names of record files, in the folder's order.
    var files: [String] = []
    /// Names of folders below, in the folder's order.
    var folders: [String] = []
    var unreadable: [UnreadableFile] = []
  }

  /// Lists one folder.
  ///
  /// Names that start with a dot and files that are not YAML are passed over; links, pipes and devices that look
  /// like a record are reported and never opened.
  func list(_ folder: String, kind: Kind, descriptor: Int32) -> Listing {
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
            path: folder, kind: kind, cause: .unsafePath, reason: "holds a name that is not UTF-8; rename that file"))
        continue
      }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      let type = entry.type ?? ((try? fileSystem.status(root + "/" + folder + "/" + name))?.type)
      switch type {
      case .directory: listing.folders.append(name)
      case .file where Scanner.isRecordName(name): listing.files.append(name)
      case .link:
        listing.unreadable.append(
          UnreadableFile(path: folder + "/" + name, kind: kind, cause: .unsafePath, reason: Scanner.linkReason))
      case .other where Scanner.isRecordName(name):
        listing.unreadable.append(
          UnreadableFile(path: folder + "/" + name, kind: kind, cause: .unsafePath, reason: "is not a regular file"))
      default: break
      }
    }
    return listing
  }

  /// What is said of a link.
  static let linkReason = "is a symbolic link, which is not followed; put the file itself here"

  /// Returns whether a file of this name in a kind's folder is a record.
  static func isRecordName(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      func ends(with suffix: StaticString) -> Bool {
        let start = bytes.count - suffix.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return (0..<suffix.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == suffix.utf8Start[$0] }
      }
      return bytes.first != UInt8(ascii: ".") && (ends(with: ".yaml") || ends(with: ".yml"))
    }
  }
}
