import ShelfModel

/// One assignment to a field of a record, with parsed values and resolved references.
package struct Assignment: Sendable {
  package var field: Field
  package var operation: Operation
  /// The values in the form that is written to the file. An empty list clears the field.
  package var values: [Value]

  package enum Operation: Sendable {
    case set
    /// Adds values to a list, except those that it already contains.
    case add
    /// Adds values to a list even if the list already contains them. For example, two readings may have ended on the
    /// same day.
    case append
    /// Removes values from a list.
    case remove
  }

  /// A value in the form in which it is written to the file.
  package struct Value: Hashable, Sendable {
    package var text: String
    /// The name of a reference's target, which is written as a comment after the reference.
    package var name: String?

    package init(text: String, name: String? = nil) {
      self.text = text
      self.name = name
    }
  }

  package init(_ field: Field, _ operation: Operation, _ values: [Value]) {
    self.field = field
    self.operation = operation
    self.values = values
  }

  /// If this assignment adds to or subtracts from a number, or the numbers of copies in a text, returns the assignment
  /// of the result. Otherwise returns this assignment.
  ///
  /// A missing value counts as 0, or as 1 if the field is the number of copies.
  ///
  /// - Parameter earlier: the previous assignment to the same field in the same change, as this function returned it,
  ///   or nil if there is none.
  /// - Throws: `AssignmentError.wrongType` if the result is not valid for the field.
  package func addedUp(in record: Record, after earlier: Assignment? = nil) throws(AssignmentError) -> Assignment {
    if field.isLong, !field.type.isList, operation == .add, let text = values.first?.text {
      let old = record.texts(of: field).first?.trimmed ?? ""
      return old.isEmpty ? .set(field, to: text) : .set(field, to: "\(old)\n\n\(text)\n")
    }
    let texts = earlier?.values.map(\.text) ?? record.texts(of: field)
    if field.type == .text, operation != .set {
      let old = CopyNumbers.numbers(in: texts, of: field)
      var new = old
      for number in CopyNumbers.numbers(in: values.map(\.text), of: field) {
        if operation == .remove {
          new.removeAll { CopyNumbers.areSame($0, number) }
        } else if !new.contains(where: { CopyNumbers.areSame($0, number) }) {
          new.append(number)
        }
      }
      // If no number changes, the text keeps its separators.
      if new == old { return Assignment(field, .set, texts.map { Value(text: $0) }) }
      return Assignment(field, .set, new.isEmpty ? [] : [Value(text: new.joined(separator: "; "))])
    }
    if field.type == .textList, operation == .remove, CopyNumberName.matches(field.key) {
      // An item may have other leading zeros than the number that the user typed.
      let items = record.texts(of: field)
      let same = values.map { value -> Value in
        if items.contains(value.text) { return value }
        return items.first { CopyNumbers.areSame($0, value.text) }.map { Value(text: $0) } ?? value
      }
      return Assignment(field, .remove, same)
    }
    guard field.addsUp, operation != .set, let change = values.first.flatMap({ Int($0.text) }) else { return self }
    let value = earlier == nil ? record.value(of: field) : field.type.read(texts)
    let old = if case .integer(let number)? = value { number } else { field.has(.copies) ? 1 : 0 }
    let (new, overflow) =
      operation == .remove ? old.subtractingReportingOverflow(change) : old.addingReportingOverflow(change)
    guard !overflow, field.type.read([String(new)]) != nil else { throw .wrongType(String(new), field, nearest: []) }
    return .set(field, to: String(new))
  }

  /// Returns an assignment that sets a field to a single value. The caller must ensure that the value is valid for the
  /// field's type.
  package static func set(_ field: Field, to text: String) -> Assignment {
    Assignment(field, .set, [Value(text: text)])
  }
}
