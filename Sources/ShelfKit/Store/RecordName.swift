/// Where a file lies that is being read, without a `String` for its own name.
struct RecordName {
  let kind: Kind
  /// The folder relative to the library.
  let folder: String
  /// The file's own name in UTF-8.
  let name: UnsafeBufferPointer<UInt8>

  /// The path relative to the library, with `/` between its parts.
  var path: String { folder + "/" + String(decoding: name, as: UTF8.self) }
}
