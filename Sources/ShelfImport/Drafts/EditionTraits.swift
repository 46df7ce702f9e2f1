import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// The properties that distinguish editions and copies of a book, for books that are identified only by their title and
/// authors.
///
/// Two descriptions contradict each other in a field if both have a value for it and the values differ; a missing value
/// contradicts nothing. Readings, ratings, reviews, genres, tags and declared lists add up, so they never contradict.
/// Notes, custom fields and the date when a book was added contradict unless the rows are entries of a reading log,
/// which describe two readings of the same copy. If both descriptions have the same ISBN, they describe the same
/// edition, and only the properties of a copy, such as its position on the shelves, can contradict each other.
struct EditionTraits {
  private var texts: [FieldHandle: Set<String>] = [:]
  private var number: ISBN?
  private var series: [String] = []
  private var contributors: [Contributor] = []
  private var creators: Set<String> = []
  /// The start and end dates of all readings.
  private var readings: Set<String> = []

  /// - Parameters:
  ///   - fields: the fields that may have values.
  ///   - texts: returns the text values of a field.
  init(_ fields: some Sequence<FieldHandle>, _ texts: (FieldHandle) -> [String]) {
    for field in fields where !EditionTraits.addingUp.contains(field) {
      let all = EditionTraits.numbersCopies(field) ? texts(field).flatMap(CopyNumbers.split) : texts(field)
      let values = all.map(CleanText.line).filter { !$0.isEmpty }
      if values.isEmpty { continue }
      switch field {
      case .isbn: number = values.first.flatMap { ISBN(exported: $0) }
      case .series: series = values
      case .contributors: contributors = values.map { Contributor($0) }
      default: self.texts[field] = Set(values.map { EditionTraits.form($0, field) })
      }
    }
    creators = Set(texts(.author).map(Likeness.name))
    readings = Set(texts(.readings))
    let end = texts(.dateCompleted).first ?? texts(.dateAbandoned).first ?? ""
    let latest = "\(texts(.dateStarted).first ?? "")/\(end)"
    if latest != "/" { readings.insert(latest) }
  }

  /// Creates the description of a draft's book.
  init(_ draft: Draft) { self.init(draft.fields.map(\.key).filter { !draft.declaredLists.contains($0) }) { draft[$0] } }

  /// Returns the keys of the fields whose values contradict those in another book's description, in alphabetical order.
  func contradictions(of other: EditionTraits) -> [String] {
    let isOneEdition = number != nil && number == other.number
    let isLog = !readings.isEmpty && !other.readings.isEmpty && readings.isDisjoint(with: other.readings)
    var keys: [String] = []
    if !creators.isEmpty, !other.creators.isEmpty, creators != other.creators { keys.append(FieldHandle.author.key) }
    for (field, values) in texts {
      guard let others = other.texts[field] else { continue }
      if isOneEdition && EditionTraits.ofEdition.contains(field) { continue }
      // A number tells copies apart, even if each of them was read.
      let isOfEntry =
        EditionTraits.ofEntry.contains(field)
        || !EditionTraits.builtIn.contains(field.key) && !CopyNumberName.matches(field.key)
      if isLog && isOfEntry { continue }
      if !EditionTraits.agree(values, others, field) { keys.append(field.key) }
    }
    if isOneEdition { return keys.sorted() }
    if let number, let known = other.number, number != known { keys.append(FieldHandle.isbn.key) }
    if SeriesPlace.tellApart(series, other.series) { keys.append(FieldHandle.series.key) }
    if contradictsContributors(of: other) { keys.append(FieldHandle.contributors.key) }
    return keys.sorted()
  }

  /// The result of comparing the numbers that people give to their copies.
  enum CopyComparison: Int {
    case same, unknown, different
  }

  /// Compares the numbers of the copies that the two descriptions are about.
  ///
  /// - Parameter fields: the fields with such numbers.
  func comparedCopy(with other: EditionTraits, numberedBy fields: Set<FieldHandle>) -> CopyComparison {
    var comparison = CopyComparison.unknown
    for field in fields {
      guard let mine = texts[field], let others = other.texts[field] else { continue }
      if !Set(mine.map(CopyNumbers.key)).isDisjoint(with: others.map(CopyNumbers.key)) { return .same }
      comparison = .different
    }
    return comparison
  }

