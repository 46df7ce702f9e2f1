import ShelfFormats
import ShelfModel
import ShelfText

/// Finds books anywhere in a tree of JSON or YAML.
///
/// The books may be in a list, in a list under a key, in lists under years, themes or reading statuses, or under
/// separate keys. The search descends into the tree. An object with a title is a book. Any other object or list is part
/// of the structure, and its key may state the year, status or genres of the books in it. An item without a title in a
/// list of books is kept, so that the import reports it.
///
/// Many files that have nothing to do with books contain titles. So `isPlain` requires more evidence before a file is
/// recognized by its contents alone.
struct BookTree {
  /// A book, with the information from its parent keys.
  struct Book {
    /// An object, or text that is the book's title.
    let value: JSONValue
    let line: Int
    /// The year the book was read, if a parent key gives it.
    let year: String?
    /// The reading status, if a parent key gives it.
    var status: String?
    /// The themes whose lists contain the book, from the outermost to the innermost.
    var groups: [String] = []

    /// The reason for skipping the entry, if it is in a list of things other than books.
    var reasonToSkip: String? {
      groups.first(where: EntryType.isOther).map { "an entry among “\($0)”, not a book" }
    }
  }

  private(set) var books: [Book] = []
  private let columns: GenericList.Columns
  private let root: JSONValue

  private static let maxDepth = 6

  /// - Parameter columns: determines which keys are titles.
  init(_ value: JSONValue, line: Int, _ columns: GenericList.Columns) {
    self.columns = columns
    root = value
    collect(value, line, nil, 0)
    if books.isEmpty { collectTitles(value) }
  }

  // MARK: - Recognizing lists of books

  /// Whether the tree is clearly a list of books, even if the user has not named the format.
  var isPlain: Bool {
    let objects = books.filter(\.value.isObject)
    if objects.isEmpty { return root["books"]?.isArray ?? false }
    let keys = objects.map { Set($0.value.members.map { ColumnName.fold($0.key) }) }
    if keys.contains(where: columns.isMappedTitle) { return true }
    if root.members.contains(where: { BookTree.otherRoots.contains($0.key) }) { return false }
    if keys.count(where: { !$0.isDisjoint(with: BookTree.otherKeys) }) * 2 > keys.count { return false }
    if root["books"] == nil, hasOtherLists { return false }
    let isWritten = keys.contains { $0.contains { [.author, .isbn].contains(ColumnName.guess($0)) } }
    if !isWritten, objects.count(where: { hasTitle($0.value.members) }) * 2 < objects.count { return false }
    // A `name` alone is not evidence of a book, because files of all kinds have such a key.
    let isRoot = hasTitle(root.members) && columns.isBook(root.members.map(\.key))
    if isRoot { return !isPost }
    if keys.contains(where: { columns.isBook(Array($0)) }) { return true }
    if keys.count > 1, keys.allSatisfy({ QuoteColumns($0.sorted(), ImportOptions())?.isOfBooks ?? false }) {
      return true
    }
    return keys.allSatisfy { keys in
      keys.contains { ColumnName.guess($0) == .title && !BookTree.plainNames.contains($0) }
    }
  }

  /// Whether the tree also contains lists of other things, and so is probably not about books.
  private var hasOtherLists: Bool {
    root.members.contains { member in
      member.value.items.contains(where: \.value.isObject)
        && BookTree(member.value, line: 1, columns).books.isEmpty
    }
  }

  /// Whether the root object is a post on a web site rather than a book. Posts also have titles and authors.
  private var isPost: Bool {
    if root[NoteKey.id] != nil { return false }
    let keys = Set(root.members.map { ColumnName.fold($0.key) })
    let fields = Set(keys.compactMap(ColumnName.guess))
    if !fields.isDisjoint(with: [.isbn, .rating, .pages, .publisher, .series, .year]) { return false }
    if root["status"]?.text.map({ ReadingStatus($0) != nil }) ?? false { return false }
    return !keys.contains("title") || !keys.isDisjoint(with: BookTree.postKeys)
  }

  /// Keys that are typical of posts on web sites.
  private static let postKeys: Set<String> = [
    "date", "layout", "permalink", "slug", "draft", "keywords", "excerpt", "featured",
  ]

