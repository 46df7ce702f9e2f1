#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits until somebody changes something in a library.
///
/// Where the system tells of changes (Linux, by inotify(7)), it listens; elsewhere, and where there are more folders than
/// the system lets it listen to, it looks at all files every two seconds.
public final class FolderWatch {
  private let root: String
  private let fileSystem: any FileSystem
  private let isOver: () -> Bool
  private var descriptor: Int32 = -1
  /// What polling saw last.
  private var seen: UInt64 = 0

  /// Milliseconds without a change after which a change counts as complete: editors and git write several files.
  private static let quiet: Int32 = 200
  /// Milliseconds between two looks, where nobody tells.
  private static let interval: Int32 = 2000

  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - isOver: returns whether waiting makes no sense any more; asked again after each signal.
  public init(_ root: String, fileSystem: any FileSystem, isOver: @escaping () -> Bool) {
    self.root = root
    self.fileSystem = fileSystem
    self.isOver = isOver
    listen()
  }

  deinit { if descriptor >= 0 { fileSystem.close(descriptor) } }

  /// Waits for a change and the quiet moment after it; false where waiting is over.
  public func wait() -> Bool {
    descriptor >= 0 ? waitForEvents() : waitByLooking()
  }

  // MARK: Listening

  /// Listens to every folder; to none where the system does not let it listen to all.
  private func listen() {
    #if os(Linux)
      if descriptor >= 0 { fileSystem.close(descriptor) }
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else {
        seen = signature()
        return
      }
      let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR
      for folder in folders() where inotify_add_watch(descriptor, folder, UInt32(events)) < 0 && errno != ENOENT {
        fileSystem.close(descriptor)
        descriptor = -1
        break
      }
    #endif
    if descriptor < 0 { seen = signature() }
  }

  private func waitForEvents() -> Bool {
    var isChanged = false
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, isChanged ? FolderWatch.quiet : -1)
      if isOver() { return false }
      if ready == 0 {
        // Folders may have come and gone.
        listen()
        return true
      }
      if ready > 0, readEvents() { isChanged = true }
    }
  }

  /// Takes what has been told; returns whether any of it is about a file of the library.
  private func readEvents() -> Bool {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var isRelevant = false
      while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return isRelevant }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          // struct inotify_event: descriptor, mask, cookie, length of the name, and the name.
          while start + 16 <= count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            let first = length > 0 ? bytes[start + 16] : 0
            isRelevant = isRelevant || first != UInt8(ascii: ".")
            start += 16 + length
          }
        }
      }
    #else
      return false
    #endif
  }

  // MARK: Looking

  private func waitByLooking() -> Bool {
    while true {
      _ = poll(nil, 0, FolderWatch.interval)
      if isOver() { return false }
      let now = signature()
      if now != seen {
        seen = now
        return true
      }
    }
  }

  /// Returns a number that is another one when a file has been changed (FNV-1a of names, sizes and times).
  private func signature() -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ number: UInt64) { hash = (hash ^ number) &* 0x0000_0100_0000_01b3 }
    for folder in folders() {
      for name in names(in: folder) {
        var status = stat()
        guard lstat(folder + "/" + name, &status) == 0 else { continue }
        for byte in name.utf8 { add(UInt64(byte)) }
        add(UInt64(bitPattern: Int64(status.st_size)))
        #if canImport(Glibc)
          add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
          add(UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
        #else
          add(UInt64(bitPattern: Int64(status.st_mtimespec.tv_sec)))
          add(UInt64(bitPattern: Int64(status.st_mtimespec.tv_nsec)))
        #endif
      }
    }
    return hash
  }

  /// Returns the library's folder and all below it, apart from those that start with a dot.
  private func folders() -> [String] {
    var folders = [root]
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for entry in entries(of: folder) where entry.type == .directory {
        if let name = entry.name, name.utf8.first != UInt8(ascii: ".") { folders.append(folder + "/" + name) }
      }
    }
    return folders
  }

  private func names(in folder: String) -> [String] {
    entries(of: folder).compactMap(\.name).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
  }

  private func entries(of folder: String) -> DirectoryEntries {
    guard let descriptor = try? fileSystem.open(folder, in: nil, .directory) else { return DirectoryEntries() }
    defer { fileSystem.close(descriptor) }
    return (try? fileSystem.entries(descriptor, path: folder)) ?? DirectoryEntries()
  }
}
