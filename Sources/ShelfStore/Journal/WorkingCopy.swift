import ShelfModel

/// A set of files with their current contents and the contents that a change will give them.
///
/// An `EditPlan`, an undo and doctor's repairs collect the new contents here. Nothing is written until its `changes`
/// are committed by a `Transaction`.
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

  /// Returns whether a file was touched, even if its new and current contents are equal.
  package func touches(_ path: String) -> Bool { files[ExactPath(path)] != nil }

  /// Returns the new contents of a file, or nil if the file was not touched. An inner nil means that the file will not
  /// exist.
  package func contents(of path: String) -> [UInt8]?? { files[ExactPath(path)].map(\.new) }

  /// Returns the current contents of a file that was touched, or nil if it does not exist, or was not touched.
  package func original(of path: String) -> [UInt8]? { files[ExactPath(path)]?.old }

  /// Sets the new contents of a file.
  ///
  /// - Parameters:
  ///   - new: the contents, or nil if the file will not exist.
  ///   - old: the current contents, which are used only when the file is touched for the first time.
  package mutating func set(_ path: String, to new: [UInt8]?, from old: @autoclosure () -> [UInt8]?) {
    let path = ExactPath(path)
    if files[path] == nil {
      files[path] = File(old: old(), new: new)
      order.append(path)
    } else {
      files[path]?.new = new
    }
  }

  /// Sets the contents of a new file, unless a file with that path has been touched already.
  ///
  /// - Returns: whether the contents were set.
  package mutating func create(_ path: String, _ contents: [UInt8]) -> Bool {
    let path = ExactPath(path)
    if let known = files.updateValue(File(old: nil, new: contents), forKey: path) {
      files[path] = known
      return false
    }
    order.append(path)
    return true
  }

  /// Forgets a file, as if it had never been touched.
  package mutating func forget(_ path: String) {
    let path = ExactPath(path)
    if files.removeValue(forKey: path) != nil { order.removeAll { $0 == path } }
  }

  /// Adds the changes of another working copy, which is based on this one.
  package mutating func add(_ later: WorkingCopy) {
    for path in later.order {
      guard let file = later.files[path] else { continue }
      set(path.text, to: file.new, from: file.old)
    }
  }

  /// The new contents of the touched files, or nil for a file that will not exist.
  package var contents: [ExactPath: [UInt8]?] { files.mapValues(\.new) }

  /// The changes to files, ordered by when each file was first changed. Files whose contents do not change are omitted.
  package var changes: [FileChange] {
    order.compactMap { path in
      guard let file = files[path], file.old != file.new else { return nil }
      return FileChange(path: path.text, old: file.old, new: file.new)
    }
  }
}
