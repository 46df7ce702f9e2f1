/// All properties of a kind of record: a row in the table of kinds.
///
/// Folders, reading, commands and their help, lists, queries, completion, checks and merging are all derived from these
/// rows, so that a new kind only needs a definition such as `KindDefinition.book` and an entry in `Kind.definitions`.
/// `init` adds the id as the first field and the ids of merged records as the last.
package struct KindDefinition: Sendable {
  /// The word for one record, which is also the kind's command.
  let singular: String
  /// The word for several records, which is also the name of their folder.
  let plural: String
  /// The indefinite article for the singular.
  let article: String
  /// One sentence that describes the records.
  package let help: String
  /// Example arguments of `add` for the hint that an empty list shows.
  package let example: String
  /// Example queries for the help of the list command.
  package let queryExample: String
  /// The default columns of a list: keys of fields, and plurals of kinds that refer to this one.
  package let columns: [String]
  /// The default sort keys of a list. The title breaks ties.
  package let order: [SortKey]
  /// Whether the names of the records must be unique, regardless of case.
  let hasUniqueNames: Bool
  /// Whether there are usually so few records that a form can list all of them.
  package let isPickedFromList: Bool
  /// The fields in the order in which a new file lists them, from the id to the ids of merged records.
  let fields: [Field]
  /// The position of the field that names a record.
  let titleIndex: Int

  /// A sort key of a list: a field and a direction.
  package struct SortKey: Sendable {
    package let key: String
    package let isDescending: Bool

    package static func ascending(_ key: String) -> SortKey { SortKey(key: key, isDescending: false) }

    package static func descending(_ key: String) -> SortKey { SortKey(key: key, isDescending: true) }
  }

  /// Defines a kind.
  ///
  /// - Parameters:
  ///   - plural: the plural, unless it is the singular with an “s”.
  ///   - article: the indefinite article, unless it follows from the first letter.
  ///   - fields: the fields between the id and the ids of merged records. One of them must be required and have the
  ///     role `title`.
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
    Field(idKey, .id, required: true, automatic: true, "Unique id of the \(singular)")
  }

  /// The last field of every kind.
  fileprivate static let formerIDs = Field(
    formerIDsKey, .formerIDs, automatic: true, "Ids of records that were merged into this one")
}
