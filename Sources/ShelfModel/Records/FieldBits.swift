/// The fields that a file names, nearly: of a field that is not among them, nothing needs to be asked.
package struct FieldBits: Sendable {
  /// A bit for each field, at its index modulo 64.
  @usableFromInline let bits: UInt64

  /// - Parameter indices: the positions of the fields in their kind's table.
  init(indices: some Sequence<UInt16>) { bits = indices.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

  /// Returns whether the file may name a field; false is certain.
  @inlinable package func mayHold(_ field: Field) -> Bool { bits >> UInt64(field.index & 63) & 1 == 1 }
}
