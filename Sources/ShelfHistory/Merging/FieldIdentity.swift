/// The identity of a field in a merge: its index in the kind's table, whichever of its keys the file uses, or the key
/// itself for an undeclared field.
enum FieldIdentity: Hashable {
  case field(Int)
  case unknown([UInt8])
}
