import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The file of a reader's settings: `$XDG_CONFIG_HOME/shelf/config.yaml`, or else `~/.config/shelf/config.yaml`.
package struct SettingsFile {
  /// The file's absolute path.
  package let path: String
  private let fileSystem: any FileSystem

  /// Returns nil if the environment names no folder for it; a relative `XDG_CONFIG_HOME` is none, as in the XDG Base
  /// Directory Specification: a file that comes with a folder is not the reader's own.
  package init?(_ environment: [String: String], fileSystem: any FileSystem) {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else { return nil }
    path = folder + "/shelf/config.yaml"
    self.fileSystem = fileSystem
  }

  /// Returns what is in the file; nothing if there is no file, or none that can be reached, as in the home folder of a
  /// user whose rights the program does not have.
  package func source() throws(FileError) -> [UInt8] {
    guard let status = try? fileSystem.status(resolved), status.type == .file else { return [] }
    return try fileSystem.contents(of: resolved, limit: Limits().bytes, .input)
  }

  /// Reads the settings.
  ///
  /// - Throws: `UnreadableFile` if one of them is not valid, `FileError`.
  package func read() throws -> Settings { try SettingsReader(source(), path: path).settings() }

  /// Replaces the file, and makes the folder that it is in. The text that it had is kept for `previous`.
  ///
  /// - Throws: `UnreadableFile` if the new text has a setting that is not valid; `FileError`.
  package func write(_ bytes: [UInt8]) throws {
    let old = try source()
    let settings = try SettingsReader(bytes, path: path).settings()
    let file = resolved
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    _ = try fileSystem.makeDirectories(folder)
    // What holds a key is for no one else to read.
    let mode = settings.lookup.keys.isEmpty ? try fileSystem.status(file)?.mode : 0o600
    try keep(old, before: bytes)
    try fileSystem.replaceFile(file, bytes, mode: mode)
  }

  /// Keeps the text that the file had before a change, for its owner alone to read.
  package func keep(_ old: [UInt8], before new: [UInt8]) throws(FileError) {
    if old == new { return }
    _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    try fileSystem.replaceFile(previousPath, old, mode: 0o600)
  }

  /// Returns the text that the file had before its last change; nil if shelf has not changed it.
  package func previous() throws(FileError) -> [UInt8]? {
    guard let status = try fileSystem.status(previousPath), status.type == .file else { return nil }
    return try fileSystem.contents(of: previousPath, limit: Limits().bytes)
  }

  package var previousPath: String { path + ".previous" }

  /// Where the file really is: many people keep it elsewhere, and have a link to it here.
  package var resolved: String { fileSystem.resolve(path) ?? path }
}

extension SettingsEdit {
  /// Sets a setting of the reader's, and keeps all others. `lookup: off` has no place for others beside it, so it becomes
  /// `enabled: false` among them.
  package mutating func setSetting(_ keys: [String], to value: Value) throws(EditError) {
    let (lookup, enabled) = (["lookup"], ["lookup", "enabled"])
    guard keys.first == lookup[0] else { return try set(keys, to: value) }
    let node = document.node(at: lookup.map(Step.key))
    let hasOthers = node.map { document.nodes[$0].kind == .mapping } ?? false
    let isOff = node.flatMap { document.text(of: $0) } == "off"
    let off = Value.scalar(Scalar("false", form: .literal))
    if keys == lookup { return try set(hasOthers ? enabled : keys, to: hasOthers ? off : value) }
    if isOff { try set(lookup, to: .mapping([Value.Entry("enabled", off)])) }
    try set(keys, to: value)
  }
}
