import ShelfText

/// What the table says of a kind.
extension Kind: CaseIterable {
  /// All kinds, in the order in which they are always listed.
  package static let allCases = Kind.definitions.indices.map { Kind(rawValue: UInt8($0)) }

  /// Everything that is known about the kind.
  package var definition: KindDefinition { Kind.definitions[Int(rawValue)] }

  /// The kind that goes by this word for one of its records; nil if there is none.
  package init?(singular name: String) {
    guard let kind = Kind.allCases.first(where: { $0.singular == name }) else { return nil }
    self = kind
  }

  /// Returns the word for one record of this kind, as commands and messages use it.
  package var singular: String { Kind.definitions[Int(rawValue)].singular }

  /// Returns the word for one record after its article: "a book", "an issue".
  package var withArticle: String { definition.article + " " + singular }

  /// Returns the word for several records, which is also the name of the kind's folder.
  package var plural: String { Kind.definitions[Int(rawValue)].plural }

  /// Returns the folder at the top of the library that holds the kind's files.
  package var folder: String { plural }

  /// Returns the key of the field that names a record to a person.
  package var titleKey: String { fields[titleIndex].key }

  /// Returns the position of that field in the kind's table.
  package var titleIndex: Int { Kind.titleIndices[Int(rawValue)] }

  private static let titleIndices = definitions.map(\.titleIndex)

  /// Returns the kind's own table of fields, in the order in which a new file is written.
  package var fields: [Field] { Kind.definitions[Int(rawValue)].fields }

  /// Returns "1 book", "2 books".
  package func counted(_ count: Int) -> String { count == 1 ? "1 \(singular)" : "\(count.grouped) \(plural)" }
}

extension Kind: CustomStringConvertible {
  package var description: String { singular }
}

extension Kind {
  /// Whether no two records of this kind have the same name, regardless of case.
  package var hasUniqueNames: Bool { definition.hasUniqueNames }

  /// Whether a name is enough to create a record, as with a genre or tag that a command mentions.
  package var isMadeByName: Bool {
    hasUniqueNames && fields.allSatisfy { !$0.isRequired || $0.isAutomatic || $0.has(.title) }
      && !fields.contains { $0.has(.owner) }
  }

  /// Returns a word for each kind, as a list: "books, quotes, genres, tags or issues".
  package static func list(_ conjunction: String, of kinds: [Kind] = allCases, _ word: (Kind) -> String) -> String {
    let words = kinds.map(word)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// The kinds whose records a name is enough to create: "genres and tags".
  package static let madeByName = list("and", of: allCases.filter(\.isMadeByName), \.plural)

  /// Returns the field of the kind's own table that has a role.
  package func field(_ role: FieldRoles) -> Field? { fields.first { $0.has(role) } }
}
