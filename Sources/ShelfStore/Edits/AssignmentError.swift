import ShelfModel

/// The reason why a value cannot be assigned to a field.
package enum AssignmentError: Error, Sendable {
  case notAnAssignment(String)
  case unknownField(String, Kind, nearest: [String], all: [String], value: String = "")
  case automatic(Field, Kind)
  case notAList(Field)
  case empty(Field, Kind)
  /// A date in the future, for a field that records past events.
  case future(String)
  case wrongType(String, Field, nearest: [String])
  case lineBreak(Field, isTab: Bool)
  case controlCharacter(Unicode.Scalar, Field)
  /// - Parameter isCreatable: whether a record with the name could be created.
  case reference(RecordFinder.Failure, isCreatable: Bool)
}
