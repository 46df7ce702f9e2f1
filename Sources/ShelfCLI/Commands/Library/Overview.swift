import ShelfCells
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What `shelf` alone shows in a library: the books being read, the contents, and things to do.
struct Overview {
  let library: Library
  let context: Context
  /// Whether there is a line for a goal that is not set.
  var asksForGoal = false

  /// A line, and what it is about.
  struct Line {
    let text: String
    var subject: Subject?

    enum Subject {
      case book(RecordID)
      case goal(year: Int)
    }
  }

  /// The maximum number of books and tags listed.
  private static let shown = 10

  private typealias Count = (name: String, text: String, isWrong: Bool)

  func show() throws {
    if context.terminal.isTerminal {
      let hint = WordWrap.lines("`shelf browse` shows it in three panes.", width: context.terminal.width)
      try context.page(Array((page() + [""] + hint.map { style(.dim, $0) }).map { $0 + "\n" }.joined().utf8))
    } else {
      try context.write(Array(plain().utf8))
    }
    context.warnOfUnreadable(library, Kind.allCases, "not counted")
  }

  // MARK: - On a terminal

  func page() -> [String] { lines().map(\.text) }

  func lines() -> [Line] {
    func plain(_ lines: [String]) -> [Line] { lines.map { Line(text: $0) } }
    var lines = [style(.bold, VisibleText.line(library.manifest.name))]
    let counts = Kind.allCases.map { kind in kind.counted(library.records.count { $0.kind == kind }) }
    lines += WordWrap.lines(counts.joined(separator: " · "), width: context.terminal.width).map { style(.dim, $0) }
    if library.records.isEmpty {
      return plain(lines + ["", "Add the first book: shelf book add \"TITLE\" --author NAME"])
    }
    var page = plain(lines)
    let year = context.today.year
    if let goal = goal()?.text ?? (asksForGoal ? style(.dim, "none yet: Enter sets one") : nil) {
      page += plain(["", style(.bold, "Goal for \(year)")]) + [Line(text: "  " + goal, subject: .goal(year: year))]
    }
    let reading = self.reading()
    if !reading.isEmpty {
      page += plain(["", style(.bold, "Reading")])
      page += zip(table(reading), reading).map { Line(text: $0, subject: .book($1.id)) }
      if reading.count > Overview.shown {
        page += plain([style(.dim, "  and \(reading.count - Overview.shown) more")])
      }
    }
    return page + plain([""] + columns(("Filters", filters()), ("Tags", tags())))
  }

  private func table(_ books: [Record]) -> [String] {
    let cells = Cells(library)
    let books = Array(books.prefix(Overview.shown))
    let field = library.schema.field(.progress, of: .book)
    let progress = field.flatMap { field in books.contains { $0.has(field) } ? field : nil }
    var table = Table(
      columns: [
        TableColumn(title: "", minimum: 16, preferred: 32, priority: 5),
        TableColumn(title: "", minimum: 10, preferred: 16, priority: 2),
      ] + (progress == nil ? [] : [TableColumn(title: "", priority: 4, isFlexible: false)]) + [
        TableColumn(title: "", priority: 3, isFlexible: false),
        TableColumn(title: "", priority: 1, givesWay: true, isFlexible: false),
      ])
    for book in books {
      let pace = ReadingPace(book, library.schema, today: context.today)
      let since = library.value(.began, of: book).map { "since \($0.text)" } ?? ""
      table.append(
        [.styled(book.title, .bold), .text(library.value(.maker, of: book)?.text ?? "")]
          + (progress.map { [CellStyle().tableCell(cells.cell($0, book))] } ?? [])
          + [
            .styled(pace?.end.map { "until about \($0)" } ?? since, .dim), .styled(pace.map(Wording.speed) ?? "", .dim),
          ])
    }
    let text = table.render(
      width: context.terminal.fittingWidth.map { $0 - 2 }, depth: context.terminal.depth)
    return text.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { "  " + String(decoding: $0, as: UTF8.self) }
  }

  /// Returns two lists side by side, or one below the other if there is too little room.
  private func columns(_ left: (title: String, [Count]), _ right: (title: String, [Count])) -> [String] {
    let width = context.terminal.width
    let isWide = width >= 60
    let room = isWide ? (width - 2) / 2 : width
    let (one, other) = (list(left.title, left.1, room), list(right.title, right.1, room))
    if !isWide { return one.map(\.text) + (other.isEmpty ? [] : [""]) + other.map(\.text) }
    return (0..<max(one.count, other.count)).map { row in
      let start = row < one.count ? one[row] : ("", 0)
      guard row < other.count else { return start.0 }
      return start.0 + String(repeating: " ", count: room - start.1 + 2) + other[row].text
    }
  }

