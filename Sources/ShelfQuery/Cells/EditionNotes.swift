import ShelfModel
import ShelfStore
import ShelfText

/// Distinguishes the editions of a book: the books of a library with the same title and the same authors.
///
/// The note on an edition contains its value of the first field in which the editions differ. If other editions have
/// the same value, the values of further differing fields are added until the note is unique.
package struct EditionNotes {
  private let library: Library
  /// The records with a title that other records also have, grouped by folded title. Only kinds with authors are
  /// included.
  private let sharing: [String: [Record]]

  package init(_ library: Library) {
    self.library = library
    let kinds = Kind.allCases.filter { library.schema.field(.creator, of: $0) != nil }
    let titles = kinds.flatMap { library.records(of: $0) }.map { (title: Folding.fold($0.title), record: $0) }
    sharing = Dictionary(grouping: titles, by: \.title).filter { $0.value.count > 1 && !$0.key.isEmpty }
      .mapValues { $0.map(\.record) }
  }

  /// Returns whether another record with authors has the same title.
  package func isShared(_ title: String) -> Bool { sharing[Folding.fold(title)] != nil }

  /// Returns text that contains the number of a record's editions and a note on each of them, or nil if there is only
  /// one edition.
  package func all(of record: Record) -> String? {
    let editions = editions(of: record)
    if editions.count < 2 { return nil }
    return "\(editions.count) editions: " + editions.map { note($0) ?? $0.id.short }.sorted().joined(separator: "; ")
  }

  /// Returns the record and the other records with the same title and authors.
  private func editions(of record: Record) -> [Record] {
    guard !sharing.isEmpty, let creator = library.schema.field(.creator, of: record.kind),
      let others = sharing[Folding.fold(record.title)]
    else { return [record] }
    // Only letters are compared, so that “E. B. White” and “E.B. White” are the same author.
    func authors(_ record: Record) -> [String] {
      record.texts(of: creator).map { Folding.fold($0).filter { $0.isLetter } }
    }
    let own = authors(record)
    return others.filter { $0.kind == record.kind && authors($0) == own }
  }

  /// Returns the values that distinguish a record from the other editions, or nil if there are no other editions or no
  /// differences.
  package func note(_ record: Record) -> String? {
    let editions = editions(of: record)
    if editions.count < 2 { return nil }
    var notes: [String] = []
    var alike = editions
    for trait in traits(of: record.kind) {
      let own = trait(record)
      let others = alike.filter { trait($0) == own }
      if others.count == alike.count { continue }
      if let own { notes.append(own) }
      alike = others
      if alike.count == 1 { break }
    }
    return notes.isEmpty ? nil : notes.joined(separator: ", ")
  }

  /// Returns functions that read the values that can distinguish editions, most useful first.
  private func traits(of kind: Kind) -> [(Record) -> String?] {
    let cells = Cells(library)
    func trait(_ key: String) -> ((Record) -> String?)? {
      library.schema.field(key, of: kind).map { field in
        { record in record.has(field) ? cells.cell(field, record).text : nil }
      }
    }
    let translators = library.schema.field(.contributors, of: kind).map { field in
      { (record: Record) -> String? in
        let names = record.texts(of: field).map { Contributor($0) }.filter { $0.knownRole == .translator }.map(\.name)
        return names.isEmpty ? nil : "translated by " + names.joined(separator: ", ")
      }
    }
    let own = library.schema.customFields(of: kind).filter { !$0.isLong && $0.type.target == nil }.map(\.key)
    return [
      trait("edition"), trait("editionDate"), trait("year"), trait("publisher"), translators, trait("format"),
      trait("language"), trait("isbn"),
    ].compactMap { $0 } + own.compactMap(trait)
  }
}
