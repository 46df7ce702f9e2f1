import ShelfModel
import YAMLEdit

/// The probable kind of a record, judging by the names of its fields.
struct KindGuess {
  /// The number of mismatches for each kind: fields that the kind does not have, and its title field if the record
  /// lacks it.
  private let mismatches: [Int]

  init(_ keys: some Sequence<String>, _ schema: Schema) {
    let keys = Set(keys).subtracting([Field.idKey, Field.formerIDsKey])
    mismatches = Kind.allCases.map { kind in
      keys.count { schema.field($0, of: kind) == nil } + (keys.contains(kind.titleKey) ? 0 : 1)
    }
  }

  /// Guesses the kind of a file's contents.
  init(_ source: [UInt8], _ schema: Schema) { self.init(try? Document(source), schema) }

  /// Guesses the kind of a file's contents.
  ///
  /// - Parameter document: the parsed file, or nil if it cannot be parsed. In that case, no kind is nearer than
  ///   another.
  init(_ document: Document?, _ schema: Schema) {
    self.init(
      document.map { document in document.entries(of: 0).compactMap { document.text(of: $0.key) } } ?? [], schema)
  }

  var fitting: [Kind] { Kind.allCases.filter { mismatches($0) == 0 } }

  /// The kinds with the fewest mismatches.
  var nearest: [Kind] {
    let minimum = mismatches.min() ?? 0
    return Kind.allCases.filter { mismatches($0) == minimum }
  }

  /// Returns whether another kind matches the fields better.
  func isDoubtful(_ kind: Kind) -> Bool { !nearest.contains(kind) }

  func mismatches(_ kind: Kind) -> Int { mismatches[Int(kind.rawValue)] }
}

extension Record {
  /// Returns whether the fields match another kind better, so that an unknown field probably belongs to that kind and
  /// is not a typo.
  func isDoubtful(_ schema: Schema) -> Bool { KindGuess(keys, schema).isDoubtful(kind) }
}
