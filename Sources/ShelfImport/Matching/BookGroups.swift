import ShelfModel
import ShelfStore

/// Groups of drafts that may describe the same book, found with a union–find structure.
///
/// When several files are imported together, a book from the first file must be in the library before the next file is
/// matched. A round of the import (see `ImportRun`) therefore takes the drafts of only one file from each group. Drafts
/// of different groups never affect each other, so a round can process all groups at once.
///
/// Each draft has traits: its key, ids, sources, ISBN and title, and the same traits of library records that share any
/// of these. All traits of a draft are joined in one tree. A draft can find its book only by its traits, so drafts that
/// may find the same book are always in the same tree.
struct BookGroups {
  /// A property that drafts and records may have in common.
  private enum Trait: Hashable {
    case id(RecordID)
    case source(String)
    case key(String)
    case number(ISBN)
    /// A title, normalized for comparison.
    case title([UInt8])

    static func all(_ likeness: Likeness, sources: [String]) -> [Trait] {
      [.title(likeness.title)] + (likeness.number.map { [.number($0)] } ?? [])
        + sources.map { .source(SourceKey.bare($0)) }
    }
  }

  /// The index of each trait in `parents`.
  private var places: [Trait: Int] = [:]
  /// The union–find forest, with a tree for each group: the index of each trait's parent, or of the trait itself if it
  /// is a root.
  private var parents: [Int] = []

  /// Joins the traits of each draft that is a book.
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

  /// Returns a number that identifies the group of a draft, or nil if the draft is not in a group.
  func group(of draft: Draft) -> Int? {
    guard var place = places[.key(SourceKey.bare(draft.bareKey))] else { return nil }
    while parents[place] != place { place = parents[place] }
    return place
  }

  /// Returns the root of a trait's tree, and shortens the path to it. A new trait becomes a separate tree.
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
