import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The file with the user's settings: `$XDG_CONFIG_HOME/shelf/config.yaml`, or else `~/.config/shelf/config.yaml`.
///
/// Changes are validated before they are written, and the previous contents are kept next to the file so that a change
/// can be undone. If the path is a symbolic link, the link's final target is replaced. A file with API keys is made
/// readable only by its owner.
package struct SettingsFile {
  /// The file's absolute path.
  package let path: String
  private let fileSystem: any FileSystem

  /// Returns nil if the environment does not define a folder for the file.
  ///
  /// A relative `XDG_CONFIG_HOME` is ignored, as the XDG Base Directory Specification requires. Otherwise a file in any
  /// working directory could pose as the user's settings.
  package init?(_ environment: [String: String], fileSystem: any FileSystem) {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else { return nil }
    path = folder + "/shelf/config.yaml"
    self.fileSystem = fileSystem
  }

  /// Returns the contents of the file, or an empty array if it does not exist or cannot be accessed, for example in the
  /// home folder of another user.
  package func source() throws(FileError) -> [UInt8] {
    guard let status = try? fileSystem.status(resolved), status.type == .file else { return [] }
    return try fileSystem.contents(of: resolved, limit: Limits().bytes, .input)
  }

  /// Reads the settings.
  ///
  /// - Throws: `UnreadableFile` if a setting is invalid, or `FileError`.
  package func read() throws -> Settings { try SettingsReader(source(), path: path).settings() }

  /// Replaces the file, and creates its folder if necessary. Afterward, `previous` returns the old contents.
  ///
  /// - Throws: `UnreadableFile` if a setting in the new contents is invalid, or `FileError`.
  package func write(_ bytes: [UInt8]) throws {
    let old = try source()
    let settings = try SettingsReader(bytes, path: path).settings()
    let file = resolved
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    _ = try fileSystem.makeDirectories(folder)
    // A file with API keys must be readable only by the owner.
    let mode = settings.lookup.keys.isEmpty ? try fileSystem.status(file)?.mode : 0o600
    try keep(old, before: bytes)
    try fileSystem.replaceFile(file, bytes, mode: mode)
  }

  /// Saves the previous contents if the new contents differ. The saved file is readable only by its owner. Its first
  /// line is a comment with the checksum of the new contents.
  package func keep(_ old: [UInt8], before new: [UInt8]) throws(FileError) {
    if old == new { return }
    _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    try fileSystem.replaceFile(previousPath, SettingsFile.head(before: new) + [0x0A] + old, mode: 0o600)
  }

  /// Returns the first line of the saved file, without its line break.
  private static func head(before new: [UInt8]) -> [UInt8] {
    headStart + JournalEntry.checksum(new).utf8
  }

  private static let headStart = Array("# The settings before ".utf8)

  /// The maximum length of the first line, in bytes.
  private static let maxHead = 80

  /// Returns the contents before the last change by shelf, or nil if shelf has not changed the file yet.
  ///
  /// `isCurrent` is false if the file has been edited since that change.
  package func previous() throws(FileError) -> (bytes: [UInt8], isCurrent: Bool)? {
    guard let status = try fileSystem.status(previousPath), status.type == .file else { return nil }
    let bytes = try fileSystem.contents(of: previousPath, limit: Limits().bytes + SettingsFile.maxHead)
    let head = bytes.prefix { $0 != 0x0A }
    // Older versions wrote only the contents.
    guard head.starts(with: SettingsFile.headStart) else { return (bytes, true) }
    return (Array(bytes.dropFirst(head.count + 1)), head.elementsEqual(SettingsFile.head(before: try source())))
  }

  package var previousPath: String { path + ".previous" }

  /// The path with symbolic links resolved, since many people keep their configuration in a different folder and link
  /// to it.
  package var resolved: String { fileSystem.resolve(path) ?? path }
}

extension SettingsEdit {
  /// Changes one setting and keeps all others.
  ///
  /// The scalar `lookup: off` cannot be combined with other lookup settings, so the switch is `lookup.enabled` if there
  /// are any such settings.
  package mutating func setSetting(_ keys: [String], to value: Value) throws(EditError) {
    let (lookup, enabled) = (["lookup"], ["lookup", "enabled"])
    func literal(_ isOn: Bool) -> Value { .scalar(Scalar(String(isOn), form: .literal)) }
    guard keys.first == lookup[0] else { return try set(keys, to: value) }
    let node = document.node(at: lookup.map(Step.key))
    let hasOthers = node.map { document.nodes[$0].kind == .mapping } ?? false
    if keys == lookup {
      guard hasOthers else { return try set(lookup, to: value) }
      guard case .scalar(let scalar) = value, case .boolean(let isOn)? = FieldType.boolean.read([scalar.text]) else {
        return try set(enabled, to: value)
      }
      return try set(enabled, to: literal(isOn))
    }
    if let text = node.flatMap({ document.text(of: $0) }), case .boolean(let isOn)? = FieldType.boolean.read([text]) {
      try set(lookup, to: .mapping([Value.Entry("enabled", literal(isOn))]))
    }
    try set(keys, to: value)
  }
}
