import ShelfKit
import ShelfModel
import ShelfStore

/// The words for an act that is refused, or that needs an answer first.
extension CommandError {
  package init(_ question: Question) {
    switch question {
    case .subject(let kind, let isOne):
      self.init(
        .usage, "no \(kind?.singular ?? "record") was named",
        hint: isOne ? "name it by its title, id or file" : "name one or more, or choose them with --where QUERY")
    case .current(let kind, let current):
      self.init(
        .no, "no \(kind.singular) was named: \(CommandError.inProgress(current))",
        hint: "name it by its title, id or file")
    case .owner(let target, _, let current):
      self.init(
        .no, "no \(target.singular) was named: \(CommandError.inProgress(current))",
        hint: "name it with --\(target.singular) TITLE, or say with --no-\(target.singular) that there is none")
    case .foreign(let entries, _):
      let names = Wording.list(entries.prefix(3).map { "“\($0.command)”" })
      self.init(
        .usage, "will not take back what was changed elsewhere without confirmation: \(names)",
        hint: "--yes confirms it")
    case .missing(let name, let kind, let nearest):
      self.init(
        .no, "no \(kind.singular) is called “\(Wording.short(name))”",
        hint: nearest.first.map { "did you mean “\(Wording.short($0))”?" } ?? "add it first")
    case .day(_, _, _, after: let refusal?): self.init(refusal)
    case .day(let kind, let record, let isOne, after: nil):
      let what = isOne ? (record.map(Wording.name) ?? "the \(kind.singular)") + " was" : "the \(kind.plural) were"
      self.init(
        .usage, "no day was given on which \(what) finished",
        hint: "write a date such as 2026-11-21")
    case .nextPlace(let name, let text):
      self.init(
        .usage, "no position in the series “\(Wording.short(name))” was given",
        hint: "the next one is “\(Wording.short(text))”")
    case .duplicate(let duplicate):
      self.init(
        .no, "there is \(Wording.name(duplicate)): \(duplicate.record.path)", hint: "--duplicate adds another one")
    }
  }

  package init(_ refusal: ActRefusal) {
    switch refusal {
    case .setTwice(let field):
      self.init(
        .usage, "“\(field.key)” is set twice",
        hint: field.type.isList ? "\(field.key)+=VALUE adds to what the first one sets" : "leave out one of them")
    case .titleMissing(let kind):
      self.init(
        .usage, "\(kind.withArticle) needs a \(kind.titleKey)",
        hint: "`shelf \(kind.singular) add --help` shows how to give it")
    case .future(let text): self.init(.usage, "\(text) is in the future", hint: "write a day that has come")
    case .notOneDay(let text):
      self.init(.usage, "“\(Wording.short(text))” is more than one day", hint: "write a day such as 2026-11-21")
    case .anotherDay(let record, let field, let old, let new):
      let isEnd = field.has(.ended)
      self.init(
        .no, "\(Wording.name(record)) was \(isEnd ? "finished" : "begun") on \(old) already",
        hint: "correct the day with \(CommandError.set(record, "\(field.key)=\(new)"))"
          + (isEnd ? ", or start it again first" : ""))
    case .noEarlierDates(let record):
      self.init(
        .no, "the dates of \(Wording.name(record)) cannot be kept",
        hint: "shelf.yaml declares “\(record.kind.field(.earlier)?.key ?? "")” as something else")
    case .beginsBeforeEnd(let record, let text, let last, let earlier):
      self.init(
        .no, "\(text) is before \(Wording.name(record)) was finished, on \(last)",
        hint: earlier.map { "a reading before that one is \(CommandError.set(record, "\($0.key)+=FROM/TO"))" })
    case .endsBeforeBegin(let record, let text, let first, let began):
      self.init(
        .no, "\(text) is before \(Wording.name(record)) was begun, on \(first)",
        hint: "one of the two days is wrong: \(CommandError.set(record, "\(began?.key ?? "")=DAY")) corrects the first")
    case .endsBeforeLog(let record, let text, let entry, let log):
      self.init(
        .no, "\(text) is before a day on which you read \(Wording.name(record)): \(Wording.day(entry))",
        hint: "finish it on \(entry.day) or later, or take that page out with "
          + CommandError.set(record, "\(log.key)-=\(entry)"))
    case .notADate(let record, let field, let text):
      self.init(
        .no, "“\(field.key)” of \(Wording.name(record)) is not a date: \(Wording.short(text))",
        hint: "correct it first, so that it is not lost")
    case .noField(let kind, let key):
      self.init(.no, "this library has a field of its own in place of the \(key) of \(kind.plural)")
    case .notProgress(let text):
      self.init(
        .usage, "“\(Wording.short(text))” is neither a page nor a percentage",
        hint: "write a page such as 120, or a percentage from 0% to 100%")
    case .beyondEnd(let record, let pages, let progress):
      self.init(
        .no, "\(Wording.name(record)) has \(pages) pages, not \(progress)",
        hint: "correct their number with \(CommandError.set(record, "pages=NUMBER")) if that is wrong")
    case .changedMeanwhile(let path, let fields):
      let words = Wording.list(fields.map(Wording.words))
      self.init(.no, "someone else has changed \(words) meanwhile; nothing was written", path: path)
    case .anotherProblem(let path): self.init(.no, "the problem has changed meanwhile", path: path)
    case .coverNotAFile(let path):
      self.init(
        .library, "\(path) is not a regular file, and nothing is written there",
        hint: "move it away; shelf keeps covers as files of its own")
    case .onLoan(let loan):
      self.init(
        .no, "\(Wording.name(loan.record)) is \(Wording.loan(loan))",
        hint:
          "`shelf return \(Wording.shellWord(loan.record.title))` says that it \(loan.isBorrowed ? "went back" : "is back")"
      )
    case .notOnLoan(let record, let last):
      self.init(
        .no, "\(Wording.name(record)) is neither lent nor borrowed",
        hint: last.map { "the last loan was \(Wording.short($0))" })
    case .notOwned(let record, let field):
      self.init(
        .no, "you have no copy of \(Wording.name(record)) to lend",
        hint: "if you do, set \(CommandError.set(record, "\(field.key)=true"))")
    case .isOwned(let record, let field):
      self.init(
        .no, "you have a copy of \(Wording.name(record))",
        hint: "if you no longer have it, set \(CommandError.set(record, "\(field.key)=false"))")
    case .isQueued(let record, let place):
      self.init(
        .no, "\(Wording.name(record)) is in the queue already, at place \(place)",
        hint: "`shelf queue move \(Wording.shellWord(record.title)) 1` moves it")
    case .notQueued(let record): self.init(.no, "\(Wording.name(record)) is not in the queue")
    case .queuedWhenFinished(let record):
      self.init(.no, "\(Wording.name(record)) is finished, and the queue is of what is to be read")
    case .notAPlace(let text, let last):
      self.init(
        .usage, "“\(Wording.short(text))” is not a place in the queue",
        hint: last > 1 ? "write a number from 1 to \(last)" : "write 1")
    case .personMissing(let isBorrowed):
      self.init(
        .usage, isBorrowed ? "no name was given: whose copy is it?" : "no name was given: who has your copy?",
        hint: isBorrowed ? "such as --from \"city library\"" : "write the name after the book")
    case .loanEndsBeforeBegin(let name, let end, let begin):
      self.init(.no, "\(end) is before the loan of “\(Wording.short(name))” began, on \(begin)")
    case .notAGoal(let text):
      self.init(
        .usage, "“\(Wording.short(text))” is not a number of books", hint: "type a number such as 24; 0 is for no goal")
    case .finished(let record):
      self.init(
        .no, "\(Wording.name(record)) is finished", hint: "`shelf \(record.kind.singular) start` begins another reading"
      )
    }
  }

