import ShelfText

/// The properties of a kind, from its row in the table of kinds.
extension Kind: CaseIterable {
  /// All kinds, in listing order.
  package static let allCases = Kind.definitions.indices.map { Kind(rawValue: UInt8($0)) }

  /// The kind's row in the table.
  package var definition: KindDefinition { Kind.definitions[Int(rawValue)] }

  /// Returns the kind with this singular noun, or nil if there is none.
  package init?(singular name: String) {
    guard let kind = Kind.allCases.first(where: { $0.singular == name }) else { return nil }
    self = kind
  }

  /// The word for one record of this kind, as used in commands and messages.
  package var singular: String { Kind.definitions[Int(rawValue)].singular }

  /// The word for one record with the indefinite article: “a book”, “an issue”.
  package var withArticle: String { definition.article + " " + singular }

  /// The word for several records.
  package var plural: String { Kind.definitions[Int(rawValue)].plural }

  /// The folder at the top of the library that contains the kind's files.
  package var folder: String { plural }

  /// The key of the field that names a record.
  package var titleKey: String { fields[titleIndex].key }

  /// The position of that field in the kind's table.
  package var titleIndex: Int { Kind.titleIndices[Int(rawValue)] }

  private static let titleIndices = definitions.map(\.titleIndex)

  /// The built-in fields of the kind, in the order in which a new file lists them.
  package var fields: [Field] { Kind.definitions[Int(rawValue)].fields }

  /// Returns a number with the correct form of the noun: “1 book”, “2 books”.
  package func counted(_ count: Int) -> String { count == 1 ? "1 \(singular)" : "\(count.grouped) \(plural)" }
}

extension Kind: CustomStringConvertible {
  package var description: String { singular }
}

extension Kind {
  /// Whether the names of the kind's records must be unique, regardless of case.
  package var hasUniqueNames: Bool { definition.hasUniqueNames }

  /// Whether a record of the kind can be created from its name alone. Commands create such records if the user names an
  /// unknown genre or tag.
  package var isMadeByName: Bool {
    hasUniqueNames && fields.allSatisfy { !$0.isRequired || $0.isAutomatic || $0.has(.title) }
      && !fields.contains { $0.has(.owner) }
  }

  /// Returns a word for each kind, joined into a list: “books, quotes, genres, tags or issues”.
  package static func list(_ conjunction: String, of kinds: [Kind] = allCases, _ word: (Kind) -> String) -> String {
    let words = kinds.map(word)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// The kinds whose records can be created from their names alone, as a list: “genres and tags”.
  package static let madeByName = list("and", of: allCases.filter(\.isMadeByName), \.plural)

  /// Returns the built-in field of the kind that has a role, or nil if there is none.
  package func field(_ role: FieldRoles) -> Field? { fields.first { $0.has(role) } }
}
