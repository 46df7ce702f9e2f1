#if os(Linux)
  import CLinux
#endif

/// A folder that stays open while its files are read.
final class OpenFolder: Sendable {
  private let descriptor: Int32

  /// Opens a folder; returns nil if it does not exist.
  ///
  /// - Parameter parent: the folder that contains it, or nil if the name is a path.
  init?(_ name: UnsafePointer<CChar>, in parent: OpenFolder? = nil) throws {
    descriptor = openat(parent?.descriptor ?? AT_FDCWD, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw BenchError.system("open", String(cString: name))
    }
  }

  deinit {
    close(descriptor)
  }

  /// Opens, reads and closes a file in the folder.
  func readFile(_ name: UnsafePointer<CChar>, into buffer: inout [UInt8]) throws {
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchError.system("open", String(cString: name)) }
    defer { close(file) }
    var count = 0
    repeat {
      count = read(file, &buffer, buffer.count)
      if count < 0 { throw BenchError.system("read", String(cString: name)) }
      // Reading a regular file returns fewer bytes than requested only at the end of the file.
    } while count == buffer.count
  }

  /// Calls a function with the names in the folder, one buffer at a time.
  func list(_ body: (FolderNames) throws -> Void) throws {
    #if os(Linux)
      try withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
        while true {
          let count = getdents64(descriptor, buffer.baseAddress, buffer.count)
          if count < 0 { throw BenchError.system("getdents64", "a folder") }
          if count == 0 { return }
          try body(Self.names(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        }
      }
    #else
      guard let stream = fdopendir(dup(descriptor)) else { throw BenchError.system("fdopendir", "a folder") }
      defer { closedir(stream) }
      var names = FolderNames()
      while let entry = readdir(stream) {
        withUnsafeBytes(of: &entry.pointee.d_name) {
          names.append($0.assumingMemoryBound(to: UInt8.self).baseAddress!, isFolder: entry.pointee.d_type == DT_DIR)
        }
      }
      try body(names)
    #endif
  }

  #if os(Linux)
    /// Parses the kernel's records (`struct linux_dirent64`): the length is at byte 16, the type at byte 18, and the
    /// name starts at byte 19.
    private static func names(_ records: UnsafeRawBufferPointer) -> FolderNames {
      var names = FolderNames()
      var start = 0
      while start < records.count {
        let name = (records.baseAddress! + start + 19).assumingMemoryBound(to: UInt8.self)
        names.append(name, isFolder: records[start + 18] == UInt8(DT_DIR))
        start += Int(records.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self))
      }
      return names
    }
  #endif
}
