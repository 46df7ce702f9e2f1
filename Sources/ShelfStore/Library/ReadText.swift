import ShelfModel
import YAMLEdit

/// The result of reading the text of a record while the user edits it.
///
/// If a line cannot be parsed, the record is read without that line (see `LineRecovery`). A record without a usable id
/// keeps the id of its last good version. The record may be shown but must not be written to a file, because its source
/// differs from the text.
package struct ReadText: Sendable {
  /// The record, or nil if the text is not a record.
  package let record: Record?
  /// The reasons why the whole text cannot be read, in file order. The array is empty for a valid record.
  package let errors: [UnreadableFile]
  /// The ranges of the text that the record omits.
  package let ignored: [Range<Int>]
  /// The last good version of a broken record, or nil if there is none.
  private let last: Record?

  /// - Parameter last: the last good version of the record.
  package init(_ bytes: [UInt8], as kind: Kind, path: String, in library: Library, last: @autoclosure () -> Record?) {
    do throws(UnreadableFile) {
      self.init(record: try library.record(in: bytes, as: kind, path: path))
    } catch {
      self.init(recovering: bytes, after: error, as: kind, in: library, last: last())
    }
  }

  private init(record: Record?, errors: [UnreadableFile] = [], ignored: [Range<Int>] = [], last: Record? = nil) {
    self.record = record
    self.errors = errors
    self.ignored = ignored
    self.last = last
  }

  private init(
    recovering bytes: [UInt8], after error: UnreadableFile, as kind: Kind, in library: Library, last: Record?
  ) {
    var reader = RecordReader(schema: library.schema, limits: Limits())
    let file = RecordFile(kind: kind, path: error.path)
    if case .text = error.cause, let recovery = LineRecovery(bytes) {
      let errors = recovery.errors.map { error in
        UnreadableFile(
          path: file.path, kind: kind, cause: .text(error.code), reason: error.message, offset: error.offset, in: bytes)
      }
      let record = try? reader.read(recovery.text, of: file, assuming: last?.id)
      self.init(record: record, errors: errors, ignored: recovery.ignored, last: last)
    } else {
      let isNameless = error.cause == .missingID || error.cause == .invalidID
      let record = isNameless ? try? reader.read(bytes, of: file, assuming: last?.id) : nil
      self.init(record: record, errors: [error], last: last)
    }
  }

  /// The record that the rest of the library sees. If the text is broken and the record has lost its title or all of
  /// its contents, this is its last good version.
  package var shared: Record? {
    guard let record else { return last }
    if errors.isEmpty || !record.title.isEmpty { return record }
    return last ?? record
  }

  /// Whether the only problem with the text is that it has no usable id.
  package var lacksID: Bool { errors.first.map { $0.cause == .missingID || $0.cause == .invalidID } ?? false }

  /// Whether the ignored lines may contain references to other records.
  package var hidesReferences: Bool {
    guard let source = errors.first?.source else { return false }
    return ignored.contains { range in
      source[range].split { $0 == 0x20 || $0 == 0x2C || $0 == 0x5B || $0 == 0x5D || $0 == 0x0A || $0 == 0x0D }
        .contains { $0.count == 36 && RecordID(String(decoding: $0, as: UTF8.self)) != nil }
    }
  }
}

extension Library {
  /// The options for reading texts that are open in an editor.
  package struct Recovery {
    /// Returns the last good version of the record in a file.
    package var last: (String) -> Record?
    /// Whether a text without a usable id is read with the id of its last good version. Otherwise it is unreadable, so
    /// that doctor can look for its id.
    package var keepsNameless: Bool

    package init(keepsNameless: Bool, last: @escaping (String) -> Record?) {
      self.last = last
      self.keepsNameless = keepsNameless
    }

    /// Returns the record of a text that cannot be read as a whole, and whether the record may lack references. Returns
    /// nil if there is no record.
    func record(_ bytes: [UInt8], as kind: Kind, path: String, in library: Library) -> (Record, isPartial: Bool)? {
      let text = ReadText(bytes, as: kind, path: path, in: library, last: last(path))
      if text.lacksID, !keepsNameless { return nil }
      return text.shared.map { ($0, text.hidesReferences) }
    }
  }
}
