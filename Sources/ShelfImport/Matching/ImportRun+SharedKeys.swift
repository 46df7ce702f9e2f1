import ShelfModel
import ShelfStore

/// Assigns distinct keys to books that share a key: entries of the same file, or books of several files whose keys are
/// unique only within each file.
///
/// Each book must keep its record, even if entries are added, removed or moved in the source. So the books are compared
/// with the known books that have variants of the key, from earlier imports and from the library. The order of the
/// entries only matters if nothing else distinguishes them.
extension ImportRun {
  /// Assigns variants of a key to the books that share it. A book gets the variant that earlier imports or the library
  /// use for a similar book.
  mutating func assignSharedKeys() {
    reserved = [:]
    var groups: [String: [Int]] = [:]
    var foreign: Set<String> = []
    let isFirst = base.isEmpty && library.records(of: .book).isEmpty
    let variants = isFirst ? [:] : self.variants()
    for position in drafts.indices where drafts[position].kind == .book && drafts[position].id == nil {
      let draft = drafts[position]
      if draft.statedID != nil { continue }
      // The key may also be shared with a known book whose entry has been removed from the source.
      let isForeign = !isFirst && isForeign(draft)
      if isForeign { foreign.insert(draft.bareKey) }
      let isKnownEdition =
        !isFirst && draft.isKnownByTitle
        && (isKnown(SourceKey.numbered(draft.bareKey, 2), draft) || isOtherCopy(draft))
      if draft.sharedKey != nil || isForeign || variants[draft.key] != nil || isKnownEdition {
        groups[draft.bareKey, default: []].append(position)
      }
    }
    if groups.isEmpty { return }
    var firsts: [Draft.Key: Int] = [:]
    for position in drafts.indices where drafts[position].kind == .book {
      for key in [drafts[position].keyInBatch, key(of: drafts[position])] where firsts[key] == nil {
        firsts[key] = position
      }
    }
    var renamed: [Draft.Key: String] = [:]
    for (key, others) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      var positions = others
      for other in others {
        var own = drafts[other].keyInBatch
        own.text = key
        if let first = firsts[own], !positions.contains(first) { positions.append(first) }
      }
      positions.sort()
      let known = variants[key] ?? KeyVariants()
      let isOfEditions = !foreign.contains(key) && positions.allSatisfy { drafts[$0].isKnownByTitle }
      let keys =
        drafts[positions[0]].hasLocalKey || foreign.contains(key)
        ? assignedInFile(positions, key, known)
        : (isOfEditions ? assignedEditions(positions, key, known.all) : nil) ?? assigned(positions, key, known.all)
      for (position, new) in zip(positions, keys) where drafts[position].key != new {
        for file in [drafts[position].file] + drafts[position].otherFiles {
          renamed[self.key(of: drafts[position]).of(file)] = new
        }
        drafts[position].rename(to: new)
        drafts[position].newID = ImportRun.newID(of: drafts[position], format)
      }
      if isOfEditions { reserveEditions(positions) }
    }
    if renamed.isEmpty { return }
    for position in drafts.indices {
      guard let owner = drafts[position].owner, let new = renamed[owner.of(drafts[position].file)] else { continue }
      drafts[position].owner = Draft.Key(kind: owner.kind, text: new)
    }
  }

  /// Returns the known variants of each key that several books share.
  private func variants() -> [String: KeyVariants] {
    var variants: [String: KeyVariants] = [:]
    for key in base.keys where key.kind == .book {
      let bare = SourceKey.bare(key.text)
      if key.file.isEmpty {
        if bare != key.text { variants[bare, default: KeyVariants()].keys.insert(key.text) }
      } else {
        variants[bare, default: KeyVariants()].ofFiles[key.file, default: []].insert(key.text)
      }
    }
    var bySource: [String: String] = [:]
    for draft in drafts where draft.kind == .book {
      if let source = draft.bareSource { bySource[source] = draft.bareKey }
    }
    for source in index.sharedSources {
      // The source may contain only a hash of the key, so the key itself comes from the draft with this source.
      guard let key = bySource[SourceKey.bare(source)] else { continue }
      variants[key, default: KeyVariants()].keys.insert(key + source.dropFirst(SourceKey.bare(source).count))
    }
    return variants
  }

  /// Returns whether a draft's key belongs to a different known book, because the key is unique only in its file or is
  /// derived from a title that both books have.
  private func isForeign(_ draft: Draft) -> Bool {
    guard draft.sharedKey == nil, draft.hasLocalKey || draft.sources.isEmpty else { return false }
    let known = books(draft.key, draft)
    let book = KeyedBook(draft)
    return !known.isEmpty && known.allSatisfy { draft.hasLocalKey ? !book.agrees(with: $0) : book.isNamesake(of: $0) }
  }

  /// Returns distinct keys for drafts that share a key.
  ///
  /// - Parameter variants: the known variants of the key.
  private func assigned(_ positions: [Int], _ key: String, _ variants: [String]) -> [String] {
    var known: [(key: String, books: [KeyedBook])] = []
    var number = 1
    let draft = drafts[positions[0]]
    var candidates: [String] = []
    while number <= positions.count || variants.contains(SourceKey.numbered(key, number)) {
      candidates.append(SourceKey.numbered(key, number))
      number += 1
    }
    for key in candidates + variants where !known.contains(where: { $0.key == key }) {
      let books = books(key, draft)
      if !books.isEmpty { known.append((key, books)) }
    }
    let books = positions.map { KeyedBook(drafts[$0]) }
    var keys = [String?](repeating: nil, count: positions.count)
    var isFree = [Bool](repeating: true, count: known.count)
    /// Assigns the keys of known books to books without a key that have the same trait.
    func take<Trait: Hashable>(_ trait: (KeyedBook) -> Trait?) {
      var places: [Trait: [Int]] = [:]
      for (place, known) in known.enumerated() where isFree[place] {
        for trait in Set(known.books.compactMap(trait)) { places[trait, default: []].append(place) }
      }
      if places.isEmpty { return }
      for (place, book) in books.enumerated() where keys[place] == nil {
        let others = trait(book).flatMap { places[$0] }?.prefix(DraftKeyTable.maxAlike) ?? []
        let match = others.first { other in
          isFree[other] && known[other].books.contains { !book.isNamesake(of: $0) }
        }
        guard let match, let trait = trait(book) else { continue }
        keys[place] = known[match].key
        isFree[match] = false
        places[trait]?.removeAll { $0 == match }
      }
    }
    take { [$0.titleText, $0.author, $0.year] }
    take { [$0.titleText, $0.author] }
    take { $0.titleText }
    // A different title by the same author is treated as a correction.
    take { $0.author.isEmpty ? nil : $0.author }
    // The remaining books may get the keys of known books without authors, but not the keys of books by other authors.
    var given = Set(keys.compactMap(\.self))
    for (place, other) in known.enumerated() where isFree[place] && !other.books.allSatisfy(\.author.isEmpty) {
      given.insert(other.key)
    }
    var free = 1
    return keys.map { found in
      if let found { return found }
      while given.contains(SourceKey.numbered(key, free)) { free += 1 }
      let next = SourceKey.numbered(key, free)
      given.insert(next)
      return next
    }
  }

  /// Returns the record that is known by a variant of a draft's key, or nil if there is none.
  func record(_ key: String, _ draft: Draft) -> Record? {
    draft.source(of: key).flatMap { index.record(source: $0) }
      ?? base.id(of: Draft.Key(kind: .book, text: key)).flatMap { index.record($0) }
  }

  /// Returns the descriptions of the book that is known by a variant of a draft's key, from the last imports and from
  /// the library. Returns an empty array if neither knows the key.
  private func books(_ key: String, _ draft: Draft) -> [KeyedBook] {
    let record = record(key, draft)
    return [
      lastDescription(Draft.Key(kind: .book, text: key), record, draft),
      lastDescription(Draft.Key(kind: .book, text: key, file: place(of: draft)), record, draft),
      record.map { record in KeyedBook { texts($0, of: record) } },
    ].compactMap(\.self)
  }

  /// Returns the description of a book from the last import, or nil if there is none. The description states whether it
  /// comes from an earlier state of a draft's file.
  func lastDescription(_ key: Draft.Key, _ record: Record?, _ draft: Draft) -> KeyedBook? {
    guard let entry = base[key] else { return nil }
    var book = KeyedBook { field in entry.fields[field] ?? record.map { texts(field, of: $0) } ?? [] }
    let file = key.file.isEmpty ? entry.fields[ImportBase.place]?.first : key.file
    if draft.isOfBibliography, let file {
      // The description in another file is not an earlier state of this file.
      if file != place(of: draft) { return book }
      let itself = KeyedBook { entry.fields[$0] ?? [] }
      book.statement = itself.whole + [itself.year]
    }
    book.isOfSameFile = true
    book.formerNames = entry.fields[ImportBase.formerNames] ?? []
    return book
  }

  // MARK: - Files that count as separate sources

  func place(of draft: Draft) -> String { checksums[draft.file]?.place ?? "-" }

  /// Returns checksums of the names that a book has had in its bibliography, including the current name. Returns an
  /// empty array if the name has never changed.
  func formerNames(of draft: Draft, _ known: FieldTexts) -> [String] {
    let names = known[ImportBase.formerNames] ?? []
    let (old, new) = (KeyedBook { known[$0] ?? [] }.nameMark, KeyedBook(draft).nameMark)
    if old == new && names.isEmpty { return [] }
    return (names + (old == new ? [new] : [old, new]).filter { !names.contains($0) }).suffix(ImportRun.maxFormerNames)
  }

  private static let maxFormerNames = 20

  /// Returns whether each file that contains a draft is treated as a separate source. This is the case for
  /// bibliographies, and for tables and lists in generic formats: their books are identified only by title and authors,
  /// or by a key that the file's owner made up.
  func isOfSeparateFile(_ draft: Draft) -> Bool {
    draft.isOfBibliography
      || draft.kind == .book && draft.sources.isEmpty && draft.id == nil
        && isGeneral
  }

  /// Returns the key of the entry in the base with the last values from a draft's source.
  ///
  /// If each file is a separate source, the entry may be limited to the draft's file.
  func statement(of draft: Draft) -> Draft.Key {
    let key = key(of: draft)
    guard isOfSeparateFile(draft), let known = base[key]?.fields[ImportBase.place] else { return key }
    let place = place(of: draft)
    return known == [place] ? key : Draft.Key(kind: draft.kind, text: key.text, file: place)
  }
}