  /// Keys that may name things other than books.
  private static let plainNames: Set<String> = ["name", "book"]

  /// Keys of things that are not books: programs, films, songs, articles, schemas.
  private static let otherKeys: Set<String> = [
    "dependencies", "devdependencies", "scripts", "version", "repo", "repository", "license", "cffversion", "plugins",
    "baseurl", "properties", "operationid", "selector", "htmlurl", "assignee", "contenthtml", "contenttext", "director",
    "artist", "artists", "album", "track", "song", "episode", "episodes", "season", "channel", "ingredients", "steps",
  ]

  /// Top-level keys of files that are not about books.
  private static let otherRoots: Set<String> = ["properties", "$schema", "openapi", "swagger", "dependencies", "jobs"]

  // MARK: - Finding the books

  private mutating func collect(_ value: JSONValue, _ line: Int, _ year: String?, _ depth: Int) {
    if depth > BookTree.maxDepth { return }
    switch value {
    case .array(let items): collect(items, year, depth)
    case .object(let members):
      if let list = listOfGroup(members) { return collect(group: members, list, year, depth) }
      // Objects of all kinds have titles, so the root object needs further evidence to be a book.
      if hasTitle(members), depth > 0 || columns.isBook(members.map(\.key)) {
        books.append(Book(value: value, line: line, year: year))
      } else if depth > 0, let whole = BookTree.whole(members, hasTitle) {
        books.append(Book(value: whole, line: line, year: year))
      } else {
        collect(members, year, depth)
      }
    default: break
    }
  }

  /// If an object is a named shelf, returns the member that contains the books: `{"title": "Essays", "books":
  /// [{"title": …}]}`.
  private func listOfGroup(_ members: [JSONValue.Member]) -> JSONValue.Member? {
    // An object with a title may be a book that has lists of chapters or editions.
    let isTitled = members.contains { ColumnName.fold($0.key) == "title" }
    let lists = members.filter { member in
      let keys = member.value.items.map { Set($0.value.members.map { ColumnName.fold($0.key) }) }
      let isList = isTitled ? BookTree.isContainer(member.key) : !keys.isEmpty
      return isList && !keys.isEmpty && keys.allSatisfy { $0.contains("title") || columns.isMappedTitle($0) }
    }
    guard lists.count == 1, members.contains(where: BookTree.isName) else { return nil }
    return isTitled || !columns.isBook(members.map(\.key)) ? lists[0] : nil
  }

  private static func isName(_ member: JSONValue.Member) -> Bool {
    ["title", "name", "section", "category", "shelf", "label", "heading", "group", "theme", "genre", "status", "year"]
      .contains(ColumnName.fold(member.key)) && member.value.text?.isEmpty == false
  }

  /// Collects the books of a shelf, whose name is a year, a reading status or a theme.
  private mutating func collect(
    group members: [JSONValue.Member], _ list: JSONValue.Member, _ year: String?, _ depth: Int
  ) {
    // At the top level, the name belongs to the whole list and does not describe individual books.
    let own = members.first(where: BookTree.isName)?.value.text ?? ""
    let name = depth == 0 && !BookTree.isYear(own) ? "" : own
    let start = books.count
    collect(list.value, list.line, BookTree.isYear(name) ? name : year, depth + 1)
    for place in start..<books.count where !name.isEmpty && !BookTree.isYear(name) {
      if let status = ReadingStatus(name)?.rawValue {
        if books[place].status == nil { books[place].status = status }
      } else {
        books[place].groups.insert(name, at: 0)
      }
    }
  }

  private func hasTitle(_ members: [JSONValue.Member]) -> Bool {
    columns.hasTitle(members.filter { $0.value.text != nil }.map(\.key))
  }

  /// Returns an object such as `{"book": {"title": …}, "rating": 4}` as a single book, since values next to a book
  /// describe it. Returns nil for any other object.
  private static func whole(
    _ members: [JSONValue.Member], _ hasTitle: ([JSONValue.Member]) -> Bool
  ) -> JSONValue? {
    let inner = members.filter { $0.value.isObject && hasTitle($0.value.members) }
    guard inner.count == 1, members.count > 1, members.contains(where: { $0.value.text != nil }) else { return nil }
    let own = inner[0].value.members
    let known = Set(own.map(\.key))
    return .object(own + members.filter { member in member.key != inner[0].key && !known.contains(member.key) })
  }

