import ShelfModel
import ShelfText

/// Books in JSON and YAML, wherever they stand in it.
extension GenericList {
  /// Reads the books of a tree: a list, a list under a key, lists under years, or books under keys of their own.
  static func readTree(
    _ value: JSONValue, line: Int, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) {
    var columns = Columns(options)
    var books: [Found] = []
    collect(value, line, nil, columns, 0, &books)
    guard !books.isEmpty else {
      throw SourceError(
        "no book with a title was found; `--map KEY=title` names the key that holds it", in: file.path)
    }
    for book in books {
      for member in book.value.members { columns.measure(member.key, member.value.text ?? "") }
    }
    for (book, line, year, status) in books {
      batch.begin()
      if let reason = reasonToSkip({ book[$0]?.text ?? "" }) {
        batch.skip(reason, line: line)
        continue
      }
      var draft = Draft(.book, key: "")
      draft.line = line
      if case .text(let title) = book { draft.set("title", title) }
      var told: Set<String> = []
      var best: [String: String] = [:]
      for member in book.members {
        let texts = flat(member.value)
        // What is nested deeper counts as left out.
        let isNested = texts.isEmpty && !(member.value.items.isEmpty && member.value.members.isEmpty)
        let field = columns.field(member.key, isNested ? "…" : texts.first ?? "")
        guard let field else { continue }
        if isNested {
          batch.leaveOut(column: member.key)
          continue
        }
        if let worse = columns.worse(member.key, field, texts.first ?? "", &best) {
          batch.leaveOut(column: worse)
          if worse == member.key { continue }
        }
        if !told.insert(field).inserted, book.members.count(where: { $0.key == member.key }) > 1 {
          batch.note("the key “\(member.key)” is there twice; the last one is taken", line: line)
        }
        FieldMapping.set(
          field, texts: texts, in: &draft, column: member.key, line: line, &batch,
          scale: columns.scales[member.key] ?? 5)
      }
      if let status, draft["status"].isEmpty, draft["dateCompleted"].isEmpty { draft.replace("status", [status]) }
      if let year, draft["dateCompleted"].isEmpty, draft["status"].isEmpty || draft.first("status") == "completed" {
        draft.replace("dateCompleted", [year])
      }
      if draft["title"].isEmpty {
        batch.reject(book.isObject ? "no title" : "not a book", line: line, value: book)
      } else {
        told.subtract(batch.unread.compactMap { columns.fields[$0] })
        batch.add(finished(draft, told, options))
      }
    }
    columns.tell(&batch)
    for (key, field) in options.maps where !columns.has(key) {
      batch.note("no entry has the key “\(key)”, which --map puts into \(field)", line: nil)
    }
  }

  /// A book of a tree, and what the keys above it say: the year in which it was read, and how far its reading is.
  private typealias Found = (value: JSONValue, line: Int, year: String?, status: String?)

  private static let mostDepth = 6

  private static func collect(
    _ value: JSONValue, _ line: Int, _ year: String?, _ columns: Columns, _ depth: Int,
    _ books: inout [Found]
  ) {
    if depth > mostDepth { return }
    switch value {
    case .array(let items):
      let start = books.count
      // Beside books, what has no title is one that cannot be taken, and is counted.
      var others: [(place: Int, item: JSONValue.Item)] = []
      for item in items {
        let count = books.count
        collect(item.value, item.line, year, columns, depth + 1, &books)
        if books.count == count, !isPart(item.value) { others.append((count, item)) }
      }
      guard books.count > start else { return }
      for (place, item) in others.reversed() { books.insert((item.value, item.line, year, nil), at: place) }
    case .object(let members):
      let names = members.filter { $0.value.text != nil }.map(\.key)
      // Many a text has a title; alone, without a list around it, a book has more.
      if columns.hasTitle(names), depth > 0 || columns.isBook(members.map(\.key)) {
        return books.append((value, line, year, nil))
      }
      // `{"book": {"title": …}, "rating": 4}`: what stands beside a book is said of it.
      let inner = members.filter { member in
        member.value.isObject && columns.hasTitle(member.value.members.filter { $0.value.text != nil }.map(\.key))
      }
      if depth > 0, inner.count == 1, members.count > 1, members.contains(where: { $0.value.text != nil }) {
        let own = inner[0].value.members
        let others = members.filter { member in
          member.key != inner[0].key && !own.contains { $0.key == member.key }
        }
        return books.append((.object(own + others), line, year, nil))
      }
      let own = members.first { $0.key == "year" }?.value.text ?? year
      let start = books.count
      var others: [(place: Int, member: JSONValue.Member)] = []
      for member in members where member.value.isObject || member.value.isArray {
        let count = books.count
        let isYear = member.key.count == 4 && Int(member.key) != nil
        collect(member.value, member.line, isYear ? member.key : own, columns, depth + 1, &books)
        if books.count == count, member.value.isObject, columns.isBook(member.value.members.map(\.key)) {
          others.append((count, member))
        }
        // `wishlist:`, `reading:`: the key says how far the reading of the books under it is.
        if let status = ReadingStatus(member.key)?.rawValue {
          for place in count..<books.count where books[place].status == nil { books[place].status = status }
        }
      }
      guard books.count > start else { return }
      for (place, member) in others.reversed() {
        books.insert((member.value, member.line, year, nil), at: place)
      }
    default: break
    }
  }

  /// Returns whether a value without books is a part of a list that could hold some, such as a year.
  private static func isPart(_ value: JSONValue) -> Bool {
    value.members.contains { member in
      member.value.isArray && member.value.items.allSatisfy { $0.value.isObject || $0.value.isArray }
        || member.value.isObject && member.key.count == 4
    }
  }

  /// Returns the texts of a value; of a list of objects, their names.
  private static func flat(_ value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.flatMap { flat($0.value) }
    case .object: [value["name"]?.text ?? value["title"]?.text ?? value["value"]?.text ?? ""].filter { !$0.isEmpty }
    default: value.texts
    }
  }
}
