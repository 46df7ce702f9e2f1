import ShelfModel
import YAMLEdit

/// The kind of a record, judging by the names of its fields.
struct KindGuess {
  /// How many fields speak against each kind: those that it does not know, and the one that names its records if that
  /// is missing.
  private let strangers: [Int]

  init(_ keys: some Sequence<String>, _ schema: Schema) {
    let keys = Set(keys).subtracting([Field.idKey, Field.formerIDsKey])
    strangers = Kind.allCases.map { kind in
      keys.count { schema.field($0, of: kind) == nil } + (keys.contains(kind.titleKey) ? 0 : 1)
    }
  }

  /// Makes a guess about the contents of a file.
  init(_ source: [UInt8], _ schema: Schema) {
    let document = try? Document(source)
    self.init(
      document.map { document in document.entries(of: 0).compactMap { document.text(of: $0.key) } } ?? [], schema)
  }

  /// The kinds that know all the fields.
  var fitting: [Kind] { Kind.allCases.filter { against($0) == 0 } }

  /// The kinds against which the fewest fields speak.
  var nearest: [Kind] {
    let least = strangers.min() ?? 0
    return Kind.allCases.filter { against($0) == least }
  }

  /// Returns whether the fields look more like those of another kind.
  func isDoubtful(_ kind: Kind) -> Bool { !nearest.contains(kind) }

  /// How many fields speak against a kind.
  func against(_ kind: Kind) -> Int { strangers[Int(kind.rawValue)] }
}

extension Record {
  /// Returns whether the fields look more like those of another kind, so that a field that this kind does not know is
  /// rather one of the other kind than a slip.
  func isDoubtful(_ schema: Schema) -> Bool { KindGuess(keys, schema).isDoubtful(kind) }
}
