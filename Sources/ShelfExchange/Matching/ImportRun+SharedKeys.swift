import ShelfModel
import ShelfStore
import ShelfText

/// Books of a source that share a key: two entries of one file, or a key that is unique only in its file and that another
/// file gives another book. Their order in the file says which of them is which only where nothing else does.
extension ImportRun {
  /// Gives books that share a key the keys under which the last imports, or the library, know books like them.
  ///
  /// Of several files that use a key each for a book of its own, the first one is dealt with in this round.
  mutating func settleSharedKeys() {
    var groups: [String: [Int]] = [:]
    var foreign: Set<String> = []
    let isFirst = base.isEmpty && library.records(of: .book).isEmpty
    let variants = isFirst ? [:] : self.variants()
    for position in drafts.indices where drafts[position].kind == .book && drafts[position].id == nil {
      let draft = drafts[position]
      // An entry of which others were there, and are gone, shares its key too.
      let isForeign = !isFirst && isForeign(draft)
      if isForeign { foreign.insert(draft.bareKey) }
      if draft.sharedKey != nil || isForeign || variants[draft.key] != nil {
        groups[draft.bareKey, default: []].append(position)
      }
    }
    if groups.isEmpty { return }
    var firsts: [String: Int] = [:]
    for position in drafts.indices where drafts[position].kind == .book && firsts[drafts[position].key] == nil {
      firsts[drafts[position].key] = position
    }
    var renamed: [Draft.Key: String] = [:]
    for (key, others) in groups {
      var positions = others
      if let first = firsts[key], !positions.contains(first) { positions.insert(first, at: 0) }
      let isLocal = drafts[positions[0]].hasLocalKey || foreign.contains(key)
      if isLocal {
        let file = drafts[positions[0]].file
        for position in positions where drafts[position].file != file { waiting.insert(self.key(of: drafts[position])) }
        positions.removeAll { drafts[$0].file != file }
      }
      let keys = assigned(positions, key, variants[key] ?? [], isLocal: isLocal)
      for (position, new) in zip(positions, keys) where drafts[position].key != new {
        renamed[self.key(of: drafts[position])] = new
        drafts[position].rename(to: new)
        drafts[position].newID = ImportRun.newID(of: drafts[position], format)
      }
    }
    if renamed.isEmpty { return }
    for position in drafts.indices {
      guard let owner = drafts[position].owner, let new = renamed[owner] else { continue }
      drafts[position].owner = Draft.Key(kind: owner.kind, text: new)
    }
  }

  /// Returns the keys that several books shared, by what they shared.
  private func variants() -> [String: [String]] {
    var variants: [String: Set<String>] = [:]
    func add(_ key: String) {
      let bare = SourceKey.bare(key)
      if bare != key { variants[bare, default: []].insert(key) }
    }
    for key in base.keys where key.kind == .book && key.file.isEmpty { add(key.text) }
    var bySource: [String: String] = [:]
    for draft in drafts where draft.kind == .book {
      if let source = draft.bareSource { bySource[source] = draft.bareKey }
    }
    for source in index.sharedSources {
      // The key of a record may be longer than what its source says.
      if let key = bySource[SourceKey.bare(source)] { add(key + source.dropFirst(SourceKey.bare(source).count)) }
    }
    return variants.mapValues { $0.sorted() }
  }

  /// Returns whether a draft's key is known as that of another book, of which it is unique only in its file, or is made of
  /// a title that the two share.
  private func isForeign(_ draft: Draft) -> Bool {
    guard draft.sharedKey == nil, draft.hasLocalKey || draft.sources.isEmpty else { return false }
    let known = books(draft.key, draft)
    let book = KeyedBook(draft)
    return !known.isEmpty && known.allSatisfy { draft.hasLocalKey ? !book.agrees(with: $0) : book.isNamesake(of: $0) }
  }

