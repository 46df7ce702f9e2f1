import ShelfModel
import ShelfText

/// Recognizes lists in which each row is a loan, such as those of a school or a family. A row has the title, the person
/// and the dates.
///
/// Some column names, such as `Name` and `Date`, mean something else in a list of books. A column that belongs only to
/// loans, such as `Due`, shows that the rows may be loans, unless other columns describe editions or how the books were
/// read. The rows then decide whether they are loans, or books of which a few are lent: most loans have a borrower, and
/// if no column contains the day of a loan, no column numbers the copies of a book.
enum LoanRegister {
  /// Returns whether the columns of a table are those of a loan register.
  ///
  /// - Parameter maps: the fields that the user assigned to columns, by their folded names.
  static func isHeader(_ names: [String], _ maps: [String: FieldHandle]) -> Bool {
    let fields = names.compactMap { maps[ColumnName.fold($0)] ?? ColumnName.guess($0) }
    let letters = names.map { Folding.letters($0) }
    func has(_ words: [String]) -> Bool { letters.contains(where: words.contains) }
    return fields.contains(.title) && !fields.contains(where: ofBooks.contains)
      && (fields.contains(where: ofLoans.contains) || has(lent))
      && (fields.contains(.lentTo) || letters.contains(where: isPerson))
  }

  /// Returns the fields of the columns whose names have another meaning in a list of books.
  ///
  /// If the header is that of a list of books, only the borrower is recognized, next to a column with the due day or
  /// the day of return.
  ///
  /// - Parameters:
  ///   - names: the columns without a field from the user or the library.
  ///   - maps: the fields that the user assigned to columns, by their folded names.
  ///   - isHeader: whether the columns are those of a register.
  static func fields(of names: [String], _ maps: [String: FieldHandle], isHeader: Bool) -> [String: FieldHandle] {
    func has(_ field: FieldHandle) -> Bool {
      maps.contains { $0.value == field && !isClass($0.key) } || names.contains { ColumnName.guess($0) == field }
    }
    func first(_ words: [String]) -> String? {
      words.lazy.compactMap { word in names.first { Folding.letters($0) == word } }.first
    }
    var fields: [String: FieldHandle] = [:]
    let isLending = isHeader || has(.dueOn) || has(.returned)
    if isLending, !has(.lentTo), let name = first(people) ?? names.first(where: { isPerson(Folding.letters($0)) }) {
      fields[name] = .lentTo
    }
    if !isHeader { return fields }
    if !has(.lentOn), let name = first(lent) ?? first(days) { fields[name] = .lentOn }
    if !has(.returned), has(.dueOn), let name = first(back), names.contains(where: { isDue($0, but: name) }) {
      fields[name] = .returned
    }
    return fields
  }

  /// Returns the field of a column in a register, or nil if the column does not describe the loan or the book that it
  /// mentions.
  static func field(_ field: FieldHandle?) -> FieldHandle? {
    field.flatMap {
      ofLoans.contains($0) || [.title, .author, .isbn, .notes, .copies, .lentCopy].contains($0) ? $0 : nil
    }
  }

  /// Returns whether a column contains the classes of pupils. The class is part of the borrower's name.
  static func isClass(_ name: String) -> Bool { classes.contains(Folding.letters(name)) }

  private static func isDue(_ name: String, but other: String) -> Bool {
    name != other && ColumnName.guess(name) == .dueOn
  }

  /// Returns whether a column contains people, by the letters of its name: `Child`, or `With child`.
  private static func isPerson(_ letters: String) -> Bool {
    people.contains(letters)
      || before.contains { letters.hasPrefix($0) && people.contains(String(letters.dropFirst($0.count))) }
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
      + "childname studentname pupilname kind schuler schueler schulerin schuelerin schulerinnen person wer freund "
      + "freundin leser leserin ausleiher ausleiherin entleiher entleiherin eleve enfant emprunteur nom "
      + "alumno alumna nombre nome")
  /// The words before the person in the name of a column.
  private static let before = words("currentlywith nowwith with lentto loanedto borrowedby by bei mit an chez avec con")
  private static let classes = Set(
    words(
      "class schoolclass form grade group yeargroup klasse schulklasse klassenstufe stufe jahrgang jahrgangsstufe jg gruppe "
        + "classe clase curso grupo"))
  private static let lent = words(
    "lent loaned lentout dateout outon checkedout checkedouton checkout borrowed taken takenon ausgeliehen verliehen "
      + "entliehen ausleihe ausleihdatum ausgabe prete sortie prestado")
  private static let days = words("date day out from since on datum am tag von vom seit fecha data")
  private static let back = words("back in backon")
}

extension LoanRegister {
  /// What the rows of a table with the header of a register show.
  struct Rows {
    private let borrowers: [String]
    /// Whether a column contains the day when a copy was lent or came back, as in a list that grows with every loan.
    private let hasDays: Bool
    private var copies: CopyColumns
    private var (rows, lent) = (0, 0)

    /// - Parameters:
    ///   - fields: the fields of the columns.
    ///   - copies: the columns that may contain numbers of copies.
    init(_ fields: [String: FieldHandle], _ copies: CopyColumns) {
      borrowers = fields.filter { $0.value == .lentTo }.map(\.key)
      hasDays = fields.values.contains { $0 == .lentOn || $0 == .returned }
      self.copies = copies
    }

    mutating func add(_ cell: (String) -> String) {
      rows += 1
      if borrowers.contains(where: { !cell($0).trimmed.isEmpty }) { lent += 1 }
      copies.add(cell)
    }

    /// The reason why the rows are books, or nil if they are loans.
    var reasonForBooks: String? {
      if lent * 2 <= rows { return "most rows have no borrower" }
      return hasDays ? nil : copies.numbers().first.map { "“\($0)” differs between rows of one book" }
    }
  }
}
