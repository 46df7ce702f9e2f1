import ShelfFormats
import ShelfModel
import ShelfText

/// The books in a tree of JSON or YAML: a list, a list under a key, lists under years or themes, or books under keys of
/// their own.
struct BookTree {
  /// A book, and what the keys above it say.
  struct Book {
    /// An object, or a text that is its title.
    let value: JSONValue
    let line: Int
    /// The year in which it was read.
    let year: String?
    /// How far its reading is.
    var status: String?
    /// The themes that it is under, the outer ones first.
    var groups: [String] = []

    /// Why it is left out: it is listed among things that are not books.
    var reasonToSkip: String? {
      groups.first(where: EntryType.isOther).map { "an entry among “\($0)”, not a book" }
    }
  }

  private(set) var books: [Book] = []
  private let columns: GenericList.Columns
  private let root: JSONValue

  private static let mostDepth = 6

  /// - Parameter columns: says which keys are titles.
  init(_ value: JSONValue, line: Int, _ columns: GenericList.Columns) {
    self.columns = columns
    root = value
    collect(value, line, nil, 0)
    if books.isEmpty { collectTitles(value) }
  }

  // MARK: - What is a list of books

  /// Whether it is plainly a list of books, without being told.
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
    // `name` is in files of all kinds.
    let isRoot = hasTitle(root.members) && columns.isBook(root.members.map(\.key))
    if isRoot { return !isPost }
    if keys.contains(where: { columns.isBook(Array($0)) }) { return true }
    return keys.allSatisfy { keys in
      keys.contains { ColumnName.guess($0) == .title && !BookTree.plainNames.contains($0) }
    }
  }

  /// Whether there are lists of something else beside the books, which the text is about.
  private var hasOtherLists: Bool {
    root.members.contains { member in
      member.value.items.contains(where: \.value.isObject)
        && BookTree(member.value, line: 1, columns).books.isEmpty
    }
  }

  /// Whether a text alone is rather a post of a web site than a book: it has a title and an author too.
  private var isPost: Bool {
    if root[NoteKey.id] != nil { return false }
    let keys = Set(root.members.map { ColumnName.fold($0.key) })
    let fields = Set(keys.compactMap(ColumnName.guess))
    if !fields.isDisjoint(with: [.isbn, .rating, .pages, .publisher, .series, .year]) { return false }
    if root["status"]?.text.map({ ReadingStatus($0) != nil }) ?? false { return false }
    return !keys.contains("title") || !keys.isDisjoint(with: BookTree.postKeys)
  }

  /// Keys of posts of web sites.
  private static let postKeys: Set<String> = [
    "date", "layout", "permalink", "slug", "draft", "keywords", "excerpt", "featured",
  ]

  /// Keys that hold a name of anything.
  private static let plainNames: Set<String> = ["name", "book"]

  /// Keys of what is no book: of programs, films, songs, articles, schemas.
  private static let otherKeys: Set<String> = [
    "dependencies", "devdependencies", "scripts", "version", "repo", "repository", "license", "cffversion", "plugins",
    "baseurl", "properties", "operationid", "selector", "htmlurl", "assignee", "contenthtml", "contenttext", "director",
    "artist", "artists", "album", "track", "song", "episode", "episodes", "season", "channel", "ingredients", "steps",
  ]

  /// Keys of whole texts that are about no books.
  private static let otherRoots: Set<String> = ["properties", "$schema", "openapi", "swagger", "dependencies", "jobs"]

  // MARK: - Finding them

  private mutating func collect(_ value: JSONValue, _ line: Int, _ year: String?, _ depth: Int) {
    if depth > BookTree.mostDepth { return }
    switch value {
    case .array(let items): collect(items, year, depth)
    case .object(let members):
      if let list = listOfGroup(members) { return collect(group: members, list, year, depth) }
      // Many a text has a title; alone, without a list around it, a book has more.
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

  /// Returns the member of an object that holds books, where the object is a shelf of them with a name: `{"title":
  /// "Essays", "books": [{"title": …}]}`.
  private func listOfGroup(_ members: [JSONValue.Member]) -> JSONValue.Member? {
    // What has a title may be a book, with lists of chapters or editions.
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

  /// Takes the books of a shelf: its name is a year, says how far the readings are, or is a theme.
  private mutating func collect(
    group members: [JSONValue.Member], _ list: JSONValue.Member, _ year: String?, _ depth: Int
  ) {
    // What all of it is called says nothing of single books.
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

  /// Returns `{"book": {"title": …}, "rating": 4}` as one object: what is beside a book is said of it.
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
    // Beside books, what has no title is one that cannot be taken, and is counted.
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
      // `wishlist:`, `reading:`: the key says how far the reading of the books under it is.
      if let status = ReadingStatus(member.key)?.rawValue {
        for place in count..<books.count where books[place].status == nil { books[place].status = status }
      } else if books.count > count, !isYear, !hasTitle(member.value.members) {
        groups.append((member.key, count..<books.count))
      }
    }
    guard books.count > start else { return }
    // A key alone is what all of it is called.
    for (name, places) in groups.count > 1 ? groups : [] where !BookTree.isContainer(name) {
      for place in places { books[place].groups.insert(name, at: 0) }
    }
    // What has no title beside lists, such as what they have in common, is no book.
    guard members.contains(where: { hasTitle($0.value.members) }) else { return }
    insert(others.map { ($0.place, Book(value: $0.member.value, line: $0.member.line, year: year)) })
  }

  /// Puts books among the others, each in front of the one that has its place.
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

  /// Returns whether a key says no more of its books than that they are some.
  private static func isContainer(_ key: String) -> Bool {
    [
      "books", "items", "entries", "list", "lists", "library", "data", "references", "results", "docs", "documents",
      "records", "volumes", "rows",
    ].contains(ColumnName.fold(key))
  }

  /// Returns whether a value without books is a part of a list that could hold some, such as a year.
  private static func isPart(_ value: JSONValue) -> Bool {
    value.members.contains { member in
      member.value.isArray && member.value.items.allSatisfy { $0.value.isObject || $0.value.isArray }
        || member.value.isObject && member.key.count == 4
    }
  }

  // MARK: - Titles alone

  /// Takes a list of texts, or those under years, under `books`, or under words for how far a reading is, as titles.
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
