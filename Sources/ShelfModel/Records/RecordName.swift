/// Where a file lies that is being read, without a `String` for its own name.
package struct RecordName {
  package let kind: Kind
  /// The folder relative to the library.
  package let folder: String
  /// The file's own name in UTF-8.
  package let name: UnsafeBufferPointer<UInt8>

  package init(kind: Kind, folder: String, name: UnsafeBufferPointer<UInt8>) {
    self.kind = kind
    self.folder = folder
    self.name = name
  }

  /// The path relative to the library, with `/` between its parts.
  package var path: String { folder + "/" + String(decoding: name, as: UTF8.self) }
}
