import ShelfModel
import YAMLEdit

extension Library {
  /// Returns the library as it would be read with some files changed.
  ///
  /// - Parameters:
  ///   - contents: the new contents by path relative to the library, or nil for a file that does not exist.
  ///   - recovery: the options for reading files that are being edited, or nil to treat broken files as unreadable.
  package func replacing(_ contents: [String: [UInt8]?], recovery: Recovery? = nil) -> Library {
    replacing(Dictionary(uniqueKeysWithValues: contents.map { (ExactPath($0.key), $0.value) }), recovery: recovery)
  }

  /// Returns the library as it would be read with some files changed. `ExactPath` distinguishes paths that differ only
  /// in the encoding of an accent.
  package func replacing(_ contents: [ExactPath: [UInt8]?], recovery: Recovery? = nil) -> Library {
    if contents.isEmpty { return self }
    var records = self.records.filter { contents[ExactPath($0.path)] == nil }
    var unreadable = self.unreadable.filter { contents[ExactPath($0.path)] == nil }
    var reader = RecordReader(schema: schema, limits: Limits())
    for (path, bytes) in contents.map({ ($0.key.text, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
      guard let bytes, let kind = Kind.of(path: path) else { continue }
      do throws(UnreadableFile) {
        records.append(try reader.read(bytes, of: RecordFile(kind: kind, path: path)))
      } catch {
        guard let (record, isPartial) = recovery?.record(bytes, as: kind, path: path, in: self) else {
          unreadable.append(error)
          continue
        }
        records.append(record)
        if isPartial { unreadable.append(error) }
      }
    }
    let manifest =
      contents[ExactPath(Manifest.fileName)].flatMap { $0 }.map { self.manifest.replacing($0) } ?? self.manifest
    unreadable.sort { $0.path < $1.path }
    return Library(
      root: root, manifest: manifest, schema: schema, records: records, unreadable: unreadable, threads: threads)
  }

  /// Returns the library as it would be read with another manifest.
  package func replacing(manifest bytes: [UInt8]) throws(LibraryError) -> Library {
    let manifest = try Manifest.read(bytes, at: root)
    let empty = Library(
      root: root, manifest: manifest, schema: Schema(customFields: manifest.customFields), records: [],
      unreadable: unreadable, threads: threads)
    return empty.replacing(
      Dictionary(records.map { (ExactPath($0.path), Optional($0.source)) }, uniquingKeysWith: { first, _ in first }))
  }
}
