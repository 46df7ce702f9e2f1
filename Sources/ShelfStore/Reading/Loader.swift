import ShelfModel
import ShelfSystem
import Synchronization
import YAMLEdit

/// Reads every record of a library, on several threads.
///
/// The loader works level by level, from the kinds' folders down. One task lists a folder and reads its files. A folder
/// with more than 256 files is split into several tasks on the next level, and each subfolder becomes a separate task.
/// The threads take the tasks of a level from a shared counter. The outcomes are then restored to the order of the
/// tasks, so that the order of the records does not depend on the threads.
///
/// A file that cannot be read or is not a record never stops the loader: it is added to `unreadable` with the reason,
/// so that doctor can report it. If another process is making a change, the files of that change are read through an
/// `Overlay`, because their folders may contain old or new versions.
struct Loader {
  let fileSystem: any FileSystem
  /// The library's absolute path.
  let root: String
  let schema: Schema
  let limits: Limits
  let threads: Int
  /// The change that is in progress, whose files are read in their final state.
  var overlay: Overlay?

  /// The records, in the order of the tasks, and the unreadable files, sorted by path.
  struct Result: Sendable {
    var records: [Record] = []
    var unreadable: [UnreadableFile] = []
  }

  /// A unit of work for one thread.
  private struct Task: Sendable {
    var kind: Kind
    /// The folder's path relative to the library.
    var folder: String
    /// The files to read, or nil if the folder has not been listed yet.
    var files: [String]?
  }

  private struct Outcome: Sendable {
    /// Retained records. `load` takes ownership of all of them at once, because copying records between arrays would
    /// update each record's reference count.
    var records: [Unmanaged<Record>] = []
    var unreadable: [UnreadableFile] = []
    var tasks: [Task] = []
  }

  /// The maximum number of files per task; a larger folder is split into several tasks.
  private static let batch = 256

  /// Reads the folders level by level.
  func load() -> Result {
    // The system resolves a path relative to the library's folder faster than an absolute path.
    let base = try? fileSystem.open(root, in: nil, .directory)
    defer { if let base { fileSystem.close(base) } }
    var result = Result()
    var records: [Unmanaged<Record>] = []
    var tasks = Kind.allCases.map { Task(kind: $0, folder: $0.folder) }
    while !tasks.isEmpty {
      let outcomes = perform(tasks, base)
      tasks = []
      for outcome in outcomes {
        records += outcome.records
        result.unreadable += outcome.unreadable
        tasks += outcome.tasks
      }
    }
    result.records = records.map { $0.takeRetainedValue() }
    readOverlay(&result)
    result.unreadable.sort { $0.path < $1.path }
    return result
  }

  /// Performs the tasks on several threads, and returns the outcomes in the order of the tasks.
  private func perform(_ tasks: [Task], _ base: Int32?) -> [Outcome] {
    let next = Atomic(0)
    let outcomes = Parallel.run(threads: min(threads, tasks.count)) {
      var reader = RecordReader(schema: schema, limits: limits)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var mine: [(Int, Outcome)] = []
      while true {
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < tasks.count else { return mine }
        mine.append((position, perform(tasks[position], base, &reader, &buffer)))
      }
    }
    return outcomes.joined().sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func perform(
    _ task: Task, _ base: Int32?, _ reader: inout RecordReader, _ buffer: inout [UInt8]
  ) -> Outcome {
    var outcome = Outcome()
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try openFolder(task, base)
    } catch {
      // A library without quotes has no folder for quotes, and a folder may have been deleted since it was listed.
      if error.code != FileError.notFound {
        outcome.unreadable.append(
          error.code == FileError.isLink
            ? UnreadableFile(path: task.folder, kind: task.kind, cause: .unsafePath, reason: Scanner.linkReason)
            : UnreadableFile(path: task.folder, kind: task.kind, cause: .access, reason: error.reason))
      }
      return outcome
    }
    defer { fileSystem.close(descriptor) }
    if let files = task.files {
      read(files, of: task, descriptor, &reader, &buffer, &outcome)
      return outcome
    }
    let listing = Scanner(fileSystem: fileSystem, root: root).list(task.folder, kind: task.kind, descriptor: descriptor)
    outcome.unreadable = listing.unreadable + listing.capitals.map { capitals(task.folder + "/" + $0, task.kind) }
    outcome.tasks = listing.folders.map { Task(kind: task.kind, folder: task.folder + "/" + $0) }
    if listing.files.count <= Loader.batch {
      read(listing.files, of: task, descriptor, &reader, &buffer, &outcome)
    } else {
      outcome.tasks += stride(from: 0, to: listing.files.count, by: Loader.batch).map { start in
        let files = listing.files[start..<min(start + Loader.batch, listing.files.count)]
        return Task(kind: task.kind, folder: task.folder, files: Array(files))
      }
    }
    return outcome
  }

