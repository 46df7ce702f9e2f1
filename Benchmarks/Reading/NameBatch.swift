/// A batch of names in a folder whose files are read together.
struct NameBatch: Sendable {
  let folder: OpenFolder
  let names: FolderNames

  /// Opens, reads and closes every file, including the files in subfolders.
  func read(_ buffer: inout [UInt8]) throws {
    try names.visit { name, isFolder in
      if !isFolder {
        try folder.readFile(name, into: &buffer)
      } else if let below = try OpenFolder(name, in: folder) {
        try below.list { try NameBatch(folder: below, names: $0).read(&buffer) }
      }
    }
  }
}
