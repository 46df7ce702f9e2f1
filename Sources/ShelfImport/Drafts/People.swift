import ShelfFormats
import ShelfModel
import ShelfText

/// Who made a book, as a source tells it: who drew or translated a book did not write it.
struct People {
  private(set) var authors: [String] = []
  private(set) var contributors: [Contributor] = []

  var isEmpty: Bool { authors.isEmpty && contributors.isEmpty }

  /// Adds people of one role, as the source says it; authors are those of whom it says that they are, or nothing.
  mutating func add(_ names: [String], role: String = "") {
    if role.isEmpty || role.lowercased() == "author" {
      authors = PersonName.distinct(authors + names)
    } else {
      add(names.map { Contributor(name: $0, role: role) })
    }
  }

  /// Adds people who are no authors.
  mutating func add(_ people: [Contributor]) {
    for person in people where !person.name.isEmpty && !contributors.contains(person) { contributors.append(person) }
  }

  /// Adds names of which some have a role in parentheses: `Rod Dreher (Foreword)`.
  mutating func add(marked names: [String]) {
    for person in names.map({ Contributor($0) }) { add([person.name], role: person.role) }
  }

  /// Makes those who edited a book its authors too if it has none, for it is known by them.
  mutating func nameByEditors() {
    if authors.isEmpty { add(contributors.filter(\.isEditor).map(\.name)) }
  }

  /// Makes the first of those who made a book its author too if it has none.
  mutating func nameByFirst() {
    if authors.isEmpty { add(contributors.prefix(1).map(\.name)) }
  }
}

extension Draft {
  /// Sets who made a book.
  mutating func set(_ people: People) {
    set(.author, people.authors)
    set(.contributors, people.contributors.map(\.description))
  }
}