  /// Adds the records of the change that is in progress.
  private func readOverlay(_ result: inout Result) {
    guard let overlay else { return }
    var reader = RecordReader(schema: schema, limits: limits)
    for (path, bytes) in overlay.contents(of: root, fileSystem, limit: limits.bytes) {
      guard let kind = Kind.allCases.first(where: { path.hasPrefix($0.folder + "/") }) else { continue }
      do throws(UnreadableFile) {
        let bytes = try self.bytes(bytes, kind, path)
        result.records.append(try reader.read(bytes, of: RecordFile(kind: kind, path: path)))
      } catch {
        result.unreadable.append(error)
      }
    }
  }

  /// Returns the report of a file that is skipped because its extension contains capital letters.
  private func capitals(_ path: String, _ kind: Kind) -> UnreadableFile {
    UnreadableFile(
      path: path, kind: kind, cause: .capitals, reason: "is not read, because its ending has capitals",
      source: (try? fileSystem.contents(of: root + "/" + path, limit: limits.bytes)) ?? [])
  }

  private func bytes(
    _ bytes: Swift.Result<[UInt8], FileError>, _ kind: Kind, _ path: String
  ) throws(UnreadableFile) -> [UInt8] {
    do throws(FileError) { return try bytes.get() } catch { throw unreadable(path, kind, error) }
  }

  private func unreadable(_ path: String, _ kind: Kind, _ error: FileError) -> UnreadableFile {
    let megabytes = limits.bytes >> 20
    let reason =
      error.code == FileError.tooLarge ? "is larger than \(megabytes) MiB" : "cannot be read: \(error.reason)"
    return UnreadableFile(path: path, kind: kind, cause: .access, reason: reason)
  }

  private func openFolder(_ task: Task, _ base: Int32?) throws(FileError) -> Int32 {
    let path = root + "/" + task.folder
    if !task.folder.contains("/"), try fileSystem.status(path)?.type == .link {
      throw FileError(code: FileError.isLink, operation: "read", path: path)
    }
    return try fileSystem.open(base == nil ? path : task.folder, in: base, .directory)
  }

  private func read(
    _ names: [String], of task: Task, _ descriptor: Int32, _ reader: inout RecordReader, _ buffer: inout [UInt8],
    _ outcome: inout Outcome
  ) {
    outcome.records.reserveCapacity(names.count)
    for name in names {
      let file = RecordFile(kind: task.kind, folder: task.folder, name: name)
      if let overlay, overlay.paths.contains(file.path) { continue }
      do throws(UnreadableFile) {
        let count = try fill(&buffer, from: file, descriptor)
        let record = buffer.withUnsafeBufferPointer { bytes in
          let source = UnsafeBufferPointer(rebasing: bytes[..<count])
          return Swift.Result { () throws(UnreadableFile) in
            try reader.read(source, of: file)
          }
        }
        outcome.records.append(Unmanaged.passRetained(try record.get()))
      } catch {
        outcome.unreadable.append(error)
      }
    }
  }

  /// Reads a file into the buffer, which grows up to the size limit, and returns the number of bytes.
  private func fill(
    _ buffer: inout [UInt8], from file: RecordFile, _ descriptor: Int32
  ) throws(UnreadableFile) -> Int {
    do throws(FileError) {
      let opened = try fileSystem.open(file.name, in: descriptor, .read)
      defer { fileSystem.close(opened) }
      var count = 0
      while true {
        let room = buffer.count - count
        let result = buffer.withUnsafeMutableBytes { bytes in
          let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
          return Swift.Result { () throws(FileError) in try fileSystem.read(opened, into: rest) }
        }
        let got: Int
        switch result {
        case .success(let some): got = some
        case .failure(let error) where error.code == FileError.interrupted: continue
        case .failure(let error): throw error
        }
        count += got
        if count > limits.bytes { throw FileError(code: FileError.tooLarge, operation: "read", path: file.path) }
        // A read of a regular file returns fewer bytes than requested only at the end of the file.
        if got < room { return count }
        buffer += [UInt8](repeating: 0, count: buffer.count)
      }
    } catch {
      throw unreadable(file.path, file.kind, error)
    }
  }
}
