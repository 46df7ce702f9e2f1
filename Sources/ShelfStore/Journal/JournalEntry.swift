import ShelfModel
import YAMLEdit

/// One change to the library as recorded in the journal: the files that it changed, the command, and the time.
package struct JournalEntry: Sendable {
  /// The entry's number. Later changes have greater numbers.
  package internal(set) var sequence: Int
  package let time: Timestamp
  /// The command that made the change, such as `book delete dune`.
  package let command: String
  /// The numbers of the entries that this one undoes.
  package let undoes: [Int]
  /// Whether the entries that this entry undoes are undos, so that it is a redo.
  package let isRedo: Bool
  /// The numbers of the entries that an undo skipped because their files already had the old contents.
  ///
  /// They are treated as undone, and no redo restores them.
  package internal(set) var undoneElsewhere: [Int] = []
  /// The changed files. There are none if the entry undoes changes that cancel each other out.
  package let files: [File]
  /// The size of the old contents that are kept with the entry, in bytes.
  let oldSize: Int
  /// The inode of the folder in which the change was written, or nil if it is unknown. Renaming the folder does not
  /// change its inode.
  let inode: UInt64?
  /// Whether the entry is not known to have been written by shelf in this copy of the library. It may have come with a
  /// copy of the library, or may be forged.
  package internal(set) var isFromElsewhere = true

  /// Whether the entry undoes changes that a redo can restore.
  var isUndo: Bool { !undoes.isEmpty && !isRedo }

  /// Whether the entry only set up git for the library.
  var isSetUp: Bool {
    undoes.isEmpty && files.allSatisfy { [".gitignore", ".gitattributes"].contains($0.path) }
  }

  /// Whether the entry is an import that changed only the import bases and no records, so that there is nothing to
  /// undo.
  package var isMemory: Bool { undoes.isEmpty && files.allSatisfy(\.isMemory) }

  /// The change to one file.
  package struct File: Hashable, Sendable {
    /// The path relative to the library.
    package let path: String
    /// The checksum of the contents before the change, which are kept with the entry, or nil if the file did not exist.
    package let oldChecksum: String?
    /// The checksum of the contents after the change, or nil if the file was deleted.
    package let newChecksum: String?

    /// Whether the file is one of the library's import bases.
    var isMemory: Bool { path.hasPrefix(JournalPath.imports) }

    /// The maximum size of an import base, in bytes.
    static let maxMemory = 1 << 30
  }

  /// Returns a checksum that identifies contents by their length and their 64-bit FNV-1a hash.
  ///
  /// The hash is the one by Fowler, Noll and Vo (RFC 9923). It protects against accidental changes, not against
  /// malicious ones.
  package static func checksum(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return "\(bytes.count)-" + String(hash, radix: 16)
  }

  /// Returns the length that a checksum contains, in bytes, or 0 if it cannot be read.
  package static func size(_ checksum: String) -> Int { checksum.split(separator: "-").first.flatMap(number) ?? 0 }

  /// Parses a number from the journal, which is untrusted input. Returns nil if it is not a number or has more than 15
  /// digits.
  static func number(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count < 16, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The path of the first file that the entry affects in a way that no change to a library may, or nil if there is
  /// none.
  var foreignFile: String? {
    files.first { !JournalPath($0.path).allows(hadFile: $0.oldChecksum != nil, hasFile: $0.newChecksum != nil) }?.path
  }
}

extension JournalEntry {
  private static let limits = Limits(depth: 8, bytes: Journal.entryLimit)

  /// Parses `entry.yaml`, whose contents are untrusted (see `foreignFile`).
  init?(_ bytes: [UInt8]) {
    // Any command may have to read a large entry, so the fast reader for records parses it.
    guard let found = JournalEntry.texts(in: bytes) else { return nil }
    func texts(_ key: String) -> [String] { found[key] ?? [] }
    func text(_ key: String) -> String? { found[key]?.first }
    let (paths, old, new) = (texts("paths"), texts("old"), texts("new"))
    guard let sequence = text("sequence").flatMap(JournalEntry.number),
      let time = text("time").flatMap({ Timestamp($0) }),
      let command = text("command"), let size = text("size").flatMap(JournalEntry.number),
      !paths.isEmpty || !texts("undoes").isEmpty, paths.count == old.count, paths.count == new.count
    else { return nil }
    self.init(
      sequence: sequence, time: time, command: command, undoes: texts("undoes").compactMap(JournalEntry.number),
      isRedo: text("redo") == "true", undoneElsewhere: texts("settled").compactMap(JournalEntry.number),
      files: paths.indices.map {
        File(
          path: paths[$0], oldChecksum: old[$0] == "none" ? nil : old[$0],
          newChecksum: new[$0] == "none" ? nil : new[$0])
      }, oldSize: size, inode: text("inode").flatMap { UInt64($0) })
  }

  /// Returns the text values of a mapping by key, or nil if the bytes are not a mapping. Omits values that are neither
  /// a scalar nor a list of scalars.
  private static func texts(in bytes: [UInt8]) -> [String: [String]]? {
    var reader = MappingReader(limits: limits)
    return bytes.withUnsafeBufferPointer { source in
      guard case .mapping? = try? reader.read(source) else { return nil }
      let (entries, decoded) = (reader.entries, reader.decoded)
      func text(_ range: TextRange) -> String {
        let (start, count) = (Int(range.start), Int(range.count))
        if start < source.count { return String(decoding: source[start..<start + count], as: UTF8.self) }
        return String(decoding: decoded[start - source.count..<start - source.count + count], as: UTF8.self)
      }
      var texts: [String: [String]] = [:]
      var last: (range: TextRange, key: String)?
      for entry in entries where entry.shape != .nested {
        if last?.range != entry.key { last = (entry.key, text(entry.key)) }
        texts[last?.key ?? "", default: []] += entry.shape == .emptyList ? [] : [text(entry.value)]
      }
      return texts
    }
  }

  /// Returns the contents of `entry.yaml`.
  func bytes() throws(EditRefusal) -> [UInt8] {
    func literals(_ texts: [String]) -> Value { .list(texts.map { Scalar($0, form: .literal) }) }
    var entries: [(key: String, value: Value)] = [
      ("sequence", .scalar(Scalar(String(sequence), form: .literal))),
      ("time", .scalar(Scalar(time.description, form: .literal))), ("command", .scalar(Scalar(command))),
      ("size", .scalar(Scalar(String(oldSize), form: .literal))),
    ]
    if let inode { entries.append(("inode", .scalar(Scalar(String(inode), form: .literal)))) }
    if !undoes.isEmpty { entries.append(("undoes", literals(undoes.map(String.init)))) }
    if !undoneElsewhere.isEmpty { entries.append(("settled", literals(undoneElsewhere.map(String.init)))) }
    if isRedo { entries.append(("redo", .scalar(Scalar("true", form: .literal)))) }
    entries.append(("paths", .list(files.map { Scalar($0.path) })))
    entries.append(("old", .list(files.map { Scalar($0.oldChecksum ?? "none") })))
    entries.append(("new", .list(files.map { Scalar($0.newChecksum ?? "none") })))
    return try Document.bytes(of: entries, limits: JournalEntry.limits)
  }
}
