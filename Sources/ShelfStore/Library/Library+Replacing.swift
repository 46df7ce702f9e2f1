import ShelfModel
import YAMLEdit

extension Library {
  /// Returns the library as it would be read with some files changed.
  ///
  /// - Parameter contents: the new contents by path relative to the library; nil for a file that does not exist.
  package func replacing(_ contents: [String: [UInt8]?]) -> Library {
    if contents.isEmpty { return self }
    var records = self.records.filter { contents[$0.path] == nil }
    var unreadable = self.unreadable.filter { contents[$0.path] == nil }
    var reader = RecordReader(schema: schema, limits: Limits())
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      guard let bytes, let kind = Kind.of(path: path) else { continue }
      do throws(UnreadableFile) {
        records.append(try reader.read(bytes, of: RecordFile(kind: kind, path: path)))
      } catch {
        unreadable.append(error)
      }
    }
    unreadable.sort { $0.path < $1.path }
    return Library(
      root: root, manifest: manifest, schema: schema, records: records, unreadable: unreadable, threads: threads)
  }
}