  /// Returns the keys of drafts that share one.
  ///
  /// - Parameters:
  ///   - variants: the keys that books which shared it were given.
  ///   - isLocal: whether the key is unique only in its file.
  private mutating func assigned(_ positions: [Int], _ key: String, _ variants: [String], isLocal: Bool) -> [String] {
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
    let taken = Set(known.map(\.key))
    let books = positions.map { KeyedBook(drafts[$0]) }
    var keys = [String?](repeating: nil, count: positions.count)
    var isFree = [Bool](repeating: true, count: known.count)
    /// Gives each book the key of a known one that has something in common with it.
    func take<Trait: Hashable>(
      _ trait: (KeyedBook) -> Trait?, _ agrees: (KeyedBook, KeyedBook) -> Bool = { _, _ in true }
    ) {
      var places: [Trait: [Int]] = [:]
      for (place, known) in known.enumerated() where isFree[place] {
        for trait in Set(known.books.compactMap(trait)) { places[trait, default: []].append(place) }
      }
      if places.isEmpty { return }
      for (place, book) in books.enumerated() where keys[place] == nil {
        let others = trait(book).flatMap { places[$0] }?.prefix(ImportRun.mostAlike) ?? []
        let match = others.first { other in
          isFree[other] && known[other].books.contains { !book.isNamesake(of: $0) && agrees(book, $0) }
        }
        guard let match, let trait = trait(book) else { continue }
        keys[place] = known[match].key
        isFree[match] = false
        places[trait]?.removeAll { $0 == match }
      }
    }
    if isLocal {
      // What agrees in more comes first, so that a book is found again when others have come since.
      take({ _ in 0 }, { !$1.formerNames.isEmpty && $1.formerNames.contains($0.nameMark) })
      take({ $0.whole + [$0.year] }, { $0.agrees(with: $1) })
      take({ $0.whole }, { $0.agrees(with: $1) })
      take({ book in book.number.map { [$0.digits, book.titleText] } }, { $0.agrees(with: $1) })
      take({ $0.number }, { $0.agrees(with: $1) })
      take({ $0.author.isEmpty ? nil : [$0.titleText, $0.author, $0.year] }, { $0.agrees(with: $1) })
      take({ $0.titleText }, { $0.likeness.sharesMaker(with: $1.likeness) })
      take({ $0.titleText }, { $0.agrees(with: $1) })
      take({ $0.makers.isEmpty ? nil : $0.makers }, { $0.agrees(with: $1) })
    } else {
      take { [$0.titleText, $0.author, $0.year] }
      take { [$0.titleText, $0.author] }
      take { $0.titleText }
      // Another title of the same author is a correction.
      take { $0.author.isEmpty ? nil : $0.author }
    }
    // The others are new where none is left, or where they are said to be of somebody else.
    var given = Set(keys.compactMap(\.self))
    var named = Set<String>()
    for (place, other) in known.enumerated() where isFree[place] {
      if isLocal || !other.books.allSatisfy(\.author.isEmpty) { named.insert(other.key) }
    }
    var free = 1
    for (place, position) in positions.enumerated() where keys[place] == nil {
      var next = SourceKey.numbered(key, free)
      while given.contains(next) || !isLocal && named.contains(next) {
        free += 1
        next = SourceKey.numbered(key, free)
      }
      if isLocal, named.contains(next) { next = told(key, drafts[position], given, taken) }
      given.insert(next)
      keys[place] = next
    }
    return keys.compactMap(\.self)
  }

  /// How many books of one key, which have the same title, are looked at for one.
  private static let mostAlike = 100

  /// Returns the key of a book whose own is that of another one in the library, and says so.
  private mutating func told(
    _ key: String, _ draft: Draft, _ given: Set<String>, _ taken: Set<String>
  ) -> String {
    let told = SourceKey.told(key, draft.first("title") ?? "", draft["author"])
    // A book that was given it, and was edited here since, is this one.
    if taken.contains(told), !given.contains(told) { return told }
    var next = told
    var number = 1
    while taken.contains(next) || given.contains(next) {
      number += 1
      next = SourceKey.numbered(told, number)
    }
    let title = SourceBatch.short(draft.first("title") ?? "")
    let other = record(key, draft).map { "that of \($0.path)" } ?? "another book's"
    summary.problems.append(
      ImportProblem(
        .note, "the key “\(SourceBatch.short(draft.bareKey))” of “\(title)” is also \(other); they are kept apart",
        file: draft.file, line: draft.line))
    return next
  }