extension Draft {
  /// The key in the source, which may also belong to other books.
  var bareKey: String { sharedKey ?? key }

  /// The source that contains the bare key or its hash, or nil if there is none. Any other sources come from other
  /// programs.
  var bareSource: String? {
    guard let source = sources.first else { return nil }
    let ending = key.dropFirst(bareKey.count)
    let isNamed = source.hasSuffix(":\(key)") || source.hasSuffix(":" + SourceKey.hash(bareKey) + ending)
    return isNamed ? String(source.dropLast(ending.count)) : nil
  }

  /// Returns the draft's source with a variant of its key.
  func source(of variant: String) -> String? {
    bareSource.map { $0 + variant.dropFirst(bareKey.count) }
  }

  /// Whether the key is unique only in its file, and may belong to any book in other files.
  var hasLocalKey: Bool { bareSource.map { SourceKey.reach(of: $0) == .local } ?? false }

  /// Whether the key comes from a bibliography, whose owner or program made it up.
  var isOfBibliography: Bool { kind == .book && (bareSource.map(SourceKey.isOfBibliography) ?? false) }

  /// Replaces the key with a variant of it, also in the source that contains the key.
  mutating func rename(to new: String) {
    let bare = bareKey
    if let source = source(of: new) { sources[0] = source }
    key = new
    sharedKey = bare
  }
}
