/// A kind of record. The folder of a file determines its kind.
///
/// A kind is an index into the table of kinds, represented by a byte that is cheap to copy and compare. All properties
/// of a kind are in its row of that table, a `KindDefinition`. The handles `Kind.book`, `Kind.quote` and so on are for
/// code about one particular kind; most code iterates over `Kind.allCases` and asks the schema for fields by their
/// roles.
package struct Kind: Hashable, Sendable {
  /// The position of the kind in the table, and in every array that has one element for each kind.
  package let rawValue: UInt8

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package static func == (a: Kind, b: Kind) -> Bool { a.rawValue == b.rawValue }
}
