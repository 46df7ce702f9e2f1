import ShelfImport
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// Adds the books for a list of ISBNs, read from a file or a scanner, in one change.
struct NumberList {
  let path: String
  let addition: CatalogueAddition

  private static let maxBytes = 16 << 20
  private var context: Context { addition.context }
  private var options: LookupOptions { addition.options }

  /// Looks up all ISBNs, adds the books that were found, and reports the remaining ISBNs.
  ///
  /// - Returns: whether every line led to a book that was added or already existed.
  func add(_ change: inout CommandChange) throws -> Bool {
    if let rejects = options.rejects, try context.fileSystem.status(rejects) != nil {
      throw CommandError(.no, "\(rejects) exists already", hint: "choose another name after --rejects")
    }
    let (numbers, faulty) = BookNumber.numbers(in: try text())
    for line in faulty { context.warn(VisibleText.line("“\(Wording.short(line))” is not an ISBN")) }
    if numbers.isEmpty { throw CommandError(.no, "there is no ISBN in \(path == "-" ? "the input" : path)") }
    var duplicates = DuplicateTable(.book, in: change.library)
    let addsDuplicates = context.memory.answers.allowsDuplicate
    let new = numbers.filter { addsDuplicates || duplicates.duplicate(numbered: $0) == nil }
    let progress = context.progress()
    defer { progress.end() }
    let findings = new.isEmpty ? [:] : try context.lookup(ignoresCache: options.fresh, progress).find(new)
    progress.end()
    var found: [FoundBook] = []
    var unknown: [ISBN] = []
    var unanswered: [ISBN] = []
    var reasons: [String: Int] = [:]
    for number in new {
      switch findings[number] {
      case .found(let book)?: found.append(book)
      case .unknown(let failures)?:
        if failures.isEmpty { unknown.append(number) } else { unanswered.append(number) }
        for reason in Wording.reasons(failures) { reasons[reason, default: 0] += 1 }
      case nil: unknown.append(number)
      }
    }
    for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(5) {
      context.warn(reason + (count > 1 ? " (\(Wording.number(count)) ISBNs)" : ""))
    }
    let repeated = try make(found, &change, here: numbers.count - new.count)
    for book in repeated {
      context.warn(
        VisibleText.line(
          "\(book.number?.digits ?? "") was not added: \(book.title) lists it as the same book as another ISBN, “\(Wording.short(book.book.draft.first(.title) ?? ""))”"
        ))
    }
    if !unknown.isEmpty { context.note("no catalogue has " + list(unknown)) }
    if !unanswered.isEmpty {
      context.note("not found, but not every catalogue answered: " + list(unanswered))
    }
    let left = unknown + unanswered + repeated.compactMap(\.number)
    if let rejects = options.rejects, !left.isEmpty || !faulty.isEmpty {
      let lines = new.filter(left.contains).map(\.digits) + faulty
      try context.fileSystem.createFile(
        rejects, Array((lines.joined(separator: "\n") + "\n").utf8), mode: nil, synced: false)
    }
    return left.isEmpty && faulty.isEmpty
  }

  private func list(_ numbers: [ISBN]) -> String {
    let more = numbers.count - 20
    return Wording.list(numbers.prefix(20).map(\.digits)) + (more > 0 ? " and \(Wording.number(more)) more" : "")
  }

  /// Adds the books.
  ///
  /// - Parameter here: the number of ISBNs that the library already has.
  /// - Returns: the books that were not added, because a catalogue treats them as the same book as another ISBN.
  private func make(_ found: [FoundBook], _ change: inout CommandChange, here: Int) throws -> [FoundBook] {
    var act = AddFoundBooks(found, addition.values)
    act.createsMissing = addition.createsMissing
    act.takesSeries = options.takesSeries
    act.passesOver = true
    let planned = try change.plan(act)
    guard case .lookedUp(let lookedUp) = planned.result else { return [] }
    let books = planned.created.filter { $0.kind == .book }
    if context.isInteractive, !options.yes, !change.isDryRun, !books.isEmpty {
      for book in books.prefix(20) { try context.print("  " + VisibleText.line(book.title)) }
      if books.count > 20 { try context.print("  … and \(Wording.number(books.count - 20)) more") }
      var prompt = Prompt(
        input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
      // The list was read from standard input, so the answer cannot come from there.
      if path != "-" {
        guard try prompt.confirm("Add \(Kind.book.counted(books.count))?", default: true) else {
          throw Declined(text: "Nothing was added")
        }
      }
    }
    let outcome = try change.write { _ in
      let known = here + lookedUp.skipped
      return [
        "Added \(Kind.book.counted(books.count))"
          + (known > 0 ? "; \(known) \(known == 1 ? "was" : "were") already in the library" : "")
      ]
    }
    try change.commitToGit(outcome)
    return lookedUp.repeated
  }

  private func text() throws -> String {
    String(decoding: try context.readFile(orInput: path, limit: NumberList.maxBytes), as: UTF8.self)
  }
}
