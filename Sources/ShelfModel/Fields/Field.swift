/// One row in a kind's table of fields: everything that the program knows about a field.
///
/// Reading, the order of fields in new files, command-line options, columns, JSON and help are all derived from these
/// rows; the rest follows from the field's roles. `Kind` definitions such as `KindDefinition.book` list the built-in
/// fields, and a library's manifest can declare custom ones. `Schema` combines both into the tables of one library and
/// assigns each field its `index`, which records store instead of the key. A field is immutable. It is passed along
/// with every value of every record, so it is a class: passing an instance costs only one reference count.
package final class Field: Sendable {
  /// The key in files and on the command line.
  package let key: String
  package let type: FieldType
  /// Whether a record that lacks the field is incomplete.
  package let isRequired: Bool
  /// Whether only the program writes the field.
  package let isAutomatic: Bool
  /// The text of the value that is assumed if a record lacks the field, or nil if there is no default.
  package let defaultText: String?
  /// Former keys, which are still read as this field.
  package let formerKeys: [String]
  /// Whether a declaration in `shelf.yaml` replaces the field even if it has the same type. A library may already have
  /// declared a field with the same name as a built-in field that was added after version 1.0, and data that was
  /// declared as private must not become public.
  package let yieldsToDeclared: Bool
  /// The effect on the record when the target of this reference is deleted.
  package let deleteRule: DeleteRule
  /// Whether the field contains long text, which can span several lines and is shown in a paragraph of its own.
  package let isLong: Bool
  /// The rule for merging the field if both sides changed it. By default, it follows from the type.
  package let mergeRule: MergeRule
  /// Alternative names for queries and lists of columns, which are usually shorter. Keys of fields take precedence over
  /// them.
  package let shortNames: [String]
  /// The roles of the field, which describe its meaning beyond its type.
  package let roles: FieldRoles
  /// The meaning of the field's values, if it has the `state` role.
  package let states: FieldStates?
  /// The form in which values are displayed, if it does not follow from the type.
  package let look: Look
  /// One line of help.
  package let help: String
  /// Explanations of those values of a choice that are not self-explanatory.
  package let meanings: [String: String]
  /// The position in the kind's table. `Schema` assigns it.
  package let index: Int

  package init(
    _ key: String, _ type: FieldType, required: Bool = false, automatic: Bool = false,
    default defaultText: String? = nil, yields yieldsToDeclared: Bool = false,
    formerly formerKeys: [String] = [], onDelete deleteRule: DeleteRule = .nullify, long isLong: Bool = false,
    merging mergeRule: MergeRule? = nil, shortNames: [String] = [], roles: FieldRoles = [],
    states: FieldStates? = nil, look: Look = .plain, meanings: [String: String] = [:], _ help: String
  ) {
    self.key = key
    self.type = type
    isRequired = required
    isAutomatic = automatic
    self.defaultText = defaultText
    self.formerKeys = formerKeys
    self.yieldsToDeclared = yieldsToDeclared
    self.deleteRule = deleteRule
    self.isLong = isLong
    self.mergeRule = mergeRule ?? type.mergeRule
    self.shortNames = shortNames
    self.roles = states == nil ? roles : roles.union(.state)
    self.states = states
    self.look = look
    self.help = help
    self.meanings = meanings
    index = 0
  }

  /// Creates a copy of a row for a position in a library's table.
  init(_ field: Field, at index: Int, formerKeys: [String]) {
    key = field.key
    type = field.type
    isRequired = field.isRequired
    isAutomatic = field.isAutomatic
    defaultText = field.defaultText
    self.formerKeys = formerKeys
    yieldsToDeclared = field.yieldsToDeclared
    deleteRule = field.deleteRule
    isLong = field.isLong
    mergeRule = field.mergeRule
    shortNames = field.shortNames
    roles = field.roles
    states = field.states
    look = field.look
    help = field.help
    meanings = field.meanings
    self.index = index
  }

  package func has(_ role: FieldRoles) -> Bool { roles.contains(role) }

  /// Whether the words of a query are searched for in the field. This applies to fields that contain what people
  /// remember about a record: names and sentences, but not numbers, dates or ids.
  package var isSearched: Bool { (type == .text || type == .textList) && !has(.unsearched) }

  /// The value of finished records, or nil if the field does not have the `state` role.
  package var doneValue: FieldValue? { states.flatMap { type.read([$0.done.value]) } }
}

/// The effect of deleting a record on the records that refer to it.
package enum DeleteRule: Sendable {
  /// The records that refer to the deleted record are also deleted.
  case cascade
  /// The reference is removed from the records that refer to the deleted record.
  case nullify
}
