import ShelfModel
import ShelfStore
import ShelfText

extension Check {
  static let nameLeftover = Check(
    "name-leftover", .note, "an entry of names in shelf.yaml that no book uses or that has no effect",
    reason: "The setting should list only people whose family names shelf would otherwise guess wrongly.",
    example: "names:\n  Jane Austen: Austen, Jane",
    repair: "Removes the entry.",
    .library { check, examination in
      let library = examination.library
      let names = library.manifest.names
      if names.entries.isEmpty { return [] }
      let used = people(in: library)
      var seen: Set<String> = []
      return names.entries.compactMap { entry -> (PersonNames.Entry, String)? in
        let folded = Folding.fold(entry.name)
        if !seen.insert(folded).inserted { return (entry, "“\(entry.name.firstLine)” has another entry above") }
        if entry.repeatsGuess {
          return (entry, "“\(entry.name.firstLine)” is sorted as “\(entry.form.firstLine)” without this entry, too")
        }
        // The person's books may be in files that are currently unreadable.
        return used.contains(folded) || !library.unreadable.isEmpty
          ? nil : (entry, "no book has an author or contributor “\(entry.name.firstLine)”")
      }.findings { entry, message in
        Finding(
          check, path: Manifest.fileName, source: library.manifest.source, at: entry.range, message, field: "names",
          repairs: [
            Repair(
              "take-out", "remove it from names", .nothing,
              [.edit(path: Manifest.fileName, [.remove([.key("names"), .key(entry.name)])])])
          ])
      }
    })

  /// Returns the folded names of all authors and contributors.
  private static func people(in library: Library) -> Set<String> {
    var names: Set<String> = []
    for kind in Kind.allCases {
      let fields = library.schema.fields(of: kind).filter(\.isOfPeople)
      if fields.isEmpty { continue }
      for record in library.records(of: kind) {
        for field in fields {
          for text in record.texts(of: field) { names.insert(Folding.fold(field.personName(in: text))) }
        }
      }
    }
    return names
  }
}
