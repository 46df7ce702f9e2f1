#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for changes in a library.
///
/// On Linux, the watch registers every visible folder with inotify(7). After the first event, it keeps reading events
/// until none has occurred for the debounce interval (`quiet`), since an editor or git may write several files in
/// succession. It then returns the set of changed files. A folder that appears or disappears, an overflow of the event
/// queue or an unknown watch yields `.anything` instead, and all watches are set up again. If the library's own folder
/// disappears, the watch checks every 300 ms whether a folder exists at that path again. For parent folders, only moves
/// and deletions are watched.
///
/// On other systems, or if inotify refuses to watch a folder, for example because the limit on watches has been
/// reached, the watch polls the library. Every two seconds, it hashes the names, sizes and modification times of all
/// files, and returns `.anything` if the hash has changed.
package final class FolderWatch {
  private let root: String
  private let fileSystem: any FileSystem
  private let isOver: () -> Bool
  private var descriptor: Int32 = -1
  /// The watched folders as paths relative to the library, by watch descriptor.
  private var watched: [Int32: String] = [:]
  /// Whether the library's folder was missing at the last check.
  private var isGone = false
  /// The signature of the files at the last poll.
  private var seen: UInt64 = 0

  private let quiet: Int32
  /// The polling interval in milliseconds, for systems that do not report changes.
  private static let interval: Int32 = 2000
  /// The interval in milliseconds between two checks for a missing library folder.
  private static let absence: Int32 = 300

  /// - Parameters:
  ///   - root: the absolute path of the library.
  ///   - quiet: the debounce interval in milliseconds: a change is considered complete if no other change follows
  ///     within this time.
  ///   - isOver: returns whether to stop waiting. It is called whenever the wait is interrupted, such as by a signal.
  package init(_ root: String, fileSystem: any FileSystem, quiet: Int32 = 200, isOver: @escaping () -> Bool) {
    self.quiet = quiet
    self.root = root
    self.fileSystem = fileSystem
    self.isOver = isOver
    listen()
  }

  deinit { if descriptor >= 0 { fileSystem.close(descriptor) } }

  /// A change to the files of the library.
  package enum Change: Hashable, Sendable {
    /// These files changed; paths are relative to the library.
    case files(Set<String>)
    /// Folders changed, or the details are unknown.
    case anything
  }

  /// Waits for a change and the subsequent debounce interval. Returns nil if `isOver` returns true.
  package func wait() -> Change? {
    descriptor >= 0 ? waitForEvents() : waitByLooking()
  }

  // MARK: Listening

  /// Watches every folder, or none at all if the system refuses to watch all of them.
  private func listen() {
    #if os(Linux)
      if descriptor >= 0 { fileSystem.close(descriptor) }
      watched = [:]
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      let events =
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR
        | IN_MOVE_SELF | IN_DELETE_SELF
      let all = Folders(root: root, fileSystem: fileSystem)
      var folders = [root]
      while descriptor >= 0, let folder = folders.popLast() {
        // A folder is watched before its subfolders are listed, so that none of them is missed.
        let watch = inotify_add_watch(descriptor, folder, UInt32(events))
        if watch >= 0 {
          watched[watch] = String(folder.dropFirst(root.count + 1))
          folders += all.inside(folder)
        } else if errno != ENOENT {
          fileSystem.close(descriptor)
          descriptor = -1
        }
      }
      isGone = !watched.values.contains("")
      if descriptor >= 0 { listenAbove() }
    #endif
    if descriptor < 0 { seen = signature() }
  }

  #if os(Linux)
    /// Watches the parent folders. Moving or deleting one of them produces no event inside the library.
    private func listenAbove() {
      var folder = root[...]
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        folder = folder[..<slash]
        _ = inotify_add_watch(descriptor, String(folder), UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR))
      }
    }
  #endif

  private func waitForEvents() -> Change? {
    var change: Change?
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, change != nil ? quiet : isGone ? FolderWatch.absence : -1)
      if isOver() { return nil }
      if ready == 0, change == nil {
        // If a folder exists now, it may be a different one, so it has to be watched anew.
        listen()
        if !isGone { return .anything }
      } else if ready == 0 {
        // New folders may need watches.
        if change == .anything { listen() }
        return change
      }
      if ready > 0 { readEvents(&change) }
    }
  }

  private func readEvents(_ change: inout Change?) {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          // A `struct inotify_event` consists of a watch descriptor, a mask, a cookie, the length of the name, and the
          // name.
          while start + 16 <= count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            let name = bytes[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
            if name.first != UInt8(ascii: ".") {
              add(
                String(decoding: name, as: UTF8.self),
                in: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
                mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self), to: &change)
            }
            start += 16 + length
          }
        }
      }
    #endif
  }

  #if os(Linux)
    private func add(_ name: String, in watch: Int32, mask: UInt32, to change: inout Change?) {
      let isFile = mask & UInt32(IN_ISDIR | IN_Q_OVERFLOW | IN_IGNORED) == 0 && !name.isEmpty
      guard isFile, let folder = watched[watch], change != .anything else {
        change = .anything
        return
      }
      var files: Set<String> = if case .files(let files) = change { files } else { [] }
      files.insert(folder.isEmpty ? name : folder + "/" + name)
      change = .files(files)
    }
  #endif

  // MARK: Polling

  private func waitByLooking() -> Change? {
    while true {
      _ = poll(nil, 0, FolderWatch.interval)
      if isOver() { return nil }
      let now = signature()
      if now != seen {
        seen = now
        return .anything
      }
    }
  }

  /// Returns a hash of the names, sizes and modification times of all files (FNV-1a), which changes if any file
  /// changes.
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

  /// Returns the library's folder and all folders below it, without hidden ones.
  private func folders() -> [String] {
    let all = Folders(root: root, fileSystem: fileSystem)
    var folders = [root]
    var next = 0
    while next < folders.count {
      folders += all.inside(folders[next])
      next += 1
    }
    return folders
  }

  private func names(in folder: String) -> [String] {
    entries(of: folder).compactMap(\.name).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
  }

  private func entries(of folder: String) -> [DirectoryEntry] {
    Folders(root: root, fileSystem: fileSystem).entries(of: folder)
  }
}
