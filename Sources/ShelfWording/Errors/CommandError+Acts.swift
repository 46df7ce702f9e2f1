import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// Messages for acts that are refused or need an answer from the user first.
extension CommandError {
  package init(_ question: Question) {
    switch question {
    case .subject(let kind, let isOne):
      self.init(
        .usage, "no \(kind?.singular ?? "record") was specified",
        hint: isOne ? "specify it by title, id or file" : "specify one or more, or select them with --where QUERY")
    case .current(let kind, let current):
      self.init(
        .no, "no \(kind.singular) was specified, and \(CommandError.inProgress(current))",
        hint: "specify it by title, id or file")
    case .owner(let target, _, let current):
      self.init(
        .no, "no \(target.singular) was specified, and \(CommandError.inProgress(current))",
        hint: "specify it with --\(target.singular) TITLE, or use --no-\(target.singular) if there is none")
    case .foreign(let entries, _):
      let names = Wording.list(entries.prefix(3).map { "“\($0.command)”" })
      self.init(
        .usage, "undoing changes made elsewhere needs confirmation: \(names)",
        hint: "confirm with --yes")
    case .copies(let count, let merged, let kept, _):
      self.init(
        .usage,
        "\(merged.id.short) and \(kept.id.short) may be \(Wording.number(count)) copies of \(Wording.name(kept))",
        hint: "use --copies to add them up")
    case .merge(let question, _, let kept):
      self.init(
        .usage, "both records have a \(question.field)", hint: "use --yes to keep that of \(Wording.name(kept))")
    case .oldName(let record, _, _):
      self.init(
        .usage, "other files show the old name of \(Wording.name(record))", hint: "use --everywhere to update them too")
    case .orphans(let records, let field):
      let target = field.type.target?.singular ?? field.key
      self.init(
        .no, "\(CommandError.orphans(records, field)): \(field.key)= only removes the \(target)",
        hint: "use \(field.key)=none to mark \(records.count == 1 ? "it" : "them") as from no \(target), "
          + "or --yes to remove the \(target) anyway")
    case .missing(let name, let kind, let nearest):
      self.init(
        .no, "no \(kind.singular) is called “\(Wording.short(name))”",
        hint: nearest.first.map { "did you mean “\(Wording.short($0))”?" } ?? "add it first")
    case .day(_, _, _, after: let refusal?): self.init(refusal)
    case .day(let kind, let record, let isOne, after: nil):
      let what = isOne ? (record.map(Wording.name) ?? "the \(kind.singular)") + " was" : "the \(kind.plural) were"
      self.init(
        .usage, "no date was given for when \(what) finished",
        hint: "write a date such as 2026-11-21")
    case .nextPlace(let name, let text):
      self.init(
        .usage, "no position in the series “\(Wording.short(name))” was given",
        hint: "the next one is “\(Wording.short(text))”")
    case .duplicate(let duplicate):
      self.init(
        .no, "there is already \(Wording.name(duplicate)): \(duplicate.record.path)",
        hint: "use --duplicate to add it anyway")
    }
  }

  /// Returns a clause about the consequence of clearing the owner of records: `“I must not fear.” would be an orphan`.
  package static func orphans(_ records: [Record], _ field: Field) -> String {
    let what = "an orphan, a \(records[0].kind.singular) whose \(field.type.target?.singular ?? field.key) is missing"
    if records.count == 1 { return "\(Wording.name(records[0])) would be \(what)" }
    return "\(records[0].kind.counted(records.count)) would each be \(what)"
  }