  private mutating func collect(_ items: [JSONValue.Item], _ year: String?, _ depth: Int) {
    let start = books.count
    // An item without a title in a list of books is kept, so that the import rejects it and counts it.
    var others: [(place: Int, item: JSONValue.Item)] = []
    for item in items {
      let count = books.count
      collect(item.value, item.line, year, depth + 1)
      if books.count == count, !BookTree.isPart(item.value) { others.append((count, item)) }
    }
    guard books.count > start else { return }
    insert(others.map { ($0.place, Book(value: $0.item.value, line: $0.item.line, year: year)) })
  }

  private mutating func collect(_ members: [JSONValue.Member], _ year: String?, _ depth: Int) {
    let own = members.first { $0.key == "year" }?.value.text ?? year
    let start = books.count
    var others: [(place: Int, member: JSONValue.Member)] = []
    var groups: [(name: String, places: Range<Int>)] = []
    for member in members where member.value.isObject || member.value.isArray {
      let count = books.count
      let isYear = BookTree.isYear(member.key)
      collect(member.value, member.line, isYear ? member.key : own, depth + 1)
      if books.count == count, member.value.isObject, columns.isBook(member.value.members.map(\.key)) {
        others.append((count, member))
      }
      // For keys such as `wishlist:` and `reading:`, the key is the status of the books below it.
      if let status = ReadingStatus(member.key)?.rawValue {
        for place in count..<books.count where books[place].status == nil { books[place].status = status }
      } else if books.count > count, !isYear, !hasTitle(member.value.members) {
        groups.append((member.key, count..<books.count))
      }
    }
    guard books.count > start else { return }
    // If there is only one key, it is the name of the whole list.
    for (name, places) in groups.count > 1 ? groups : [] where !BookTree.isContainer(name) {
      for place in places { books[place].groups.insert(name, at: 0) }
    }
    // An object without a title that is next to lists is not a book. It may contain data that the books have in common.
    guard members.contains(where: { hasTitle($0.value.members) }) else { return }
    insert(others.map { ($0.place, Book(value: $0.member.value, line: $0.member.line, year: year)) })
  }

  /// Inserts books into the list at their positions in the file.
  private mutating func insert(_ others: [(place: Int, book: Book)]) {
    guard let first = others.first else { return }
    let rest = books[first.place...]
    books.removeSubrange(first.place...)
    var next = others[...]
    for place in rest.startIndex...rest.endIndex {
      while let other = next.first, other.place == place {
        books.append(other.book)
        next.removeFirst()
      }
      if place < rest.endIndex { books.append(rest[place]) }
    }
  }

  private static func isYear(_ key: String) -> Bool { key.count == 4 && Int(key) != nil }

  /// Returns whether a key is a generic name for a list, such as `items`, rather than a theme.
  private static func isContainer(_ key: String) -> Bool {
    [
      "books", "items", "entries", "list", "lists", "library", "data", "references", "results", "docs", "documents",
      "records", "volumes", "rows",
    ].contains(ColumnName.fold(key))
  }

  /// Returns whether a value that contains no books is part of the structure, such as a year without books, rather than
  /// an item.
  private static func isPart(_ value: JSONValue) -> Bool {
    value.members.contains { member in
      member.value.isArray && member.value.items.allSatisfy { $0.value.isObject || $0.value.isArray }
        || member.value.isObject && member.key.count == 4
    }
  }

  // MARK: - Lists of titles

  /// Collects text items as titles of books, from a list or from lists under `books`, years or reading statuses.
  private mutating func collectTitles(_ value: JSONValue) {
    addTitles(value, year: nil, status: nil)
    for member in value.members {
      let status = ReadingStatus(member.key)?.rawValue
      let year = BookTree.isYear(member.key) ? member.key : nil
      if status == nil, year == nil, !BookTree.isContainer(member.key) { continue }
      addTitles(member.value, year: year, status: status)
    }
  }

  private mutating func addTitles(_ value: JSONValue, year: String?, status: String?) {
    for item in value.items {
      if case .text = item.value {
        books.append(Book(value: item.value, line: item.line, year: year, status: status))
      }
    }
  }
}
