import ShelfModel
import ShelfText

/// Recognizes lists in which each row is a loan, such as those of a school or a family. A row has the title, the person
/// and the dates.
///
/// Some column names, such as `Name` and `Date`, mean something else in a list of books. A column that belongs only to
/// loans, such as `Due`, shows that the rows are loans, unless other columns describe editions or how the books were
/// read.
enum LoanRegister {
  /// Returns whether the columns of a table are those of a loan register.
  ///
  /// - Parameter maps: the fields that the user assigned to columns, by their folded names.
  static func isHeader(_ names: [String], _ maps: [String: FieldHandle]) -> Bool {
    let fields = names.compactMap { maps[ColumnName.fold($0)] ?? ColumnName.guess($0) }
    let letters = names.map { Folding.letters($0) }
    return fields.contains(.title) && !fields.contains(where: ofBooks.contains)
      && (fields.contains(where: ofLoans.contains) || letters.contains(where: lent.contains))
      && (fields.contains(.lentTo) || letters.contains(where: people.contains))
  }

  /// Returns the fields of the columns whose names have another meaning in a list of books.
  ///
  /// - Parameters:
  ///   - names: the columns without a field from the user or the library.
  ///   - maps: the fields that the user assigned to columns, by their folded names.
  static func fields(of names: [String], _ maps: [String: FieldHandle]) -> [String: FieldHandle] {
    func has(_ field: FieldHandle) -> Bool {
      maps.values.contains(field) || names.contains { ColumnName.guess($0) == field }
    }
    func first(_ words: [String]) -> String? {
      words.lazy.compactMap { word in names.first { Folding.letters($0) == word } }.first
    }
    var fields: [String: FieldHandle] = [:]
    if !has(.lentTo), let name = first(people) { fields[name] = .lentTo }
    if !has(.lentOn), let name = first(lent) ?? first(days) { fields[name] = .lentOn }
    if !has(.returned), has(.dueOn), let name = first(back), names.contains(where: { isDue($0, but: name) }) {
      fields[name] = .returned
    }
    return fields
  }

  private static func isDue(_ name: String, but other: String) -> Bool {
    name != other && ColumnName.guess(name) == .dueOn
  }

  private static let ofLoans: [FieldHandle] = [.lentTo, .lentOn, .dueOn, .returned]
  /// Fields that show that the rows are books rather than loans.
  private static let ofBooks: [FieldHandle] = [
    .isbn, .pages, .publisher, .rating, .status, .readings, .review, .genres, .series, .dateAdded, .owned,
  ]

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// The names of columns that contain people, the clearest first.
  private static let people = words(
    "child pupil student kid reader member patron friend person who whom lender name nameofchild childsname "
      + "childname studentname pupilname kind schuler schulerin person wer freund freundin eleve enfant nom "
      + "alumno alumna nombre nome")
  private static let lent = words(
    "lent loaned lentout dateout outon checkedout checkedouton checkout borrowed taken takenon ausgeliehen verliehen "
      + "entliehen ausleihe ausleihdatum ausgabe prete sortie prestado")
  private static let days = words("date day out from since on datum am tag von vom seit fecha data")
  private static let back = words("back in backon")
}