  /// Returns the number of fields whose values agree with those in another book's description.
  func agreements(with other: EditionTraits) -> Int {
    let fields = texts.count { field, values in
      other.texts[field].map { EditionTraits.agree(values, $0, field) } ?? false
    }
    let isOneEdition = number != nil && number == other.number
    let shared = contributors.contains { one in other.contributors.contains { EditionTraits.isSame(one, $0) } }
    return fields + (isOneEdition ? 1 : 0) + (shared ? 1 : 0) + (creators == other.creators ? 1 : 0)
      + (readings.isDisjoint(with: other.readings) ? 0 : 1)
  }

  /// Returns whether the two descriptions name different people for the same role, such as different translators.
  private func contradictsContributors(of other: EditionTraits) -> Bool {
    contributors.contains { one in
      let others = other.contributors.filter { $0.role == one.role }
      let own = contributors.filter { $0.role == one.role }
      return !others.isEmpty && !own.contains { own in others.contains { EditionTraits.isSame(own, $0) } }
    }
  }

  private static func isSame(_ one: Contributor, _ other: Contributor) -> Bool {
    let (one, other) = (
      Likeness(title: "", creators: [one.name], number: nil), Likeness(title: "", creators: [other.name], number: nil)
    )
    return one.mayShareCreator(with: other)
  }

  private static func agree(_ some: Set<String>, _ others: Set<String>, _ field: FieldHandle) -> Bool {
    if some.isSubset(of: others) || others.isSubset(of: some) { return true }
    guard some.count == 1, others.count == 1, let one = some.first, let other = others.first else { return false }
    // For example, `Penguin` agrees with `Penguin Classics`, `1954` agrees with `1954-03`, and a note agrees with a
    // longer version of the same note.
    return loose.contains(field) && (one.hasPrefix(other) || other.hasPrefix(one))
  }

  private static func form(_ text: String, _ field: FieldHandle) -> String {
    switch field {
    case .editionDate, .dateAdded: text
    case .language: LanguageName.keys(of: text).joined(separator: " ")
    default: Folding.letters(text)
    }
  }

  /// Fields that do not distinguish copies: rows about the same copy may state different values, or the field does not
  /// describe the copy at all.
  private static let addingUp = Set<FieldHandle>(
    [
      "title", "author", "status", "rating", "genres", "tags", "dateStarted", "dateCompleted", "dateAbandoned",
      "readings", "progress", "timesRead", "review", "synopsis", "sources", "loans", "readingLog", "public",
      "recommendedBy", "owned", "copies", "lentOn", "dueOn",
    ].map { FieldHandle(named: $0) })

  /// Fields whose values may differ between the entries of a reading log.
  private static let ofEntry: Set<FieldHandle> = [.notes, .dateAdded]

  /// Returns whether a field may contain the numbers of several copies, as it does after a merge of copies.
  private static func numbersCopies(_ field: FieldHandle) -> Bool {
    !builtIn.contains(field.key) && CopyNumberName.matches(field.key) && !CopyNumberName.isOfTitle(field.key)
  }

  private static let builtIn = Set(Kind.book.fields.map(\.key))

  /// Fields that describe an edition rather than a copy.
  fileprivate static let ofEdition = Set<FieldHandle>(
    [
      "publisher", "place", "year", "edition", "editionDate", "originalTitle", "pages", "duration", "language",
      "format",
    ].map { FieldHandle(named: $0) })

  private static let loose: Set<FieldHandle> = [.publisher, .format, .editionDate, .dateAdded, .notes]
}

extension Draft {
  private var describesEdition: Bool { EditionTraits.ofEdition.contains { !self[$0].isEmpty } }

  /// Whether a row names its book as briefly as people do in a reading diary: by its title and the family names of the
  /// authors, or by its title alone if the row describes a reading.
  var isBrief: Bool {
    guard isKnownByTitle, rows > 0, !isLoan, self[.isbn].isEmpty, !describesEdition else { return false }
    if self[.author].isEmpty { return isOfReading }
    return self[.author].allSatisfy { Folding.words($0).count == 1 }
  }

  /// Whether the row is about reading a book, as in a diary.
  var isOfReading: Bool {
    let ofReading: [FieldHandle] = [.dateStarted, .dateCompleted, .readings, .notes, .review]
    return ofReading.contains { !self[$0].isEmpty }
  }

  /// Whether a book is identified only by its title and authors, as in tables and lists that people wrote themselves.
  var isKnownByTitle: Bool {
    kind == .book && id == nil && statedID == nil && !isVerbatim && !isNew && bareSource == nil
  }
}
