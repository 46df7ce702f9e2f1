/// The reason why bytes cannot be read as one YAML document.
public struct YAMLError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// The text is not valid YAML.
    case syntax
    /// The bytes are UTF-16 or invalid UTF-8, or contain a NUL or another control character.
    case encoding
    /// Collections are nested deeper than `Limits.depth`.
    case tooDeep
    /// There are more than `Limits.bytes` bytes, or the text would take unreasonably long to parse.
    case tooLarge
    /// A mapping has two entries with the same key.
    case duplicateKey
    /// An alias refers to an anchor that is not defined before it.
    case undefinedAlias
    /// The text contains more than one document.
    case severalDocuments
    /// The text contains the markers of an unresolved merge conflict.
    case conflictMarkers
  }

  public var code: Code
  /// A description of the problem, in lower case and without a period, such as "could not find expected ':'".
  public var message: String
  /// The byte offset that is most helpful for fixing the text.
  public var offset: Int

  /// Returns the line and column of a byte offset.
  public static func place(of offset: Int, in bytes: [UInt8]) -> Place {
    bytes.withUnsafeBufferPointer { Place(of: offset, in: $0) }
  }
}
