import ShelfModel
import ShelfStore

/// The drafts that may be about one book, so that what becomes of one can depend on another.
///
/// Two drafts are in one group if they share an id, a source, a key, an ISBN or a title, or if each shares one with the same
/// record of the library. That is all by which a draft finds its book, so drafts of two groups never meet.
struct BookGroups {
  /// Something that drafts and records have in common.
  private enum Trait: Hashable {
    case id(RecordID)
    case source(String)
    case key(String)
    case number(ISBN)
    /// A title as titles are compared.
    case title([UInt8])

    static func all(_ likeness: Likeness, sources: [String]) -> [Trait] {
      [.title(likeness.title)] + (likeness.number.map { [.number($0)] } ?? [])
        + sources.map { .source(SourceKey.bare($0)) }
    }
  }

  /// The place of each trait in `parents`.
  private var places: [Trait: Int] = [:]
  /// Trees of traits, one for each group: the place of each one's parent, and of a root its own.
  private var parents: [Int] = []

  /// Puts the books of drafts that may be one in groups.
  init(_ drafts: [Draft], _ base: ImportBase, _ index: RecordIndex, _ schema: Schema) {
    var known: [String: [RecordID]] = [:]
    for key in base.keys where key.kind == .book {
      if let id = base.id(of: key) { known[SourceKey.bare(key.text), default: []].append(id) }
    }
    let shared = Dictionary(grouping: index.sharedSources, by: SourceKey.bare)
    for draft in drafts where draft.kind == .book {
      let likeness = Likeness(draft)
      let key = SourceKey.bare(draft.bareKey)
      let ids = [draft.newID, draft.id, draft.statedID, draft.about].compactMap(\.self) + (known[key] ?? [])
      let sources = draft.sources + draft.sources.flatMap { shared[SourceKey.bare($0)] ?? [] }
      var traits = [Trait.key(key)] + ids.map(Trait.id) + Trait.all(likeness, sources: draft.sources)
      let records =
        ids.compactMap { index.record($0) } + sources.compactMap { index.record(source: $0) } + index.alike(likeness)
      for record in records {
        traits.append(.id(record.id))
        traits += Trait.all(Likeness(record, schema), sources: index.sources(of: record))
      }
      let group = root(of: traits[0])
      for trait in traits.dropFirst() { parents[root(of: trait)] = group }
    }
  }

  /// Returns a number that the drafts of a group share; nil if the draft is in none.
  func group(of draft: Draft) -> Int? {
    guard var place = places[.key(SourceKey.bare(draft.bareKey))] else { return nil }
    while parents[place] != place { place = parents[place] }
    return place
  }

  /// Returns the root of a trait's tree; a trait that is new is one of its own.
  private mutating func root(of trait: Trait) -> Int {
    guard var place = places[trait] else {
      places[trait] = parents.count
      parents.append(parents.count)
      return parents.count - 1
    }
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }
}
