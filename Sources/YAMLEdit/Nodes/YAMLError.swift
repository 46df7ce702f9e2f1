/// Why bytes cannot be read as one YAML document.
public struct YAMLError: Error, Hashable, Sendable {
  /// The kind of the problem.
  public enum Code: Hashable, Sendable {
    /// The text is not YAML.
    case syntax
    /// The bytes are UTF-16 or invalid UTF-8, or hold a NUL or another control character.
    case encoding
    /// Collections are nested deeper than `Limits.depth`.
    case tooDeep
    /// There are more bytes than `Limits.bytes`, or the text would take unreasonably long to read.
    case tooLarge
    /// A mapping has two entries with the same key.
    case duplicateKey
    /// An alias names an anchor that is not defined before it.
    case undefinedAlias
    /// There is more than one document.
    case severalDocuments
    /// The text holds the markers of an unresolved merge.
    case conflictMarkers
  }

  public var code: Code
  /// What is wrong: lower case, without a period, for instance "could not find expected ':'".
  public var message: String
  /// The offset in bytes of the place that is most useful for repairing the text.
  public var offset: Int

  public init(code: Code, message: String, offset: Int) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  /// Returns the line and the column of a byte offset.
  public static func place(of offset: Int, in bytes: [UInt8]) -> Place {
    bytes.withUnsafeBufferPointer { Place(of: offset, in: $0) }
  }
}
