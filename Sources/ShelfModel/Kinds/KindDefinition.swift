/// Everything that the program knows about a kind of record: a row in the table of kinds.
///
/// Folders, reading, commands and their help, lists, queries, completion, checks and merging follow from these rows.
package struct KindDefinition: Sendable {
  /// The word for one record: the name of the kind's command.
  let singular: String
  /// The word for several, and the name of their folder.
  let plural: String
  /// The article before the word for one.
  let article: String
  /// One sentence that says what the records are.
  package let help: String
  /// What follows `add` when an empty list suggests the first record.
  package let example: String
  /// Example terms for the help of the kind's list.
  package let queryExample: String
  /// The default columns of a list: keys of fields, plurals of kinds that refer to this one.
  package let columns: [String]
  /// The default order of a list, before the title.
  package let order: [SortKey]
  /// Whether no two records have the same name, regardless of case.
  let hasUniqueNames: Bool
  /// Whether there are few enough for a form to list them.
  package let isPickedFromList: Bool
  /// The fields in the order in which a new file is written: the id first, ids of merged records last.
  let fields: [Field]
  /// The position of the field that names a record.
  let titleIndex: Int

  /// A field that a list is sorted by.
  package struct SortKey: Sendable {
    package let key: String
    package let isDescending: Bool

    package static func ascending(_ key: String) -> SortKey { SortKey(key: key, isDescending: false) }

    package static func descending(_ key: String) -> SortKey { SortKey(key: key, isDescending: true) }
  }

  /// Defines a kind.
  ///
  /// - Parameters:
  ///   - plural: if it is not the singular and an "s".
  ///   - article: if it does not follow from the first letter.
  ///   - fields: those between the id and the ids of merged records, which every kind has. One of them is required and
  ///     has the role of the title.
  package init(
    _ singular: String, plural: String? = nil, article: String? = nil, help: String, example: String,
    queryExample: String, columns: [String], order: [SortKey] = [], uniqueNames hasUniqueNames: Bool = false,
    pickedFromList isPickedFromList: Bool = true, fields: [Field]
  ) {
    self.singular = singular
    self.plural = plural ?? singular + "s"
    self.article = article ?? ("aeiou".contains(singular.prefix(1)) ? "an" : "a")
    self.help = help
    self.example = example
    self.queryExample = queryExample
    self.columns = columns
    self.order = order
    self.hasUniqueNames = hasUniqueNames
    self.isPickedFromList = isPickedFromList
    self.fields = [.id(of: singular)] + fields + [.formerIDs]
    guard let titleIndex = self.fields.firstIndex(where: { $0.has(.title) }) else {
      preconditionFailure("\(singular) has no field with the role of the title")
    }
    self.titleIndex = titleIndex
  }
}

extension Field {
  /// The key of the first field of every kind.
  package static let idKey = "id"

  /// The key of the last field of every kind.
  package static let formerIDsKey = "formerIds"

  /// The first field of every kind.
  fileprivate static func id(of singular: String) -> Field {
    Field(idKey, .id, required: true, automatic: true, "Identity of the \(singular)")
  }

  /// The last field of every kind.
  fileprivate static let formerIDs = Field(
    formerIDsKey, .formerIDs, automatic: true, "Ids of records that were merged into this one")
}