  /// - Parameter editions: the records that share their titles, or nil if the library was not read.
  package init(_ refusal: ActRefusal, editions: EditionNotes? = nil) {
    // A hint with a command must name one record, so a title that several have is replaced with the id.
    func named(_ record: Record) -> String {
      editions?.isShared(record.title) ?? true ? record.id.short : Wording.shellWord(record.title)
    }
    switch refusal {
    case .setTwice(let field):
      self.init(
        .usage, "“\(field.key)” is set twice",
        hint: field.type.isList ? "use \(field.key)+=VALUE to add to the first value" : "use only one")
    case .mergedWithItself(let record):
      self.init(.usage, "\(Wording.name(record)) cannot be merged with itself", hint: "name two records")
    case .mergedKinds(let first, let second):
      self.init(
        .usage,
        "\(Wording.name(first)) is \(first.kind.withArticle) and \(Wording.name(second)) is \(second.kind.withArticle)",
        hint: "only two records of one kind can be merged")
    case .notMergeable(let merged, let kept, let field):
      self.init(
        .no, "\(field) of \(Wording.name(merged)) has a value that cannot be merged",
        hint: "move it to \(kept.path) by hand, or remove it", path: merged.path)
    case .noName(let record):
      self.init(
        .usage, "\(record.kind.withArticle) has no name",
        hint: "`shelf \(record.kind.singular) set ID \(record.kind.titleKey)=…` changes its text")
    case .partOfName(let name, let person, let renamed):
      let names = [person, renamed ?? "NEW"].map { Wording.shellWord(VisibleText.line($0)) }.joined(separator: " ")
      self.init(
        .no, "“\(Wording.short(name))” is only a part of the name “\(VisibleText.line(person))”",
        hint: "use `shelf rename \(names)`, with the whole new name")
    case .undeclared(let name, let kind):
      let key = Wording.shellWord("fields.\(kind.singular).\(VisibleText.line(name)).type=text")
      self.init(
        .no, "\(kind.plural) have no field “\(Wording.short(name))”",
        hint: "declare it first, such as `shelf library set \(key)`")
    case .notMovable(let field, let kind):
      self.init(
        .usage, "\(field.key) of \(kind.plural) cannot be moved to or replaced by another field",
        hint: "only texts, numbers and dates can be moved")
    case .noValues(let name, let kind):
      self.init(
        .no, "no \(kind.singular) has a value in “\(Wording.short(name))”",
        hint: "`shelf \(kind.singular) set --help` lists the fields")
    case .movedToItself(let field):
      self.init(.usage, "the field is already called “\(field.key)”", hint: "name two fields")
    case .unfit(let record, let text, let field):
      self.init(
        .no, "“\(Wording.short(text))” of \(Wording.name(record)) is not \(field.type.description)",
        hint: "choose the records with --where, or correct the value", path: record.path)
    case .fieldTaken(let field, let records, let key):
      let names = Wording.list(records.prefix(3).map(Wording.name) + (records.count > 3 ? ["others"] : []))
      self.init(
        .no,
        "\(records[0].kind.counted(records.count)) already \(records.count == 1 ? "has" : "have") another "
          + "\(field.key): \(names)",
        hint: "to move only the others, add --where 'has:\(VisibleText.line(key)) no:\(field.key)'")
    case .titleMissing(let kind):
      self.init(
        .usage, "\(kind.withArticle) needs a \(kind.titleKey)",
        hint: "see `shelf \(kind.singular) add --help`")
    case .future(let text): self.init(.usage, "\(text) is in the future", hint: "use today's date or an earlier one")
    case .notOneDay(let text):
      self.init(.usage, "“\(Wording.short(text))” is not a single day", hint: "write a day such as 2026-11-21")
    case .anotherDay(let record, let field, let old, let new):
      let isEnd = field.has(.finished)
      self.init(
        .no, "\(Wording.name(record)) was already \(isEnd ? "finished" : "started") on \(old)",
        hint: "correct the date with \(CommandError.set(record, "\(field.key)=\(new)"))"
          + (isEnd ? ", or start it again first" : ""))
    case .noEarlierDates(let record):
      self.init(
        .no, "the earlier dates of \(Wording.name(record)) cannot be kept",
        hint: "shelf.yaml declares “\(record.kind.field(.earlier)?.key ?? "")” with another meaning")
    case .beginsBeforeEnd(let record, let text, let last, let earlier):
      self.init(
        .no, "\(text) is before the day \(Wording.name(record)) was finished, \(last)",
        hint: earlier.map { "to record an earlier reading, use \(CommandError.set(record, "\($0.key)+=FROM/TO"))" })
    case .endsBeforeBegin(let record, let text, let first, let began):
      self.init(
        .no, "\(text) is before the day \(Wording.name(record)) was started, \(first)",
        hint: "if the start date is wrong, correct it with \(CommandError.set(record, "\(began?.key ?? "")=DAY"))")
    case .endsBeforeLog(let record, let text, let entry, let log):
      self.init(
        .no, "\(Wording.name(record)) has a log entry after \(text): \(Wording.day(entry))",
        hint: "choose \(entry.day) or a later day, or remove that entry with "
          + CommandError.set(record, "\(log.key)-=\(entry)"))
    case .notADate(let record, let field, let text):
      self.init(
        .no, "“\(field.key)” of \(Wording.name(record)) is not a date: \(Wording.short(text))",
        hint: "correct it first; otherwise its value would be lost")
    case .noField(let kind, let key):
      self.init(.no, "this library declares a custom field in place of the \(key) of \(kind.plural)")
    case .notProgress(let text):
      self.init(
        .usage, "“\(Wording.short(text))” is not a page, a percentage or a time",
        hint: "write a page such as 120, a percentage from 0% to 100%, or hours and minutes such as 4:30")
    case .beyondEnd(let record, let length, .time(let time)):
      self.init(
        .no, "\(Wording.name(record)) is \(length.time?.description ?? "") long, so \(time) is beyond its end",
        hint: "if that is wrong, correct it with \(CommandError.set(record, "duration=HOURS:MINUTES"))")
    case .beyondEnd(let record, let length, let progress):
      self.init(
        .no, "\(Wording.name(record)) has \(length.pages ?? 0) pages, not \(progress)",
        hint: "if that is wrong, correct it with \(CommandError.set(record, "pages=NUMBER"))")
    case .changedMeanwhile(let path, let fields):
      let words = Wording.list(fields.map(Wording.label))
      self.init(.no, "someone else changed \(words) in the meantime; nothing was written", path: path)
    case .anotherProblem(let path): self.init(.no, "the problem has changed in the meantime", path: path)
    case .usedSince(let record, let user, let newer):
      self.init(
        .no, "\(record.kind.singular) \(Wording.name(record)) is used by \(Wording.name(user)) since then",
        hint: CommandError.undoing(newer))
    case .deletedSince(let kind, let name, let user, let newer):
      self.init(
        .no, "\(kind.singular) “\(Wording.short(name))”, which \(Wording.name(user)) used, was deleted since then",
        hint: CommandError.undoing(newer))
    case .coverNotAFile(let path):
      self.init(
        .library, "\(path) is not a regular file, so nothing was written there",
        hint: "move it away; shelf stores covers as regular files")
    case .onLoan(let loans, let others): self = CommandError.onLoan(loans, named(loans[0].record), others)
    case .copyOnLoan(let loan, let number, let others):
      let word = Wording.shellWord(number)
      let free = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? ", …" : "")
      self.init(
        .no,
        "copy \(Wording.short(number)) of \(Wording.name(loan.record)) has not been returned: \(Wording.loan(loan, withCopy: false))",
        hint: "once it has been returned, run `shelf return \(word)`" + (others.isEmpty ? "" : "; not lent: \(free)"))
    case .copyNotLent(let record, let number, let loans):
      let lent = loans.prefix(5).map { "\(Wording.short($0.copy ?? "")) (\(Wording.short($0.person)))" }
      self.init(
        .no, "copy \(Wording.short(number)) of \(Wording.name(record)) is not lent",
        hint: "lent: " + lent.joined(separator: ", ") + (loans.count > 5 ? ", …" : ""))
    case .copyReturned(let record, let number, let day, let isToday):
      let end = isToday ? "today" : "on \(day)"
      self.init(.no, "copy \(Wording.short(number)) of \(Wording.name(record)) has already been returned \(end)")
    case .tooManyCopies(let numbers, let people):
      self.init(
        .usage,
        "\(Wording.number(numbers.count)) copies for \(Wording.number(people.count)) people: \(Wording.list(people.map { Wording.short($0) }))",
        hint: "lend the copies of each person separately")
    case .tooFewCopies(let record, let free, let wanted, let each):
      let shares = each.map { count, people in
        ": \(Wording.number(count)) for each of \(CommandError.shortList(people))"
      }
      self.init(
        .no,
        "\(Wording.number(free)) \(free == 1 ? "copy of \(Wording.name(record)) is" : "copies of \(Wording.name(record)) are") left, "
          + "not \(Wording.number(wanted))" + (shares ?? ""))
    case .tooFewLoans(let loans, let wanted):
      self.init(
        .no,
        "\(CommandError.people(loans)) \(Set(loans.map(\.person)).count == 1 ? "has" : "have") \(Wording.number(loans.count)) of "
          + "\(Wording.name(loans[0].record)), not \(Wording.number(wanted))")
    case .severalLoans(let loans):
      var seen: Set<String> = []
      let people = loans.map { Wording.shellWord($0.person) }.filter { seen.insert($0).inserted }
      let number = Set(loans.compactMap(\.copy)).count == loans.count ? ", or use the number of the copy" : ""
      self.init(
        .usage,
        "\(Wording.number(loans.count)) copies of \(Wording.name(loans[0].record)) are lent: to \(CommandError.people(loans))",
        hint: "add the name after the book: " + people.prefix(5).joined(separator: " or ")
          + (people.count > 5 ? ", …" : "") + number)
    case .loansOf(let person, let loans) where Set(loans.map { Folding.fold($0.person) }).count > 1:
      let shown = loans.sorted { $0.person < $1.person }.prefix(5).map {
        "\(Wording.short($0.person)) (\(Wording.short($0.record.title)))"
      }
      self.init(
        .usage,
        "“\(Wording.short(person))” may be " + (loans.count > 5 ? shown + ["others"] : shown).joined(separator: " or "),
        hint: "write the whole name, or name the book")
    case .loansOf(let person, let loans):
      self.init(
        .usage,
        "“\(Wording.short(person))” has \(Wording.number(loans.count)) loans: "
          + Wording.list(loans.prefix(5).map { Wording.name($0.record) } + (loans.count > 5 ? ["others"] : [])),
        hint: "name the book, or return all with `shelf return \(Wording.shellWord(person)) --all`")
    case .notLentTo(let person, let loans):
      let (verb, to) = loans[0].isBorrowed ? ("borrowed", "from") : ("lent", "to")
      self.init(
        .no,
        "\(Wording.name(loans[0].record)) is \(verb) \(to) \(CommandError.people(loans)), "
          + "not \(to) \(Wording.short(person))")
    case .notOnLoan(let record, let last):
      self.init(
        .no, "\(Wording.name(record)) is neither lent nor borrowed",
        hint: last.map { "the last loan was \(Wording.short($0))" })
    case .notOwned(let record, let field):
      self.init(
        .no, "you have no copy of \(Wording.name(record)) to lend",
        hint: "if you have one, run \(CommandError.set(record, "\(field.key)=true"))")
    case .isQueued(let record, let place):
      self.init(
        .no, "\(Wording.name(record)) is already in the queue, at position \(place)",
        hint: "`shelf queue move \(named(record)) 1` moves it to the front")
    case .notQueued(let record): self.init(.no, "\(Wording.name(record)) is not in the queue")
    case .queuedWhenFinished(let record):
      self.init(.no, "\(Wording.name(record)) is finished; only unread books can be queued")
    case .notAPlace(let text, let last):
      self.init(
        .usage, "“\(Wording.short(text))” is not a position in the queue",
        hint: last > 1 ? "write a number from 1 to \(last)" : "write 1")
    case .personMissing(let isBorrowed):
      self.init(
        .usage, isBorrowed ? "no name was given: whose copy is it?" : "no name was given: who has your copy?",
        hint: isBorrowed ? "add the name, such as --from \"city library\"" : "write the name after the book")
    case .personIsRecord(let person, let record):
      self.init(
        .usage, "“\(Wording.short(person))” is a \(record.kind.singular), and nobody of that name has borrowed one",
        hint: "add the person at the end; for a person of that name, use --to \(Wording.shellWord(person))")
    case .loanEndsBeforeBegin(let name, let end, let begin):
      self.init(.no, "\(end) is before the day the loan of “\(Wording.short(name))” began, \(begin)")
    case .notAGoal(let text):
      self.init(
        .usage, "“\(Wording.short(text))” is not a number of books", hint: "use a number such as 24, or 0 for no goal")
    case .finished(let record):
      self.init(
        .no, "\(Wording.name(record)) is finished", hint: "`shelf \(record.kind.singular) start` starts it again"
      )
    }
  }

  package init(_ refusal: FilterRefusal) {
    switch refusal {
    case .nameMissing: self.init(.usage, "a filter needs a name")
    case .invalidName(let name): self.init(.usage, "“\(Wording.short(name))” is not a valid filter name")
    case .queryMissing: self.init(.usage, "no query was given", hint: "write it after the name")
    case .builtInDeleted(let name):
      self.init(.no, "“\(name)” is a built-in filter and cannot be deleted")
    case .builtInRenamed(let name):
      self.init(.no, "“\(name)” is a built-in filter and cannot be renamed")
    case .nameOfBuiltIn(let name):
      self.init(.no, "“\(name)” is a built-in filter", hint: "choose another name")
    case .taken(let name):
      self.init(.no, "a filter “\(name)” already exists", hint: "choose another name, or delete it first")
    case .notFound(let name, let nearest, let all):
      self.init(
        .no, "no filter is called “\(Wording.short(name))”",
        hint: nearest.map { "did you mean “\($0)”?" } ?? "the filters are " + all.joined(separator: ", "))
    case .ambiguous(let name, let names):
      let found = names.map { "“\($0)”" }.joined(separator: " and ")
      self.init(
        .no, "“\(Wording.short(name))” matches the filters \(found)",
        hint: "write the name exactly as in shelf.yaml")
    case .otherKind(let filter, let kind, let wanted):
      self.init(
        .usage,
        "the filter “\(filter.name)” is for \(kind.plural), not for \(wanted.map(\.plural).joined(separator: ", "))",
        hint: "use `shelf \(kind.singular) list --filter \(Wording.shellWord(filter.name))`")
    case .wrong(let filter, let error):
      self.init(error)
      report.message = "in the filter “\(filter.name)”: " + report.message
    }
  }

  /// Returns a clause about the records in progress, for an act that needs exactly one.
  private static func inProgress(_ current: [Record]) -> String {
    if current.isEmpty { return "none is in progress" }
    let names =
      current.prefix(5).map(Wording.name) + (current.count > 5 ? ["\(Wording.number(current.count - 5)) more"] : [])
    return "\(Wording.number(current.count)) are in progress: \(Wording.list(names))"
  }

  private static func onLoan(_ loans: [Loan], _ name: String, _ others: [Record]) -> CommandError {
    let record = loans[0].record
    let another =
      loans.contains(where: \.isBorrowed) ? "" : "; if you have another copy, run \(set(record, "copies+=1"))"
    let message =
      loans.count == 1
      ? "\(Wording.name(record)) has not been returned: \(Wording.loan(loans[0]))"
      : "all \(Wording.number(loans.count)) copies of \(Wording.name(record)) are lent: to \(people(loans))"
    let person = loans.count == 1 ? "" : " " + Wording.shellWord(loans[0].person)
    if !others.isEmpty {
      let ids = others.prefix(5).map(\.id.short) + (others.count > 5 ? ["others"] : [])
      return CommandError(.no, message, hint: "not lent: \(ids.joined(separator: ", ")); lend one of them instead")
    }
    return CommandError(
      .no, message,
      hint: "once it has been returned, run `shelf return \(name)\(person)`" + another)
  }

  private static func people(_ loans: [Loan]) -> String {
    var seen: Set<String> = []
    return shortList(loans.map(\.person).filter { seen.insert($0).inserted })
  }

  /// Returns a list of the first five names, and “others” if there are more.
  private static func shortList(_ people: [String]) -> String {
    Wording.list(people.prefix(5).map { Wording.short($0) } + (people.count > 5 ? ["others"] : []))
  }

  private static func set(_ record: Record, _ assignment: String) -> String {
    let parts = assignment.split(separator: "=", maxSplits: 1)
    let value = parts.dropFirst().map { "=" + Wording.shellWord(String($0)) }.joined()
    return "`shelf \(record.kind.singular) set \(record.id.short) \(parts[0])\(value)`"
  }
}

extension Wording {
  /// Returns a phrase for the existing record that resembles a new one: `“Dune” by Frank Herbert, with the same ISBN`.
  package static func name(_ duplicate: LikelyDuplicate) -> String {
    name(duplicate.record) + (duplicate.creator.map { " by \(short($0))" } ?? "")
      + (duplicate.sharesNumber ? ", with the same ISBN" : "")
  }
}

extension CommandError {
  package init(_ error: LibrarySettingRefusal) {
    switch error {
    case .unknown(let name, let nearest):
      self.init(
        .usage, "no library setting is called “\(Wording.short(name))”",
        hint: nearest.map { "did you mean “\($0)”?" } ?? "`shelf library list` lists them")
    case .notSet(let name): self.init(.no, "\(name) is not set")
    case .untypable(let name, let other):
      let setting = Wording.shellWord(other.name) + "=" + Wording.shellWord(other.text ?? "")
      self.init(
        .usage,
        "“\(Wording.short(name))” cannot be the name of a field: it must start with a letter and contain only letters, "
          + "digits, hyphens and underscores",
        hint: "use another name, as in `shelf library set \(setting)`")
    case .invalid(let reason): self.init(.usage, reason)
    }
  }
}
