import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

extension ActPlan {
  /// Plans entries in the library's `names`, and returns the entries that it does not have yet.
  ///
  /// Nothing is added while the manifest has an unresolved merge.
  mutating func addNames(_ entries: [PersonNames.Entry]) throws -> [PersonNames.Entry] {
    if entries.isEmpty || library.manifest.conflict != nil { return [] }
    let source = try manifest?.old ?? manifestSource()
    let (new, added) = try NameEdits.adding(entries, to: manifest?.new ?? source)
    if !added.isEmpty { manifest = FileChange(path: Manifest.fileName, old: source, new: new) }
    return added
  }

  /// Plans to move the `names` entry of a renamed person to the new name.
  ///
  /// - Parameter isStated: whether the new name was written with the family name first, so that the old entry does not
  ///   apply to it.
  mutating func renameNames(_ name: String, to newName: String, isStated: Bool) throws {
    if library.manifest.names.stated(name) == nil || library.manifest.conflict != nil { return }
    let source = try manifest?.old ?? manifestSource()
    let old = manifest?.new ?? source
    let new = try NameEdits.renaming(name, to: newName, isStated: isStated, in: old)
    if new != old { manifest = FileChange(path: Manifest.fileName, old: source, new: new) }
  }

  /// Returns the assignments with names in natural order: `García Márquez, Gabriel` becomes `Gabriel García Márquez`,
  /// with an entry in the library's `names` if the family name cannot be guessed. As in an import, `Maj Sjöwall & Per
  /// Wahlöö` becomes two authors.
  mutating func turningNames(_ assignments: [Assignment]) throws -> [Assignment] {
    var entries: [PersonNames.Entry] = []
    let turned = assignments.map { assignment -> Assignment in
      guard assignment.field.isOfPeople, assignment.operation != .remove else { return assignment }
      var assignment = assignment
      if assignment.field.has(.creator), assignment.field.type.isList {
        assignment.values = assignment.values.flatMap { value in
          ActPlan.divided(value.text).map { $0.map { Assignment.Value(text: $0) } } ?? [value]
        }
      }
      for index in assignment.values.indices {
        let text = assignment.values[index].text
        guard let (name, entry) = ActPlan.turned(text, assignment.field) else { continue }
        assignment.values[index].text = name
        notes.append(.nameTurned(text, name, form: entry?.form))
        if let entry { entries.append(entry) }
      }
      return assignment
    }
    _ = try addNames(entries)
    return turned
  }

  /// Returns the authors that a text names, if semicolons separate full names, or if `&` or a word such as “and” separates
  /// full names. Otherwise, returns nil.
  private static func divided(_ text: String) -> [String]? {
    let parts = text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
    if parts.count > 1, !text.contains("("), parts.allSatisfy({ $0.contains(" ") }) { return parts }
    guard text.utf8.count < maxTurned, !text.contains(where: { "(;/".contains($0) }),
      PersonName.read(text.replacing(",", with: ""), .any).people.count > 1
    else { return nil }
    let names = PersonName.read(text, .any).names
    // `Barnes & Noble` may be one author, and in `Ali et al.`, `al.` is not a name.
    return names.allSatisfy { $0.contains(" ") } ? names : nil
  }

  /// If the name in a value is written with the family name first, returns the value with the name in natural order.
  /// Otherwise, returns nil.
  private static func turned(_ text: String, _ field: Field) -> (text: String, entry: PersonNames.Entry?)? {
    guard field.has(.contributors) else { return turnedName(text).map { ($0.name, $0.entry) } }
    let person = Contributor(text)
    let role = person.role.isEmpty ? "" : " (\(person.role))"
    return turnedName(person.name).map { ($0.name + role, $0.entry) }
  }

  /// If a name is written with the family name first, returns it in natural order. Otherwise, returns nil.
  static func turnedName(_ name: String) -> (name: String, entry: PersonNames.Entry?)? {
    guard name.contains(","), name.utf8.count < maxTurned, !name.contains("(") else { return nil }
    // A value with two names, and a name with a suffix, remain unchanged.
    let found = PersonName.read(name, .any).people
    guard found.count == 1, let one = found.first, Folding.fold(one.name) != Folding.fold(name),
      Folding.words(one.name).sorted() == Folding.words(name).sorted()
    else { return nil }
    return (one.name, one.sortForm.map { PersonNames.Entry(name: one.name, form: $0) })
  }

  /// The maximum size of a name that is put into natural order, in bytes.
  private static let maxTurned = 500
}
