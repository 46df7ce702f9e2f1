import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem

extension Check {
  static let probableDuplicate = Check(
    "probable-duplicate", .note, "two records that probably describe the same thing",
    reason: """
      Two books with the same ISBN, or with the same author and title, are usually one book that was added twice. So \
      are a book without an author and the only book by an author with its title, unless their ISBNs or their places in a \
      series differ. Articles in titles are ignored, and so is a subtitle that only one of the books has. Two quotes \
      from the same book with the same words are usually the same quote. Books whose numbers differ in a field that \
      you declared, such as an inventory number, are copies and not reported, unless one of them counts several copies \
      itself, or the author is spelled differently. If the two books are different editions, accept the note.
      """,
    example: "title: Dune\nauthor: Frank Herbert   # as in another book",
    repair: """
      Merges the two. The record with more values remains, or the one that more records refer to if both have as many, \
      and gets the fields that it lacks from the removed record. If all numbers of the copies of two books differ, they \
      are copies: their copies are added up, and their numbers are joined. References to the \
      removed record then lead to the remaining record, which keeps the removed id in formerIds. If the two records \
      have different values in a field, --interactive asks which value to keep.
      """,
    .library { check, examination in
      Kind.allCases.flatMap { ProbableDuplicates($0, examination).findings(check) }
    })
}

/// Finds records of one kind that are probably duplicates.
///
/// Records are grouped by title, ISBN, or text and owner.
private struct ProbableDuplicates {
  private let kind: Kind
  private let examination: Examination
  private let records: [Record]
  private let creator: Field?
  private let isbn: Field?
  private let owner: Field?
  /// The declared fields with the numbers of copies: their names say so, and the values are different apart from a few
  /// slips.
  private let numbers: [Field]

  init(_ kind: Kind, _ examination: Examination) {
    self.kind = kind
    self.examination = examination
    let schema = examination.library.schema
    creator = schema.field(.creator, of: kind)
    isbn = schema.field(.isbn, of: kind)
    owner = schema.field(.owner, of: kind)
    // Copies of one file are reported by `duplicate-id`, and must be repaired first.
    let records =
      creator == nil && isbn == nil && owner == nil
      ? [] : examination.library.records(of: kind).filter { examination.library.record($0.id) === $0 }
    self.records = records
    numbers = CopyNumbers.fields(of: kind, schema).filter { field in
      guard field.type == .text else { return false }
      let texts = records.compactMap { $0.texts(of: field).first }
      return (texts.count - Set(texts).count) * 20 <= texts.count
    }
  }

  /// Returns whether two records have different numbers, and are therefore two copies.
  ///
  /// A record that counts several copies should also count the other record's copy, so the two are duplicates. Records
  /// with different spellings of the author are not copies either.
  private func areCopies(_ one: Record, _ other: Record) -> Bool {
    let schema = examination.library.schema
    let isCounted = [one, other].contains { Loan.copies(of: $0, schema) > 1 }
    if isCounted || creator.map({ one.texts(of: $0) != other.texts(of: $0) }) ?? false { return false }
    return numbers.contains { field in
      let (own, others) = (one.texts(of: field), other.texts(of: field))
      return !own.isEmpty && !others.isEmpty && own != others
    }
  }

  func findings(_ check: Check) -> [Finding] {
    if records.isEmpty { return [] }
    var found: [String: Set<String>] = [:]
    var findings: [Finding] = []
    func add(_ pairs: [(first: Record, second: Record)], _ likeness: String) {
      for (first, second) in pairs
      where !areCopies(first, second) && found[second.path, default: []].insert(first.path).inserted {
        findings.append(finding(check, first, second, likeness))
      }
    }
    if creator != nil {
      let pairs = pairsOfOneTitle
      func haveAuthors(_ pair: (first: Record, second: Record)) -> Bool {
        [pair.first, pair.second].allSatisfy { record in creator.map { record.has($0) } ?? false }
      }
      add(pairs.filter(haveAuthors), "the same title and author")
      add(pairs.filter { !haveAuthors($0) }, "the same title")
      add(pairsOfOneMainTitle, "the same author and title, apart from a subtitle")
    }
    if isbn != nil { add(pairs(of: groups { [isbn] in isbn.flatMap($0.isbn) }), "the same ISBN") }
    if owner != nil {
      let target = owner?.type.target?.singular ?? ""
      add(pairs(of: groups { [owner] in owner.flatMap($0.words) }), "the same text, from the same \(target)")
    }
    return findings
  }

  private func finding(_ check: Check, _ first: Record, _ second: Record, _ likeness: String) -> Finding {
    let library = examination.library
    // Keeps the more complete record, because the spelling in a record that was added in a hurry is less reliable.
    func rank(_ record: Record) -> (Int, Int) { (values(record), library.relations(to: record)) }
    let isSwapped = rank(second) > rank(first)
    let (kept, merged) = isSwapped ? (second, first) : (first, second)
    let title = library.schema.title(of: kind)
    return Finding(
      check, merged, title.key, at: merged.items(of: title).first?.range, "\(kept.path) has \(likeness)",
      related: [kept.id], advice: .deleteOrAccept,
      remedy: .merge(into: kept, "merge it into \(kept.path)"))
  }

