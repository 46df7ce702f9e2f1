import ShelfFormats
import ShelfModel
import ShelfText

/// The information that a row's names contain in addition to the authors.
struct NameStatements: Sendable {
  /// The sort forms of names whose family name cannot be guessed.
  var sortForms: [String: String] = [:]
  /// The people among the authors who have a different role.
  var contributors: [Contributor] = []
}

/// Reads the names of people.
///
/// Readers ask the batch for the authors in a text. Until the row's book is added, the batch also keeps everything else
/// that the text states: sort forms, people with other roles, and text that was removed from names, which the summary
/// lists.
extension SourceBatch {
  /// Returns the authors that the text names, and remembers the other people in the text.
  ///
  /// - Parameter notesGuess: whether to report text that can be read in two ways.
  mutating func authors(
    _ text: String, _ form: PersonName.Form, line: Int?, notesGuess: Bool = true
  ) -> [String] {
    var authors: [String] = []
    for part in NameRole.divide(text) {
      let reading = PersonName.read(part.text, form, role: NameRole.detach)
      let found = reading.people.filter { !PersonName.isSite($0.name) }
      if notesGuess, reading.isGuess { noteGuess(part.text, found.map(\.name), line: line) }
      removed += reading.removed
      for var person in found {
        if person.role.isEmpty { person.role = part.role }
        if take(person) { authors.append(person.name) }
      }
    }
    return PersonName.distinct(authors)
  }

  /// Returns the people that the text names, each with the role that the text states or, if it states none, the given
  /// role.
  mutating func contributors(_ text: String, _ form: PersonName.Form, role: String, line: Int?) -> [Contributor] {
    NameRole.divide(text).flatMap { part -> [Contributor] in
      let reading = PersonName.read(part.text, form, role: NameRole.detach)
      if reading.isGuess { noteGuess(part.text, reading.names, line: line) }
      removed += reading.removed
      return reading.people.map { person in
        noteForm(of: person)
        let own = person.role.isEmpty ? part.role : person.role
        return Contributor(name: person.name, role: own.isEmpty ? role : own)
      }
    }
  }

  /// Returns the people with other roles among the authors of the current row, and forgets them.
  mutating func takeContributors() -> [Contributor] {
    defer { statements.contributors = [] }
    return statements.contributors
  }

  /// Returns the names of people from sources that list the parts of a name, and remembers their sort forms.
  mutating func names(of people: [PersonName.Found]) -> [String] {
    for person in people { noteForm(of: person) }
    return PersonName.distinct(people.map(\.name))
  }

  /// Returns the names from texts that contain a single name each.
  mutating func names(in readings: [PersonName.Reading]) -> [String] {
    removed += readings.flatMap(\.removed)
    return names(of: readings.flatMap(\.people))
  }

  /// Remembers the sort form of a name, such as `García Márquez, Gabriel`, which a program computed or a person
  /// entered.
  ///
  /// Programs treat the last word as the family name unless the user corrects it, so a sort form that only follows this
  /// rule is not evidence.
  mutating func note(sortForm form: String, of name: String) {
    let found = PersonName.found(turned: form)
    guard let person = found.people.first, let stated = person.sortForm,
      Folding.fold(person.name) == Folding.fold(name)
    else { return }
    let words = name.split(separator: " ")
    let mechanical = (words.last.map { "\($0), " } ?? "") + words.dropLast().joined(separator: " ")
    if Folding.fold(stated) != Folding.fold(mechanical) { statements.sortForms[name] = stated }
  }

  /// Remembers the sort form and the role that the text states for a person. Returns whether the person is an author.
  private mutating func take(_ person: PersonName.Found) -> Bool {
    noteForm(of: person)
    if person.role.isEmpty || NameRole.isAuthor(person.role) { return true }
    statements.contributors.append(Contributor(name: person.name, role: person.role))
    return false
  }

  private mutating func noteForm(of person: PersonName.Found) {
    if let form = person.sortForm { statements.sortForms[person.name] = form }
  }

  /// Adds the additional information in a row's names to the row's book, and cleans up names that come from a list.
  package mutating func completeNames(of draft: inout Draft) {
    if draft.isVerbatim || draft.statedID != nil { return }
    for field in [FieldHandle.author, .contributors] where !draft[field].isEmpty {
      let names = draft[field].map { cleaned($0, isContributor: field == .contributors) }
      if names != draft[field] { draft.replace(field, field == .author ? PersonName.distinct(names) : names) }
    }
    if !statements.contributors.isEmpty {
      var people = People()
      people.add(draft[.author])
      people.add(draft[.contributors].map { Contributor($0) } + statements.contributors)
      people.nameByEditors()
      let isNew = draft.fields[.contributors] == nil
      draft.replace(.contributors, people.contributors.map(\.description))
      if isNew { draft.markIncomplete([.contributors]) }
      if draft[.author].isEmpty { draft.replace(.author, people.authors) }
    }
    let names = Set(draft[.author] + draft[.contributors].map { Contributor($0).name })
    draft.sortForms.merge(
      statements.sortForms.filter { names.contains($0.key) }, uniquingKeysWith: { first, _ in first })
    statements = NameStatements()
  }

  /// Returns a name without years, titles and fuller forms.
  private mutating func cleaned(_ text: String, isContributor: Bool) -> String {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) || text.contains("(") || text.hasSuffix(".") else {
      return text
    }
    let person = isContributor ? Contributor(text) : Contributor(name: text, role: "")
    var name = person.name
    NameCleaning.removeYears(from: &name, &removed)
    NameCleaning.tidy(&name, &removed)
    return name.isEmpty ? text : isContributor && !person.role.isEmpty ? "\(name) (\(person.role))" : name
  }
}
