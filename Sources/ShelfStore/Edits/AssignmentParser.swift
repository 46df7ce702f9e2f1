import ShelfModel
import ShelfText

/// Parses assignments that a person typed: checks each value against its field's type, and resolves names to records.
///
/// `rating=5` sets a field, `genres+=Fantasy` adds to a list, `genres-=Horror` removes a value from it, and `review=`
/// clears a field; `copies+=1` and `copies-=1` change a number, and `notes+=TEXT` adds a paragraph. If a genre or tag
/// does not exist yet, its name is added to `missing` with a new id, and the caller creates the record in the same
/// plan. The parser does not guess: it reports an unknown field or choice together with similar ones, and an ambiguous
/// name together with the candidates.
package struct AssignmentParser {
  package let library: Library
  private let finder: RecordFinder
  /// The date that `today` stands for.
  package let today: CalendarDate
  /// The time zone for times without an offset.
  let localTime: LocalTime
  /// Returns an id for a new record that needs only a name, such as a genre. If this function is nil, a missing record
  /// is an error.
  let newID: (() -> RecordID)?
  /// The names that may create a missing record, or nil for all names.
  private let allowed: Set<RecordFinder.Choice>?
  /// Whether an assignment such as `copies+=1` can change a number, the numbers of copies in a text, or a long text.
  /// The caller then has to replace the assignment with `Assignment.addedUp(in:)`.
  package var addsToValues = false
  /// The records that have to be created for the parsed values.
  package private(set) var missing: [(kind: Kind, id: RecordID, name: String)] = []

  /// - Parameters:
  ///   - finder: finds records by the names that the user typed.
  ///   - newID: returns an id for a new record that needs only a name; if nil, a missing record is an error.
  ///   - allowed: the names that may create a missing record, or nil for all names.
  package init(
    _ finder: RecordFinder, today: CalendarDate, localTime: LocalTime = .utc,
    creatingWith newID: (() -> RecordID)? = nil, only allowed: Set<RecordFinder.Choice>? = nil
  ) {
    library = finder.library
    self.finder = finder
    self.today = today
    self.localTime = localTime
    self.newID = newID
    self.allowed = allowed
  }

  /// Parses an assignment to the field with a key.
  package mutating func read(
    key: String, _ operation: Assignment.Operation, _ value: String, _ kind: Kind
  ) throws(AssignmentError) -> Assignment {
    guard let field = library.schema.field(named: key, of: kind) else {
      let keys = library.schema.fields(of: kind).filter { !$0.isAutomatic }.map(\.key)
      let names = library.schema.fieldNames(of: kind)
      throw .unknownField(key, kind, nearest: Nearest.words(to: key, among: names), all: keys, value: value)
    }
    guard !field.isAutomatic else { throw .automatic(field, kind) }
    let isNumbered = CopyNumbers.areIn(field, of: kind, library.schema)
    let addsUp = addsToValues && (field.addsUp || isNumbered || field.isLong && operation == .add)
    if operation != .set, !field.type.isList, !addsUp { throw .notAList(field) }
    let value = field.isLong ? value : value.trimmed
    // A plain `~` records that the field is deliberately empty. So does the word “none”, unless a record has that name.
    if field.has(.owner), operation == .set, value == "~" || isNone(value, field) { return .set(field, to: "~") }
    // A list may contain items without a value. Subtracting `~` removes them.
    if operation == .remove, value == "~" { return Assignment(field, .remove, [Assignment.Value(text: value)]) }
    if value.allSatisfy(\.isWhitespace) {
      if operation != .set || field.isRequired { throw .empty(field, kind) }
      return Assignment(field, .set, [])
    }
    return Assignment(field, operation, try values(value, field, kind, operation))
  }

  /// Returns whether a value is the word “none” and not the name of a record that the field could refer to.
  private func isNone(_ value: String, _ field: Field) -> Bool {
    guard value.lowercased() == "none", let target = field.type.target else { return false }
    return (try? finder.find(value, target, .exact)) == nil
  }

  /// Splits an argument at its first `=`. Returns nil if there is no `=`, or nothing precedes it.
  package static func split(_ text: String) -> (key: String, operation: Assignment.Operation, value: String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    var key = text[..<equals]
    var operation = Assignment.Operation.set
    if key.last == "+" { operation = .add } else if key.last == "-" { operation = .remove }
    if operation != .set { key.removeLast() }
    return key.isEmpty ? nil : (String(key), operation, String(text[text.index(after: equals)...]))
  }

  private mutating func values(
    _ text: String, _ field: Field, _ kind: Kind, _ operation: Assignment.Operation
  ) throws(AssignmentError) -> [Assignment.Value] {
    if let target = field.type.target {
      var values: [Assignment.Value] = []
      for name in names(in: text, field, target) { values.append(try reference(name, target, operation)) }
      return values
    }
    try checkCharacters(text, field)
    if field.type == .intervals, text.contains(",") {
      var values: [Assignment.Value] = []
      for part in text.split(separator: ",").map(\.trimmed) where !part.isEmpty {
        values += try self.values(part, field, kind, operation)
      }
      return values
    }
    var text = text
    if field.type == .date || field.type == .timestamp {
      let direction = field.direction
      if let day = RelativeDay(today: today).read(text, direction) {
        if direction == .past, today < day { throw .future(text) }
        text = day.description
      }
    }
    // A single date is the end of an interval whose start is unknown.
    if field.type == .intervals, CalendarDate(text) != nil { text = "/" + text }
    if field.has(.log), ReadingDay(text) == nil { throw .wrongType(text, field, nearest: []) }
    if field.has(.loans), LoanEntry(text) == nil { throw .wrongType(text, field, nearest: []) }
    if field.has(.progress), ReadingProgress(text) == nil { throw .wrongType(text, field, nearest: []) }
    if field.type == .intervals, let interval = DateInterval(text), interval.isReversed {
      throw .wrongType(text, field, nearest: [])
    }
    if field.has(.contributors) { return AssignmentParser.people(text).map { Assignment.Value(text: $0) } }
    if field.type == .text || field.type == .textList { return [Assignment.Value(text: text)] }
    let value =
      switch field.type {
      case .timestamp: localTime.read(text).map(FieldValue.timestamp)
      case .rating: Rating(typed: text).map(FieldValue.rating)
      case .money: Money(typed: text).map { FieldValue.money(withCurrency($0, field, kind)) }
      case .duration: PlayingTime(typed: text).map(FieldValue.duration)
      case .boolean: field.flag(meant: text).map(FieldValue.boolean)
      case .choice:
        (field.type.choice(meant: text) ?? (field.has(.state) ? field.type.state(called: text) : nil))
          .map(FieldValue.text)
      default: field.type.read([text])
      }
    guard let value else {
      var nearest: [String] = []
      if case .choice(let words) = field.type { nearest = Nearest.words(to: text, among: words) }
      throw .wrongType(text, field, nearest: nearest)
    }
    return [Assignment.Value(text: value.text)]
  }

  /// Returns an amount, with a currency added if the amount has none and exactly one currency occurs in the field.
  private func withCurrency(_ money: Money, _ field: Field, _ kind: Kind) -> Money {
    let currencies = money.currency == nil ? library.currencies(of: field, kind) : []
    return currencies.count == 1 ? Money("\(money) \(currencies[0])") ?? money : money
  }

  /// Splits a list of people, such as `Eleanor Marx (translator), Karl Kautsky (editor)`, if every item ends with a
  /// role.
  ///
  /// Any other text is treated as a single person, whose name may contain a comma.
  private static func people(_ text: String) -> [String] {
    var people: [String] = []
    var rest = text[...]
    while let end = rest.firstRange(of: /\)\s*[,;]\s*/) {
      people.append(rest[..<end.lowerBound] + ")")
      rest = rest[end.upperBound...]
    }
    people.append(String(rest))
    return people.allSatisfy { !Contributor($0).role.isEmpty } ? people : [text]
  }

  /// Splits the text into names at commas. Returns the whole text if the field can contain only one name, or if the
  /// whole text is the name of a record.
  private mutating func names(in text: String, _ field: Field, _ target: Kind) -> [String] {
    let parts = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    guard field.type.isList, parts.count > 1 else { return [text] }
    do throws(RecordFinder.Failure) {
      _ = try finder.find(text, target, .exact)
      return [text]
    } catch {
      switch error {
      case .notFound, .inexact: return parts
      case .ambiguous, .unreadable, .elsewhere: return [text]
      }
    }
  }

  private mutating func reference(
    _ name: String, _ target: Kind, _ operation: Assignment.Operation
  ) throws(AssignmentError) -> Assignment.Value {
    do throws(RecordFinder.Failure) {
      let record = try finder.find(name, target, .exact)
      return Assignment.Value(text: record.id.description, name: record.title)
    } catch {
      switch error {
      case .notFound, .inexact: break
      case .ambiguous, .unreadable, .elsewhere: throw .reference(error, isCreatable: false)
      }
      // A removal must not create the record that it names.
      guard operation != .remove, target.isMadeByName else { throw .reference(error, isCreatable: false) }
      guard let newID, allowed?.contains(RecordFinder.Choice(name, target)) ?? true else {
        throw .reference(error, isCreatable: true)
      }
      let name = name.trimmed
      try checkCharacters(name, library.schema.title(of: target))
      if let known = missing.first(where: { $0.kind == target && Folding.fold($0.name) == Folding.fold(name) }) {
        return Assignment.Value(text: known.id.description, name: known.name)
      }
      let id = newID()
      missing.append((target, id, name))
      return Assignment.Value(text: id.description, name: name)
    }
  }

  /// Checks that a value does not contain unsuitable characters.
  ///
  /// Line breaks and tabs are allowed only in long fields, because short values are shown on a single line. Other
  /// control characters are never allowed.
  private func checkCharacters(_ text: String, _ field: Field) throws(AssignmentError) {
    for scalar in text.unicodeScalars {
      let isBreak = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      if isBreak || scalar == "\t" {
        if !field.isLong { throw .lineBreak(field, isTab: scalar == "\t") }
      } else if scalar.properties.generalCategory == .control || scalar == "\u{FEFF}" {
        throw .controlCharacter(scalar, field)
      }
    }
  }
}

extension Field {
  /// The direction in which a date such as “friday” is resolved: past, future, or either.
  fileprivate var direction: RelativeDay.Direction { has(.due) ? .future : isOfThePast ? .past : .either }

  /// Whether the field contains a whole number, which `+=` and `-=` can change.
  package var addsUp: Bool { if case .integer = type { true } else { false } }

  /// Whether the field's date must not be in the future.
  package var isOfThePast: Bool {
    !roles.isDisjoint(with: [.started, .finished, .givenUp, .created, .changed, .lentOn])
  }
}