  private func list(_ title: String, _ counts: [Count], _ width: Int) -> [(text: String, width: Int)] {
    if counts.isEmpty { return [] }
    let numbers = counts.map { DisplayWidth.of($0.text) }.max() ?? 0
    let names = min(counts.map { DisplayWidth.of($0.name) }.max() ?? 0, max(6, width - numbers - 4))
    let rows = counts.map { count in
      let name = DisplayWidth.pad(DisplayWidth.truncate(count.name, to: names), to: names)
      let style: TextStyle = count.isWrong ? .color(.red) : count.text.hasPrefix("0") ? .dim : .plain
      let number = DisplayWidth.pad(count.text, to: numbers, alignment: .right)
      return ("  \(name)  " + self.style(style, number), 4 + names + numbers)
    }
    return [(style(.bold, title), DisplayWidth.of(title))] + rows
  }

  // MARK: - Through a pipe

  private func plain() -> String {
    var tsv = TSVWriter()
    func row(_ fields: [String]) {
      for field in fields { tsv.field(field) }
      tsv.endRow()
    }
    row(["library", library.manifest.name])
    for kind in Kind.allCases { row([kind.plural, String(library.records.count { $0.kind == kind })]) }
    if let goal = library.manifest.goals[context.today.year], let done = goalRow()?.count {
      row(["goal", String(context.today.year), String(done), String(goal)])
    }
    let progress = library.schema.field(.progress, of: .book)
    for book in reading() {
      row(["reading", book.id.description, book.title] + (progress.map { Array(book.texts(of: $0).prefix(1)) } ?? []))
    }
    for count in filters() { row(["filter", count.name, count.text]) }
    for count in tags() { row(["tag", count.name, count.text]) }
    return String(decoding: tsv.take(), as: UTF8.self)
  }

  // MARK: - Contents

  /// Returns how far this year's goal is; nil if there is none.
  private func goal() -> GoalLine? { goalRow().map { GoalLine($0, terminal: context.terminal) } }

  private func goalRow() -> Statistics.Row? {
    let goals = library.manifest.goals.filter { $0.key == context.today.year }
    if goals.isEmpty { return nil }
    return Statistics.goals(goals, Array(library.records(of: .book)), library.schema, today: context.today).first
  }

  /// Returns the books that are being read, the last begun first.
  private func reading() -> [Record] {
    guard let started = library.schema.field(.began, of: .book), let state = library.schema.field(.state, of: .book),
      let reading = state.states?.during
    else { return [] }
    let query = Query.field(key: QueryText(state.key), .equals, QueryText(reading.value))
    let books = (try? reader.records(.book, [QuerySource(query, text: "")])) ?? []
    return RecordOrder([RecordOrder.Key(.field(started), isDescending: true)]).sort(books, of: library)
  }

  /// Returns each filter with its number of open issues; for filters of another kind, of its records.
  private func filters() -> [Count] {
    library.manifest.allFilters.map { filter in
      guard let (kind, source) = try? filter.read() else { return (filter.name, "wrong", true) }
      let isOpen = QuerySource(.state(QueryText("open")), text: "")
      let sources = (kind ?? .issue) == .issue ? [source, isOpen] : [source]
      guard let count = try? reader.records(kind ?? .issue, sources).count else { return (filter.name, "wrong", true) }
      let what = (kind ?? .issue) == .issue ? "\(count) open" : (kind ?? .issue).counted(count)
      return (VisibleText.line(filter.name), what, false)
    }
  }

  private func tags() -> [Count] {
    let tags = RecordOrder([]).sort(Array(library.records(of: .tag)), of: library)
    let counts = tags.map { (name: "#" + VisibleText.line($0.title), count: library.openIssues(of: $0)) }
    // If there are many, those with the most to do are shown.
    let kept = Set(counts.map(\.count).sorted(by: >).prefix(Overview.shown))
    let shown = counts.count > Overview.shown ? counts.filter { kept.contains($0.count) && $0.count > 0 } : counts
    return shown.prefix(Overview.shown * 2).map { ($0.name, "\($0.count) open", false) }
  }

  private var reader: QueryReader { QueryReader(library: library, context: context) }

  private func style(_ style: TextStyle, _ text: String) -> String {
    style.apply(to: text, depth: context.terminal.depth)
  }
}

extension Overview {
  /// Shows the overview; false if there is no library here and the usual help is shown instead.
  static func show(in context: Context) throws -> Bool {
    let options = try LibraryOptions.parse([])
    do {
      let library = try options.load(in: context)
      try Overview(library: library, context: context).show()
      return true
    } catch LibraryError.noLibraryFound {
      return false
    }
  }
}
