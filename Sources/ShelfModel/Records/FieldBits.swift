/// The set of fields that occur in a file, with possible false positives.
///
/// It allows a cheap check before a field is looked up in a record: a field that is not in the set is certainly
/// missing.
package struct FieldBits: Sendable {
  /// One bit per field, at its index modulo 64.
  @usableFromInline let bits: UInt64

  /// - Parameter indices: the positions of the fields in their kind's table.
  init(indices: some Sequence<UInt16>) { bits = indices.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

  /// Returns whether the file may contain a field. The result false is certain, whereas true may be a false positive.
  @inlinable package func mayHold(_ field: Field) -> Bool { bits >> UInt64(field.index & 63) & 1 == 1 }
}
