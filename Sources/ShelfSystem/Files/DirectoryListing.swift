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
    /// Lists a folder by calling getdents64(2) directly. For each folder, readdir(3) would require five more system
    /// calls, and a library may have thousands of folders.
    func linuxEntries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
      var entries: [DirectoryEntry] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = getdents64(directory, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { throw FileError(code: errno, operation: "list", path: path) }
        if count == 0 { return entries }
        DiskFileSystem.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &entries)
      }
    }

    /// Parses the kernel's records (`struct linux_dirent64`). The record length is at byte 16, the type is at byte 18,
    /// and the name starts at byte 19.
    private static func append(_ records: UnsafeRawBufferPointer, to entries: inout [DirectoryEntry]) {
      var start = 0
      while start + 19 < records.count {
        let length = Int(records.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self))
        var end = start + 19
        while records[end] != 0 { end += 1 }
        let bytes = UnsafeRawBufferPointer(rebasing: records[(start + 19)..<end])
        let isSelfOrParent = bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
        if !isSelfOrParent { entries.append(DirectoryEntry(bytes, type(Int32(records[start + 18])))) }
        start += length
      }
    }
  #else
    func streamedEntries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
      // fdopendir takes ownership of its descriptor, so it gets a duplicate, and the caller keeps the original.
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
        withUnsafeBytes(of: &entry.pointee.d_name) { name in
          let bytes = name.prefix { $0 != 0 }
          if bytes.count > 2 || !bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            entries.append(DirectoryEntry(bytes, DiskFileSystem.type(Int32(entry.pointee.d_type))))
          }
        }
      }
    }
  #endif

  /// Returns the type that a directory entry reports, or nil if the disk does not report one.
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
