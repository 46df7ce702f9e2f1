#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits until something in a library changes.
///
/// If the system reports changes (Linux, with inotify(7)), it listens; elsewhere, and if there are more folders than
/// the system lets it listen to, it checks all files every two seconds.
package final class FolderWatch {
  private let root: String
  private let fileSystem: any FileSystem
  private let isOver: () -> Bool
  private var descriptor: Int32 = -1
  /// The folders that are listened to, as paths relative to the library's, by the system's numbers for them.
  private var watched: [Int32: String] = [:]
  /// Whether the library's folder was not there when it was looked for last.
  private var isGone = false
  /// What polling saw last.
  private var seen: UInt64 = 0

  private let quiet: Int32
  /// Milliseconds between two polls, when the system does not report changes.
  private static let interval: Int32 = 2000
  /// Milliseconds between two looks for a folder that has gone.
  private static let absence: Int32 = 300

  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - quiet: milliseconds without a change after which a change counts as complete: editors and git write several
  ///     files.
  ///   - isOver: returns whether to stop waiting; asked again after each signal.
  package init(_ root: String, fileSystem: any FileSystem, quiet: Int32 = 200, isOver: @escaping () -> Bool) {
    self.quiet = quiet
    self.root = root
    self.fileSystem = fileSystem
    self.isOver = isOver
    listen()
  }

  deinit { if descriptor >= 0 { fileSystem.close(descriptor) } }

  /// What has changed.
  package enum Change: Hashable, Sendable {
    /// These files, as paths relative to the library's folder.
    case files(Set<String>)
    /// Unknown what, or folders.
    case anything
  }

  /// Waits for a change and the quiet moment after it; nil if waiting is over.
  package func wait() -> Change? {
    descriptor >= 0 ? waitForEvents() : waitByLooking()
  }

  // MARK: Listening

  /// Listens to every folder; to none if the system does not let it listen to all.
  private func listen() {
    #if os(Linux)
      if descriptor >= 0 { fileSystem.close(descriptor) }
      watched = [:]
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else {
        seen = signature()
        return
      }
      let folders = Folders(root: root, fileSystem: fileSystem)
      var level = [root]
      // Level by level, each on all processors: a library has a folder for every book with quotes.
      while !level.isEmpty, descriptor >= 0 {
        let added = FolderWatch.listen(to: level, folders, descriptor)
        if added.contains(where: \.isRefused) {
          fileSystem.close(descriptor)
          descriptor = -1
        }
        for (watch, folder) in added.flatMap(\.watches) { watched[watch] = String(folder.dropFirst(root.count + 1)) }
        level = added.flatMap(\.inner)
      }
      isGone = !watched.values.contains("")
      if descriptor >= 0 { listenAbove() }
    #endif
    if descriptor < 0 { seen = signature() }
  }

  #if os(Linux)
    /// What came of listening to some folders.
    private struct AddedWatches: Sendable {
      var watches: [(watch: Int32, folder: String)] = []
      var inner: [String] = []
      /// Whether the system refuses to watch a folder that exists.
      var isRefused = false
    }

    /// Listens to whether the folders above are moved or removed: the library goes along, and nothing in it says so.
    private func listenAbove() {
      var folder = root[...]
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        folder = folder[..<slash]
        _ = inotify_add_watch(descriptor, String(folder), UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR))
      }
    }

    private static func listen(to level: [String], _ folders: Folders, _ descriptor: Int32) -> [AddedWatches] {
      let events =
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR
        | IN_MOVE_SELF | IN_DELETE_SELF
      return Parallel.map(level.count, threads: Machine.processors) { range in
        var added = AddedWatches()
        for folder in level[range] {
          let watch = inotify_add_watch(descriptor, folder, UInt32(events))
          if watch < 0 {
            added.isRefused = added.isRefused || errno != ENOENT
            continue
          }
          added.watches.append((watch, folder))
          added.inner += folders.inside(folder)
        }
        return added
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
        // What is there again may be another one.
        listen()
        if !isGone { return .anything }
      } else if ready == 0 {
        // Folders may have come and gone.
        if change == .anything { listen() }
        return change
      }
      if ready > 0 { readEvents(&change) }
    }
  }

  /// Takes what has been told.
  private func readEvents(_ change: inout Change?) {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          // struct inotify_event: descriptor, mask, cookie, length of the name, and the name.
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

  // MARK: Looking

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

  /// Returns a number that differs once a file has changed (FNV-1a of names, sizes and times).
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

  private func entries(of folder: String) -> DirectoryEntries {
    Folders(root: root, fileSystem: fileSystem).entries(of: folder)
  }
}
