import ShelfBrowser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets
import ShelfWording

/// Hands to the browser what commands have: the reader's settings, forms, completion, and words.
struct BrowserLibrarian {
  let context: Context

  /// - Throws: `CommandError` if the reader's settings bind keys that do not exist.
  init(_ context: Context) throws(CommandError) {
    self.context = context
    do throws(KeyMap.Problem) { keys = try KeyMap(context.settings.keys) } catch {
      throw CommandError(.usage, "the setting keys: \(Setting.words(error))")
    }
  }

  private let keys: KeyMap

  var services: BrowserServices {
    let host = context.liveHost()
    let context = self.context
    return BrowserServices(
      now: host.now, today: host.today,
      look: BrowserLook(depth: context.terminal.depth, ratings: context.ratings(), localTime: context.localTime),
      keys: keys, columns: columns, order: context.order,
      input: { field, kind, texts, library in
        RecordForm(library, kind, context).input(field, texts)
      },
      form: { kind, known, library in RecordForm(library, kind, context).form(known: known) },
      complaint: { text, field, kind, library in context.complaint(about: text, field, kind, library) },
      completeQuery: BrowserLibrarian.completeQuery, completeCommand: completeCommand, deletion: deletion,
      advice: AdviceText.text, overview: overview)
  }

  private func columns(_ kind: Kind, _ schema: Schema) -> [Column] {
    let own = context.listSettings(of: kind, schema).columns
    // The id is on the page beside the list.
    let names = own ?? ListLayout.defaultColumns(of: kind).filter { $0 != Field.idKey }
    return names.compactMap { Column.named($0, of: kind, schema) }
  }

  private func deletion(_ records: [Record], _ library: Library) -> Result<String, BrowserRefusal> {
    do {
      let outcome = try DeleteRecords(.records(records)).preview(in: library, host: context.host)
      return .success(CommitMessage(outcome).subject + "?")
    } catch {
      return .failure(BrowserRefusal(Wording.reason(error)))
    }
  }

  private func overview(_ library: Library, _ width: Int) -> [OverviewLine] {
    var context = self.context
    context.refreshClock()
    let overview = Overview(library, today: context.today, now: context.now, localTime: context.localTime)
    return OverviewPage(
      overview, of: library, terminal: BrowserHost.page(of: context.terminal, width: width), today: context.today,
      hints: .init(
        noGoal: "none yet: Enter sets one", noRecords: "Add the first book: shelf book add \"TITLE\" --author NAME")
    ).lines()
  }

  /// Returns what counts the records that saved filters find, on any thread.
  static func counting(_ context: Context) -> (Library) -> FilterCounts {
    let host = context.liveHost()
    let localTime = context.localTime
    return { FilterCounts($0, today: host.today(), now: host.now(), localTime: localTime) }
  }

  // MARK: - Completion

  /// How many candidates are offered.
  private static let limit = 200

  private static func completeQuery(_ text: String, _ kind: Kind?, _ library: Library) -> [Candidate] {
    // The word that is being typed begins behind the last space that is not in quotation marks.
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == " " || text[index] == "(", !isQuoted { start = text.index(after: index) }
    }
    if text[start...].hasPrefix("-") { start = text.index(after: start) }
    let before = String(text[..<start])
    let word = String(text[start...].replacing("\"", with: ""))
    if word.isEmpty { return [] }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let wanted = Folding.fold(word)
    let suggestions = Suggestions(library: library)
    let terms = QueryTerms(library: library, kinds: kinds).terms(for: word, limit: limit).filter {
      Folding.fold($0).hasPrefix(wanted)
    }
    return terms.prefix(limit).map { term in
      Candidate(before + quoted(term), note: suggestions.note(of: term, kinds))
    }
  }

  /// Returns a term whose value is between quotation marks if it has spaces.
  private static func quoted(_ term: String) -> String {
    guard term.contains(" ") else { return term }
    let key = term.hasPrefix("#") ? "#" : String(term.prefix { $0 != ":" }) + ":"
    return key + "\"" + term.dropFirst(key.count) + "\""
  }

  private func completeCommand(_ text: String) -> [Candidate] {
    let words = ShellWords(text).words
    let last = words.last ?? ""
    guard text.hasSuffix(last) else { return [] }
    let before = String(text.dropLast(last.count))
    return Completer(["shelf"] + words) { try? context.workspace().read() }.candidates().map { candidate in
      Candidate(before + Wording.shellWord(candidate.text), note: candidate.note)
    }
  }
}
