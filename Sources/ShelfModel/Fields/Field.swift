/// One row of a kind's table of fields: all that the program knows about a field.
///
/// Reading, order of writing, options of commands, output and help are made from these rows. A row never changes, and is
/// passed on for each value of each record: as an object, at the price of counting one reference.
package final class Field: Sendable {
  /// The key in the file, and the name on the command line.
  package let key: String
  package let type: FieldType
  /// Whether a record without it is incomplete.
  package let isRequired: Bool
  /// Whether only the program writes the field.
  package let isAutomatic: Bool
  /// What the field counts as if a file does not have it.
  package let defaultText: String?
  /// Older keys that are still read as this field.
  package let formerKeys: [String]
  /// What happens to the record when the target of this reference is deleted.
  package let deleteRule: DeleteRule
  /// Whether it is long text, which is asked for and shown on lines of its own.
  package let isLong: Bool
  /// What happens to the field when two branches changed it; unless its row says, this follows from the type.
  package let mergeRule: MergeRule
  /// Shorter names in queries and lists of columns; keys of fields take precedence.
  package let shortNames: [String]
  /// What the field means beyond its type.
  package let roles: FieldRoles
  /// The meaning of its values, if it has the role `state`.
  package let states: FieldStates?
  /// How a value looks to a person, if that does not follow from the type.
  package let look: Look
  /// One line that says what the field is for.
  package let help: String
  /// What words of a choice mean, as far as they do not say so themselves.
  package let meanings: [String: String]
  /// The position in the kind's table; set by `Schema`.
  package let index: Int

  package init(
    _ key: String, _ type: FieldType, required: Bool = false, automatic: Bool = false,
    default defaultText: String? = nil,
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

  /// Makes the same row at a position in a library's table.
  init(_ field: Field, at index: Int, formerKeys: [String]) {
    key = field.key
    type = field.type
    isRequired = field.isRequired
    isAutomatic = field.isAutomatic
    defaultText = field.defaultText
    self.formerKeys = formerKeys
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

  /// Returns whether the field has a role.
  package func has(_ role: FieldRoles) -> Bool { roles.contains(role) }

  /// The value of records in the last state; nil if the field does not have the role `state`.
  package var doneValue: FieldValue? { states.flatMap { type.read([$0.done.value]) } }
}

/// What deleting a record does to those that refer to it.
package enum DeleteRule: Sendable {
  /// They are deleted too.
  case cascade
  /// The reference is removed from them.
  case nullify
}