  package init(_ refusal: FilterRefusal) {
    switch refusal {
    case .nameMissing: self.init(.usage, "a filter needs a name")
    case .invalidName(let name): self.init(.usage, "“\(Wording.short(name))” is not a valid filter name")
    case .queryMissing: self.init(.usage, "no query was given", hint: "write it after the name")
    case .builtInDeleted(let name):
      self.init(.no, "“\(name)” is a built-in filter, and cannot be deleted")
    case .builtInRenamed(let name):
      self.init(.no, "“\(name)” is a built-in filter, and cannot be renamed")
    case .nameOfBuiltIn(let name):
      self.init(.no, "“\(name)” is a built-in filter", hint: "choose another name")
    case .taken(let name):
      self.init(.no, "there is a filter “\(name)”", hint: "choose another name, or delete it first")
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
        hint: "`shelf \(kind.singular) list --filter \(Wording.shellWord(filter.name))`")
    case .wrong(let filter, let error):
      self.init(error)
      report.message = "the filter “\(filter.name)”: " + report.message
    }
  }

  /// Returns a clause about the records in progress, for an act that needs exactly one.
  private static func inProgress(_ current: [Record]) -> String {
    if current.isEmpty { return "none is in progress" }
    let names =
      current.prefix(5).map(Wording.name) + (current.count > 5 ? ["\(Wording.number(current.count - 5)) more"] : [])
    return "\(Wording.number(current.count)) are in progress, \(Wording.list(names))"
  }

  private static func set(_ record: Record, _ assignment: String) -> String {
    let parts = assignment.split(separator: "=", maxSplits: 1)
    let value = parts.dropFirst().map { "=" + Wording.shellWord(String($0)) }.joined()
    return "`shelf \(record.kind.singular) set \(record.id.short) \(parts[0])\(value)`"
  }
}

extension Wording {
  /// Returns a phrase for the existing record that resembles a new one: “Dune” by Frank Herbert already, with the same
  /// ISBN.
  package static func name(_ duplicate: LikelyDuplicate) -> String {
    name(duplicate.record) + (duplicate.maker.map { " by \(short($0))" } ?? "") + " already"
      + (duplicate.sharesNumber ? ", with the same ISBN" : "")
  }
}

extension CommandError {
  package init(_ error: LibrarySettingRefusal) {
    switch error {
    case .unknown(let name, let nearest):
      self.init(
        .usage, "there is no setting “\(Wording.short(name))” of a library",
        hint: nearest.map { "did you mean “\($0)”?" } ?? "`shelf library list` lists them")
    case .notSet(let name): self.init(.no, "\(name) is not set")
    case .invalid(let reason): self.init(.usage, reason)
    }
  }
}