  /// Returns the record that a variant of a draft's key is known to lead to.
  private func record(_ key: String, _ draft: Draft) -> Record? {
    draft.source(of: key).flatMap { index.record(source: $0) }
      ?? base.id(of: Draft.Key(kind: .book, text: key)).flatMap { index.record($0) }
  }

  /// Returns what the last imports said of the book with a variant of a draft's key, and what the library says; nothing if
  /// neither knows the key.
  private func books(_ key: String, _ draft: Draft) -> [KeyedBook] {
    let key = Draft.Key(kind: .book, text: key)
    let record = record(key.text, draft)
    func texts(_ field: String) -> [String] {
      record.flatMap { record in library.schema.field(field, of: .book).map { record.texts(of: $0) } } ?? []
    }
    let place = place(of: draft)
    func said(_ key: Draft.Key) -> KeyedBook? {
      guard let entry = base[key] else { return nil }
      let isOwn = !draft.isOfBibliography || (entry.fields[ImportBase.place] ?? [place]) == [place] || key.file == place
      var book = KeyedBook(isOfSameFile: isOwn) { entry.fields[$0] ?? texts($0) }
      if isOwn { book.formerNames = entry.fields[ImportBase.formerNames] ?? [] }
      return book
    }
    let own = Draft.Key(kind: .book, text: key.text, file: place)
    return [said(key), said(own), record.map { _ in KeyedBook(texts) }].compactMap(\.self)
  }

  // MARK: - Files that are sources of their own

  /// Returns a checksum of the place of a draft's file.
  func place(of draft: Draft) -> String { marks[draft.file]?.place ?? "-" }

  /// Returns what states of a bibliography called a book, this one among them.
  func formerNames(of draft: Draft, _ known: FieldTexts) -> [String] {
    let names = known[ImportBase.formerNames] ?? []
    let (old, new) = (KeyedBook { known[$0] ?? [] }.nameMark, KeyedBook(draft).nameMark)
    if old == new && names.isEmpty { return [] }
    return (names + (old == new ? [new] : [old, new]).filter { !names.contains($0) }).suffix(ImportRun.mostFormerNames)
  }

  private static let mostFormerNames = 20

  /// Returns under which key the base has what a draft's source said last: each bibliography is a source of its own.
  func statement(of draft: Draft) -> Draft.Key {
    let key = key(of: draft)
    guard draft.isOfBibliography, let known = base[key]?.fields[ImportBase.place] else { return key }
    let place = place(of: draft)
    return known == [place] ? key : Draft.Key(kind: draft.kind, text: key.text, file: place)
  }
}

extension Draft {
  /// The key that its source gives it, which may name other books too.
  var bareKey: String { sharedKey ?? key }

  /// The source that is named after the key, or after its hash; nil if none is. The others are of other programs.
  fileprivate var bareSource: String? {
    guard let source = sources.first else { return nil }
    let ending = key.dropFirst(bareKey.count)
    let isNamed = source.hasSuffix(":\(key)") || source.hasSuffix(":" + SourceKey.hash(bareKey) + ending)
    return isNamed ? String(source.dropLast(ending.count)) : nil
  }

  /// Returns the source that the row has with a variant of its key.
  fileprivate func source(of variant: String) -> String? {
    bareSource.map { $0 + variant.dropFirst(bareKey.count) }
  }

  /// Whether its key is unique only in its file, and the same key elsewhere may be that of any book.
  var hasLocalKey: Bool { bareSource.map { SourceKey.reach(of: $0) == .file } ?? false }

  /// Whether its key is one that a bibliography gave it.
  var isOfBibliography: Bool { kind == .book && (bareSource.map(SourceKey.isOfBibliography) ?? false) }

  /// Gives a book a variant of its key, and the source that is named after it.
  mutating func rename(to new: String) {
    let bare = bareKey
    if let source = source(of: new) { sources[0] = source }
    key = new
    sharedKey = bare
  }
}
