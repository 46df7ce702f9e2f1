import ShelfFormats
import ShelfModel

/// The people who made a book. Illustrators and translators are not its authors.
struct People {
  private(set) var authors: [String] = []
  private(set) var contributors: [Contributor] = []

  var isEmpty: Bool { authors.isEmpty && contributors.isEmpty }

  /// Adds people who share a role. They are authors if the role is “author” or empty.
  mutating func add(_ names: [String], role: String = "") {
    if role.isEmpty || role.lowercased() == "author" {
      authors = PersonName.distinct(authors + names)
    } else {
      add(names.map { Contributor(name: $0, role: role) })
    }
  }

  /// Adds people who are not authors.
  mutating func add(_ people: [Contributor]) {
    for person in people where !person.name.isEmpty && !contributors.contains(person) { contributors.append(person) }
  }

  /// If the book has no authors, makes its editors the authors, because such a book is known by its editors.
  mutating func nameByEditors() {
    if authors.isEmpty { add(contributors.filter(\.isEditor).map(\.name)) }
  }

  /// If the book has no authors, makes the first contributor the author.
  mutating func nameByFirst() {
    if authors.isEmpty { add(contributors.prefix(1).map(\.name)) }
  }
}

extension Draft {
  /// Sets the authors and the contributors.
  mutating func set(_ people: People) {
    set(.author, people.authors)
    set(.contributors, people.contributors.map(\.description))
  }
}
