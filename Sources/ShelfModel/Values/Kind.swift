/// A kind of record; the folder of a file determines which it is.
///
/// It is the number of a row in the table of kinds, a byte that is cheap to copy and compare. Everything that is known
/// about a kind is in its row, a `KindDefinition`.
package struct Kind: Hashable, Sendable {
  /// The position in the table, and in every list with an entry for each kind.
  package let rawValue: UInt8

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package static func == (a: Kind, b: Kind) -> Bool { a.rawValue == b.rawValue }
}
