import ShelfModel

/// Files as a change will leave them, beside what they hold now.
///
/// What changes a library, an `EditPlan` or repairs, collects the new contents here; nothing is written before its
/// `changes` go through a `Transaction`.
package struct WorkingCopy {
  private struct File {
    let old: [UInt8]?
    var new: [UInt8]?
  }

  private var files: [ExactPath: File] = [:]
  private var order: [ExactPath] = []

  package init() {}

  /// Whether no file was touched.
  package var isEmpty: Bool { files.isEmpty }

  /// Returns whether a file was touched; it may hold again what it held before.
  package func touches(_ path: String) -> Bool { files[ExactPath(path)] != nil }

  /// Returns what a file will hold, nil in it if the file will not exist; nil if the file was not touched.
  package func contents(of path: String) -> [UInt8]?? { files[ExactPath(path)].map(\.new) }

  /// Returns what a file that was touched held before; nil if it did not exist, or was not touched.
  package func original(of path: String) -> [UInt8]? { files[ExactPath(path)]?.old }

  /// Sets what a file will hold.
  ///
  /// - Parameters:
  ///   - new: the contents; nil if the file will not exist.
  ///   - old: what it holds now; counts only when the file is touched for the first time.
  package mutating func set(_ path: String, to new: [UInt8]?, from old: @autoclosure () -> [UInt8]?) {
    let path = ExactPath(path)
    if files[path] == nil {
      files[path] = File(old: old(), new: new)
      order.append(path)
    } else {
      files[path]?.new = new
    }
  }

  /// Sets what a new file will hold, unless there is one of that path among those that were touched.
  ///
  /// - Returns: whether it was set.
  package mutating func create(_ path: String, _ contents: [UInt8]) -> Bool {
    let path = ExactPath(path)
    if let known = files.updateValue(File(old: nil, new: contents), forKey: path) {
      files[path] = known
      return false
    }
    order.append(path)
    return true
  }

  /// Leaves a file out, as if it had never been touched.
  package mutating func forget(_ path: String) {
    let path = ExactPath(path)
    if files.removeValue(forKey: path) != nil { order.removeAll { $0 == path } }
  }

  /// Adds the changes of another copy, which was made on top of this one.
  package mutating func add(_ later: WorkingCopy) {
    for path in later.order {
      guard let file = later.files[path] else { continue }
      set(path.text, to: file.new, from: file.old)
    }
  }

  /// What the files that were touched will hold; nil for one that will not exist.
  package var contents: [ExactPath: [UInt8]?] { files.mapValues(\.new) }

  /// The changes of files, in the order in which these were touched; empty if each holds again what it held before.
  package var changes: [FileChange] {
    order.compactMap { path in
      guard let file = files[path], file.old != file.new else { return nil }
      return FileChange(path: path.text, old: file.old, new: file.new)
    }
  }
}
