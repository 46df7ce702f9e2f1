import ShelfModel
import ShelfText

/// Finds the record that a name on the command line refers to.
///
/// A name may be an id, the start of an id, a path, any part of a title, an ISBN, the key of a book in a bibliography,
/// or a number in a custom field, such as a shelf mark. An id or a path takes precedence. Otherwise the finder tries
/// the interpretations of the name in the order of `Way`, from the strictest to the loosest, and uses the first one
/// that matches a record. If this interpretation matches several records, the name is ambiguous, and the error lists
/// the records. A name is also ambiguous if it matches one record and is at least the first eight digits of another
/// record's id, because shelf itself shows these digits. An author's name does not identify a book, so it only supplies
/// candidates for the error.
///
/// A change must not affect the wrong record just because the intended one no longer exists. Therefore, with
/// `Precision.exact`, the looser interpretations only supply candidates for the error. An unreadable file takes
/// precedence over records whose names are merely similar.
package struct RecordFinder {
  package let library: Library
  private let resolve: (String) -> String?
  private let chosen: [Choice: RecordID]

  /// A name and the kind of record that it refers to, which together identify a choice that the user has made.
  package struct Choice: Hashable, Sendable {
    let name: String
    let kind: Kind?

    package init(_ name: String, _ kind: Kind?) {
      self.name = name
      self.kind = kind
    }
  }

  /// - Parameters:
  ///   - resolve: returns the absolute path for a path relative to the current folder, or nil if nothing exists there.
  ///   - chosen: the records that the user has chosen for names that do not identify a record by themselves.
  package init(
    _ library: Library, resolve: @escaping (String) -> String? = { _ in nil }, chosen: [Choice: RecordID] = [:]
  ) {
    self.library = library
    self.resolve = resolve
    self.chosen = chosen
  }

  /// The part of a name that is required.
  package enum Precision: Sendable {
    /// Any part of a title, or any start of an id, that only one record has.
    case any
    /// The whole title, the path, a whole number such as the ISBN, or at least eight digits of the id. Changes require
    /// this precision.
    case exact
  }

  /// The interpretations of a name that is neither an id nor a path, from the strictest to the loosest.
  private enum Way: CaseIterable {
    /// The title as it is written. Only for commands that change nothing: if several titles differ only in case, a
    /// change must not depend on the case that the user happened to type.
    case sameTitle
    /// The whole title, regardless of case and accents. `The Waves` and `Waves, The` are the same title.
    case title
    /// The whole title apart from its punctuation. Not the name of a genre or tag, which may differ from another only
    /// in its punctuation.
    case unpunctuatedTitle
    case number
    /// The whole title apart from its article, as in `dispossessed` for `The Dispossessed`.
    case titleWithoutArticle
    /// At least eight digits of an id.
    case mostOfID
    /// The key of the book in a bibliography that it was imported from, or that an export writes.
    case citationKey
    case numberWithoutZeros
    case startOfID
    case startOfTitle
    case partOfTitle

    /// Whether it is sufficient for a change.
    var isExact: Bool {
      switch self {
      case .sameTitle, .title, .unpunctuatedTitle, .number, .titleWithoutArticle, .citationKey, .mostOfID,
        .numberWithoutZeros:
        true
      case .startOfID, .startOfTitle, .partOfTitle: false
      }
    }
  }

  /// The reason why a name does not refer to exactly one record.
  package enum Failure: Error, Sendable {
    /// No record has this name. `nearest` contains similar titles, best match first. `kind` is nil if records of any
    /// kind were acceptable.
    case notFound(name: String, kind: Kind?, nearest: [String])
    /// No record has exactly this name, but the name loosely matches the candidates, or is the name of their author.
    case inexact(name: String, kind: Kind?, candidates: [Record])
    /// Several records have this name.
    case ambiguous(name: String, kind: Kind?, candidates: [Record])
    /// The file that the name refers to cannot be read.
    case unreadable(UnreadableFile)
    /// The path leads from the current folder to a file outside the library.
    case elsewhere(path: String, library: String)
  }

  /// Returns the only record of a kind with this id, start of an id, path, title or number.
  ///
  /// An id or path takes precedence. Titles match regardless of case, accents and surrounding space. A whole title or
  /// number takes precedence over the start of an id or title, which takes precedence over part of a title.
  ///
  /// - Parameters:
  ///   - kind: nil to find a record of any kind.
  ///   - precision: the part of the name that is required.
  package func find(_ name: String, _ kind: Kind?, _ precision: Precision = .any) throws(Failure) -> Record {
    if let id = chosen[Choice(name, kind)], let record = library.record(id) { return record }
    if let id = RecordID(name.trimmed), let record = library.record(id), kind == nil || record.kind == kind {
      return try only(library.records(sharing: record.id).filter { kind == nil || $0.kind == kind }, name, kind)
    }
    if let id = RecordID(name.trimmed), library.record(id) == nil,
      let file = unreadable(kind, where: { $0.statedID == id })
    {
      throw .unreadable(file)
    }
    if let record = try recordAt(path: name, kind) { return record }
    let wanted = Folding.fold(name)
    guard !wanted.isEmpty else { throw .notFound(name: name, kind: kind, nearest: []) }
    let titles = library.records.filter { kind == nil || $0.kind == kind }.map { ($0, Folding.fold($0.title)) }
    let digits = RecordFinder.hexDigits(name)
    let words = RecordFinder.withoutPunctuation(wanted)
    let whole = RecordFinder.withLeadingArticle(wanted)
    let core = RecordFinder.withoutArticle(wanted)
    // `The Bread` is not `A Bread`.
    let hasArticle = core != words
    let mayBeCited = CitationKeys.isLikely(wanted)
    func isBeginning(of record: Record) -> Bool { digits.map { record.id.hasPrefix(hexDigits: $0) } ?? false }
    let numbers = Numbers(name, library.schema)
    // Spreadsheets drop leading zeros.
    let counted = Numbers(name, library.schema, isCounting: true)
    func isMeant(_ record: Record, _ title: String, _ way: Way) -> Bool {
      switch way {
      case .sameTitle: precision == .any && record.title == name
      case .title: title == wanted || !record.kind.hasUniqueNames && RecordFinder.withLeadingArticle(title) == whole
      case .unpunctuatedTitle:
        !record.kind.hasUniqueNames && !words.isEmpty && RecordFinder.withoutPunctuation(title) == words
      case .titleWithoutArticle:
        !record.kind.hasUniqueNames && !hasArticle && !core.isEmpty && RecordFinder.withoutArticle(title) == core
      case .number: numbers.contains(record)
      case .mostOfID: (digits?.count ?? 0) >= RecordID.shortLength && isBeginning(of: record)
      case .citationKey: isCited(record, as: wanted, mayBeMade: mayBeCited)
      case .numberWithoutZeros: counted.contains(record)
      case .startOfID: isBeginning(of: record)
      case .startOfTitle: title.hasPrefix(wanted)
      case .partOfTitle: title.contains(wanted)
      }
    }
    // shelf shows records with these digits, so another record must not take precedence because of its title or number.
    let shown = titles.filter { isMeant($0.0, $0.1, .mostOfID) }.map(\.0)
    for way in Way.allCases {
      // An unreadable file with this name takes precedence over records that the remaining ways match.
      if way == .number, let file = unreadable(called: name, kind) { throw .unreadable(file) }
      var found = titles.filter { isMeant($0.0, $0.1, way) }.map(\.0)
      if way.isExact, !found.isEmpty { found += shown.filter { record in !found.contains { $0 === record } } }
      if way == .startOfID, found.isEmpty, let digits,
        let file = unreadable(kind, where: { $0.mayHaveID(startingWith: digits) })
      {
        throw .unreadable(file)
      }
      if found.isEmpty { continue }
      if precision == .exact, !way.isExact {
        let candidates =
          way == .startOfTitle ? titles.filter { RecordFinder.stands(wanted, atStartOrWholeIn: $1) }.map(\.0) : found
        throw .inexact(name: name, kind: kind, candidates: RecordFinder.inOrder(candidates, wanted))
      }
      return try only(found, name, kind)
    }
    // No record has the name, so an unreadable file is reported even if only part of its title matches.
    if let file = unreadable(kind, where: { file in self.titles(in: file).contains { $0.contains(wanted) } }) {
      throw .unreadable(file)
    }
    let byAuthor = titles.map(\.0).filter { isAuthor(wanted, of: $0) }
    if !byAuthor.isEmpty {
      throw .inexact(name: name, kind: kind, candidates: RecordFinder.inOrder(byAuthor, wanted))
    }
    throw .notFound(
      name: name, kind: kind, nearest: Nearest.names(to: wanted, among: titles.map { ($0.1, $0.0.title) }))
  }

  /// Matches the records that have a text as their ISBN, as a value of a short custom text field, or as a number of a
  /// copy.
  ///
  /// The text must contain a digit, because other values of custom fields, such as names of people, do not identify a
  /// record. A field whose name says that it numbers copies, such as `barcodes`, may also be a number, and may contain
  /// several numbers in one value.
  private struct Numbers {
    private let isbn: ISBN?
    private let words: [UInt8]
    private let schema: Schema
    /// The keys of the fields that number copies.
    private let numbering: Set<String>
    private let isCounting: Bool

    /// - Parameter isCounting: whether to ignore leading zeros.
    init(_ name: String, _ schema: Schema, isCounting: Bool = false) {
      isbn = ISBN(name.trimmed)
      self.schema = schema
      self.isCounting = isCounting
      numbering = Set(Kind.allCases.flatMap { CopyNumbers.fields(of: $0, schema) }.map(\.key))
      words = name.contains(where: \.isNumber) ? CopyNumbers.letters(name, isCounting: isCounting) : []
    }

    func contains(_ record: Record) -> Bool {
      if words.isEmpty { return false }
      if let isbn, let field = schema.field(.isbn, of: record.kind),
        record.texts(of: field).contains(where: { ISBN($0) == isbn })
      {
        return true
      }
      return schema.customFields(of: record.kind).contains { field in
        let isText = (field.type == .text || field.type == .textList) && !field.isLong
        guard isText || numbering.contains(field.key), record.has(field) else { return false }
        return record.texts(of: field).contains { text in
          let numbers = numbering.contains(field.key) ? CopyNumbers.numbers(in: [text], of: field) : []
          return ([text] + numbers).contains { CopyNumbers.letters($0, isCounting: isCounting) == words }
        }
      }
    }
  }

  /// Returns whether an export cites a book by a key, or a bibliography that a record was imported from does. The key
  /// must be case-folded.
  ///
  /// - Parameter mayBeMade: whether the key may be one that an export makes.
  private func isCited(_ record: Record, as key: String, mayBeMade: Bool) -> Bool {
    if mayBeMade, record.kind == .book, library.citationKeys.has(record, called: key) { return true }
    guard let field = library.schema.field("sources", of: record.kind), record.has(field) else { return false }
    return record.texts(of: field).contains { source in
      guard let prefix = ["bibtex:", "csl:"].first(where: source.hasPrefix) else { return false }
      return Folding.fold(String(source.dropFirst(prefix.count))) == key
    }
  }

  /// Returns the first record of a kind that has a text as its number, or nil if there is none.
  package func record(numbered text: String, _ kind: Kind) -> Record? {
    let numbers = Numbers(text, library.schema)
    return library.records(of: kind).first { numbers.contains($0) }
  }

  /// Returns whether a name is precise enough for a change, or would be if only one record had it.
  package func isName(_ name: String, _ kind: Kind) -> Bool {
    do throws(Failure) {
      _ = try find(name, kind, .exact)
      return true
    } catch {
      if case .ambiguous = error { return true }
      return false
    }
  }

  package func isTitle(_ name: String, _ kind: Kind) -> Bool {
    let wanted = Folding.fold(name)
    return library.records(of: kind).contains { Folding.fold($0.title) == wanted }
  }

  /// Returns whether a folded title begins with a folded name, or contains it as whole words.
  package static func stands(_ wanted: String, atStartOrWholeIn title: String) -> Bool {
    func words(_ text: String) -> String { " \(Folding.words(text).joined(separator: " ")) " }
    return title.hasPrefix(wanted) || title.contains(wanted) && words(title).contains(words(wanted))
  }

  /// Returns a folded title without spaces and common punctuation. The result is the same for `H.M.S. Surprise` and
  /// `HMS Surprise`, but not for `C#` and `C++`.
  static func withoutPunctuation(_ folded: String) -> [UInt8] {
    folded.utf8.filter { !RecordFinder.punctuation.contains($0) }
  }

  private static let punctuation = Set(" .,:;!?'\"-()".utf8)

  /// Returns the folded title `the waves` for `waves, the`.
  private static func withLeadingArticle(_ folded: String) -> String {
    folded.utf8.contains(UInt8(ascii: ","))
      ? String(decoding: Likeness.leadingArticle(of: Array(folded.utf8)), as: UTF8.self) : folded
  }

  /// Returns a folded title without its article, spaces and common punctuation.
  private static func withoutArticle(_ folded: String) -> [UInt8] {
    let title = Likeness.withoutArticle(Likeness.leadingArticle(of: Array(folded.utf8)))
    return title.filter { !RecordFinder.punctuation.contains($0) }
  }

  /// Returns whether a word in the name of one of a record's authors starts with the folded text.
  private func isAuthor(_ wanted: String, of record: Record) -> Bool {
    guard let field = library.schema.field(.creator, of: record.kind) else { return false }
    return record.texts(of: field).contains { WordBeginnings.contains(wanted, in: Folding.fold($0)) }
  }

  private func only(_ found: [Record], _ name: String, _ kind: Kind?) throws(Failure) -> Record {
    guard let first = found.first, found.count == 1 else {
      throw .ambiguous(name: name, kind: kind, candidates: RecordFinder.inOrder(found, Folding.fold(name)))
    }
    return first
  }

  /// Returns candidates sorted by title. Candidates with a word that starts with the name come first.
  private static func inOrder(_ found: [Record], _ wanted: String) -> [Record] {
    let ranked = found.map { record in
      (record: record, isLater: !WordBeginnings.contains(wanted, in: Folding.fold(record.title)))
    }
    return ranked.sorted { a, b in
      a.isLater == b.isLater ? (a.record.title, a.record.id) < (b.record.title, b.record.id) : b.isLater
    }.map(\.record)
  }

  /// Returns the record in a file. The path may be relative to the library or to the current folder, or absolute.
  ///
  /// A path that leads from the current folder to an existing file refers to that file. If the file is outside the
  /// library, an error is thrown, even if the library contains a file with the same relative path.
  private func recordAt(path: String, _ kind: Kind?) throws(Failure) -> Record? {
    let isFile = path.split(separator: "/").last.map { RecordFile.isName(String($0)) } ?? false
    guard path.contains("/") || isFile else { return nil }
    let root = library.root + "/"
    var paths = [path.hasPrefix("./") ? String(path.dropFirst(2)) : path]
    for path in [path, resolve(path) ?? ""] where path.hasPrefix(root) {
      paths.append(String(path.dropFirst(root.count)))
    }
    for path in paths {
      // Unreadable files are checked first, because they include symbolic links in the library that resolve to paths
      // outside it.
      if let file = library.unreadable.first(where: { $0.path == path }) { throw .unreadable(file) }
    }
    if isFile, let file = resolve(path), !file.hasPrefix(root) {
      throw .elsewhere(path: path, library: library.root)
    }
    for path in paths {
      if let record = library.records.first(where: { $0.path == path && (kind == nil || $0.kind == kind) }) {
        return record
      }
    }
    return nil
  }

  /// Returns the unreadable file of a kind that contains this title, or has the name that shelf gives to the file of a
  /// record with this title. Returns nil if there is not exactly one.
  private func unreadable(called name: String, _ kind: Kind?) -> UnreadableFile? {
    let slug = RecordPath.slug(name)
    let wanted = Folding.fold(name)
    return unreadable(kind) { file in
      titles(in: file).contains(wanted) || RecordPath.isName(of: file.path, slug: slug)
    }
  }

  private func titles(in file: UnreadableFile) -> [String] {
    guard let kind = file.kind else { return [] }
    return file.statedTexts(of: library.schema.title(of: kind).key).map { Folding.fold($0) }
  }

  /// Returns the unreadable file of a kind that satisfies a condition, or nil if there is not exactly one.
  private func unreadable(_ kind: Kind?, where isMeant: (UnreadableFile) -> Bool) -> UnreadableFile? {
    let files = library.unreadable.filter { (kind == nil || $0.kind == kind) && isMeant($0) }
    return files.count == 1 ? files[0] : nil
  }

  /// Returns the values of the hexadecimal digits in a name, ignoring hyphens, or nil if the name cannot be the start
  /// of an id with at least four digits.
  package static func hexDigits(_ name: String) -> [UInt8]? {
    let digits = name.trimmed.utf8.filter { $0 != UInt8(ascii: "-") }.map(RecordID.hexDigit)
    guard digits.count >= 4, !digits.contains(nil) else { return nil }
    return digits.compactMap { $0 }
  }
}

extension UnreadableFile {
  /// Returns whether the id of the record in the file may start with these digits. The id in the file's text takes
  /// precedence over the digits in its name.
  fileprivate func mayHaveID(startingWith digits: [UInt8]) -> Bool {
    if let id = statedID { return id.hasPrefix(hexDigits: digits) }
    let named = RecordPath.stem(path).utf8.suffix(8).compactMap(RecordID.hexDigit)
    return named.count == 8 && named.starts(with: digits)
  }
}
