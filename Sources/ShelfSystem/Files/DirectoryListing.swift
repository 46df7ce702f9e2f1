#if os(Linux)
  import CLinux
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DiskFileSystem {
  #if os(Linux)
    /// Lists a folder with getdents64(2) directly: readdir(3) would cost five more calls for each of thousands of
    /// folders.
    func linuxEntries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
      var entries: [DirectoryEntry] = []
      let failure = withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
        while true {
          let count = getdents64(directory, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          if count <= 0 { return count < 0 ? errno : 0 }
          DiskFileSystem.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &entries)
        }
      }
      if failure != 0 { throw FileError(code: failure, operation: "list", path: path) }
      return entries
    }

    /// Reads the kernel's records (`struct linux_dirent64`): inode, offset, length at byte 16, type at 18, name from
    /// 19.
    private static func append(_ records: UnsafeRawBufferPointer, to entries: inout [DirectoryEntry]) {
      var start = 0
      while start + 19 < records.count {
        let length = Int(records.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self))
        let name = UnsafeRawBufferPointer(rebasing: records[(start + 19)..<(start + length)])
        let bytes = name.prefix { $0 != 0 }
        let isSelfOrParent = bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
        if !isSelfOrParent {
          entries.append(
            DirectoryEntry(name: String(validating: bytes, as: UTF8.self), type: type(Int32(records[start + 18]))))
        }
        start += length
      }
    }
  #else
    func streamedEntries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
      // fdopendir takes over its descriptor; the caller keeps its own.
      let copy = dup(directory)
      guard copy >= 0, let stream = fdopendir(copy) else {
        let code = errno
        if copy >= 0 { close(copy) }
        throw FileError(code: code, operation: "list", path: path)
      }
      defer { closedir(stream) }
      var entries: [DirectoryEntry] = []
      while true {
        errno = 0
        guard let entry = readdir(stream) else {
          if errno != 0 { throw FileError(code: errno, operation: "list", path: path) }
          return entries
        }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        if name != ".", name != ".." {
          entries.append(DirectoryEntry(name: name, type: DiskFileSystem.type(Int32(entry.pointee.d_type))))
        }
      }
    }
  #endif

  /// Returns the type that a folder gives for an entry; nil if the disk does not report it.
  private static func type(_ code: Int32) -> FileType? {
    switch code {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .directory
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }
}
