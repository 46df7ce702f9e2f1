/// One row of a kind's table of fields: all that the program knows about a field.
///
/// Reading, order of writing, options of commands, output and help are made from these rows.
package struct Field: Sendable {
  /// The key in the file, and the name on the command line.
  package let key: String
  package let type: FieldType
  /// True where a record without it is incomplete.
  package let isRequired: Bool
  /// True where only the program writes the field.
  package let isAutomatic: Bool
  /// What the field counts as where a file does not have it.
  package let defaultText: String?
  /// Older keys that still read as this field.
  package let formerKeys: [String]
  /// What happens to the record when the target of this reference is deleted.
  package let deleteRule: DeleteRule
  /// True for long text, which is asked for and shown on lines of its own.
  package let isLong: Bool
  /// What becomes of the field where two branches changed it; where its row does not say, it follows from the type.
  package let mergeRule: MergeRule
  /// How a value looks to a person, where that does not follow from the type.
  package let look: Look
  /// One line that says what the field is for.
  package let help: String
  /// The position in the kind's table; set by `Schema`.
  package internal(set) var index = 0

  package init(
    _ key: String, _ type: FieldType, required: Bool = false, automatic: Bool = false,
    default defaultText: String? = nil,
    formerly formerKeys: [String] = [], onDelete deleteRule: DeleteRule = .nullify, long isLong: Bool = false,
    merging mergeRule: MergeRule? = nil, look: Look = .plain, _ help: String
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
    self.look = look
    self.help = help
  }
}

/// What deleting a record does to the records that refer to it.
package enum DeleteRule: Sendable {
  /// They are deleted too.
  case cascade
  /// The reference is taken out of them.
  case nullify
}