  /// Returns the number of fields with a value that a person or a source entered.
  private func values(_ record: Record) -> Int {
    let fields = examination.library.schema.fields(of: kind).filter { field in
      field.type != .id && field.type != .formerIDs && !field.has(.created) && !field.has(.changed)
    }
    return fields.count { record.has($0) } + record.unknownFields.count { !$0.texts.allSatisfy(\.isEmpty) }
  }

  // MARK: - Groups

  private func pairs(of groups: [[Record]]) -> [(first: Record, second: Record)] {
    groups.flatMap { group -> [(first: Record, second: Record)] in
      let sorted = group.sorted { $0.path < $1.path }
      return sorted.dropFirst().map { (sorted[0], $0) }
    }
  }

  private var pairsOfOneTitle: [(first: Record, second: Record)] {
    groups { $0.plainTitle }.flatMap { group -> [(first: Record, second: Record)] in
      let books = group.sorted { $0.path < $1.path }
        .map { (likeness: Likeness($0, examination.library.schema), record: $0) }
      let complete = books.filter { !$0.likeness.creators.isEmpty }
      var pairs: [(first: Record, second: Record)] = []
      for (place, book) in complete.enumerated() {
        if let first = complete[..<place].first(where: { $0.likeness.mayShareCreator(with: book.likeness) }) {
          pairs.append((first.record, book.record))
        }
      }
      // A book without an author is the same as another one only if there is no choice.
      for book in books where book.likeness.creators.isEmpty {
        let others = complete.filter { other in
          let numbers = [book, other].compactMap(\.likeness.number)
          return (numbers.count < 2 || numbers[0] == numbers[1])
            && !SeriesPlace.tellApart(places(book.record), places(other.record))
        }
        if others.count == 1 {
          let pair = [book.record, others[0].record].sorted { $0.path < $1.path }
          pairs.append((pair[0], pair[1]))
        }
      }
      return pairs
    }
  }

  private func places(_ record: Record) -> [String] {
    examination.library.schema.field(.series, of: kind).map { record.texts(of: $0) } ?? []
  }

  /// Like an import, pairs each book without a subtitle with the book that has the same main title and author. If
  /// several books differ in their subtitles, they are more likely volumes of one work.
  private var pairsOfOneMainTitle: [(first: Record, second: Record)] {
    let schema = examination.library.schema
    let groups = groups { $0.title.isEmpty ? nil : Likeness.nearTitle(of: $0.title) }
    return groups.flatMap { group -> [(first: Record, second: Record)] in
      let books = group.sorted { $0.path < $1.path }.map { (likeness: Likeness($0, schema), record: $0) }
      if Set(books.map(\.likeness.plainTitle)).count == 1 { return [] }
      return books.filter(\.likeness.lacksSubtitle).compactMap { short -> (first: Record, second: Record)? in
        let others = books.filter { other in
          other.likeness.plainTitle != short.likeness.plainTitle
            && other.likeness.mayBeSame(as: short.likeness) && other.likeness.mayShareCreator(with: short.likeness)
            && !SeriesPlace.tellApart(places(other.record), places(short.record))
        }
        guard let other = others.first, Set(others.map(\.likeness.plainTitle)).count == 1 else { return nil }
        return short.record.path < other.record.path ? (short.record, other.record) : (other.record, short.record)
      }
    }
  }

  /// Returns the groups of records with equal keys. The keys are computed on several threads.
  private func groups<Key: Hashable & Sendable>(_ key: @Sendable (Record) -> Key?) -> [[Record]] {
    let records = records
    let keys = Parallel.map(records.count, threads: examination.library.threads) { range in
      range.map { key(records[$0]) }
    }.flatMap { $0 }
    var groups: [Key: [Record]] = [:]
    for (record, key) in zip(records, keys) { if let key { groups[key, default: []].append(record) } }
    return groups.values.filter { $0.count > 1 }
  }
}

/// A record's text and its owner's id.
private struct OwnedWords: Hashable, Sendable {
  let owner: RecordID
  let words: [UInt8]
}

extension Record {
  /// The title normalized for comparison, or nil if there is none.
  fileprivate var comparedTitle: [UInt8]? {
    let title = Likeness.title(of: self)
    return title.isEmpty ? nil : title
  }

  /// The title normalized for comparison, without its article, or nil if there is none.
  fileprivate var plainTitle: [UInt8]? {
    let plain = Likeness.plainTitle(of: title)
    return plain.isEmpty ? nil : plain
  }

  fileprivate func isbn(_ field: Field) -> ISBN? {
    bytes(of: field) { ISBN(utf8: $0) } ?? nil
  }

  fileprivate func words(_ owner: Field) -> OwnedWords? {
    guard let id = bytes(of: owner, RecordID.init(utf8:)) ?? nil, let title = comparedTitle else { return nil }
    return OwnedWords(owner: id, words: title.filter { $0 != 0x20 })
  }

  /// Calls a function with the bytes of a field's value as stored in the file. Returns nil if the field is empty.
  private func bytes<Result>(of field: Field, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    let index = UInt16(field.index)
    guard let slot = slots.first(where: { $0.field == index }), slot.value.count > 0 else { return nil }
    return withBytes(of: slot.value, body)
  }
}
