/// The location of a file that is being read, without a `String` for its name.
package struct RecordName {
  package let kind: Kind
  /// The path of the folder, relative to the library.
  package let folder: String
  /// The name of the file in UTF-8.
  package let name: UnsafeBufferPointer<UInt8>

  package init(kind: Kind, folder: String, name: UnsafeBufferPointer<UInt8>) {
    self.kind = kind
    self.folder = folder
    self.name = name
  }

  /// The path of the file, relative to the library, with `/` as the separator.
  package var path: String { folder + "/" + String(decoding: name, as: UTF8.self) }
}
