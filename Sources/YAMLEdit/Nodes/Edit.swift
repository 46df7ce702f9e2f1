/// One change of a document; see `Document.applying`.
public enum Edit: Hashable, Sendable {
  /// Replaces the value at the path, of any shape by any shape. An anchor of the old value stays; its tag, which
  /// describes the value, goes with it.
  ///
  /// A list is changed item by item if it was a list before, so the items that stay keep their comments, and the list
  /// its tag.
  case set([Step], Value)

  /// Adds an entry to a mapping, after the named sibling and the commented-out items in it or, for nil, as the first
  /// entry.
  ///
  /// If the sibling is a block scalar that ends with the file and lacks its final line break, the entry is put
  /// before it instead: a line break after it would change its value.
  case insert(key: String, Value, into: [Step], after: String?)

  /// Adds an item at the end of a list, below its commented-out items. An empty value or `[]` becomes a list, any other
  /// scalar the first item of one, with its tag.
  case append(Scalar, to: [Step])

  /// Removes an entry of a mapping or an item of a list.
  ///
  /// With the last child of a collection, block or flow, the entry that holds the collection goes as well; a
  /// collection that is an item or the whole document becomes `[]` or `{}` instead. Comment lines above stay.
  case remove([Step])

  /// Sets the comment at the end of a value's line, or, for nil, takes it away.
  ///
  /// It comes after the value, for a block scalar in its header line, for another collection in block style after
  /// the colon.
  case setComment([Step], String?)

  /// Gives an entry of a mapping another key; the quotes of the key stay.
  case renameKey([Step], to: String)
}
