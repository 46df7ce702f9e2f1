import ShelfDoctor
import ShelfModel
import ShelfQuery
import ShelfStore

/// A question that has to be answered before an act can be carried out.
///
/// A front end asks the user or takes the answer from an option, adds it to the `Answers`, and plans the act again; or
/// it refuses the act and states the question as the reason. A name that is missing or ambiguous is a
/// `RecordFinder.Failure`, on its own or within `AssignmentError.reference`; its candidates are the possible answers.
package enum Question: Error, Sendable {
  /// Which record the act should apply to, if the user named none. The kind is nil if the record may be of any kind.
  ///
  /// - Parameter isOne: whether the act applies to exactly one record.
  case subject(Kind?, isOne: Bool)
  /// Which of the records in progress the act should apply to.
  ///
  /// - Parameter current: the records in progress, most recently started first: either none or several.
  case current(Kind, [Record])
  /// Which record a new one belongs to.
  ///
  /// - Parameters:
  ///   - kind: the kind of the new record.
  ///   - current: the records in progress, most recently started first: either none or several.
  case owner(Kind, of: Kind, current: [Record])
  /// Whether to create a record even though there is a similar one.
  case duplicate(LikelyDuplicate)
  /// Whether to clear the owner of records, such as the book of quotes, although this makes the records orphans.
  case orphans([Record], Field)
  /// Whether to create the named record, which is not in the library.
  case missing(String, Kind, nearest: [String])
  /// Whether to use the next position for a series that was entered without a position.
  ///
  /// - Parameter text: the series with that position, such as `Discworld 42`.
  case nextPlace(String, _ text: String)
  /// The date when one or more records entered their last state, such as the date when a book was finished.
  ///
  /// - Parameters:
  ///   - record: nil for a new record or for several records.
  ///   - refusal: the reason why the previous answer was rejected, or nil for the first question.
  case day(Kind, Record?, isOne: Bool, after: ActRefusal?)
  /// Whether a new name of a record should also replace the old one in the comments of other files and in queries.
  ///
  /// - Parameter queries: the names of the queries that use the old name.
  case oldName(Record, files: Int, queries: [String])
  /// Which value of a field remains when two records are merged.
  case merge(Repair.Question, Record, into: Record)
  /// Whether two merged records are copies of one book, rather than one copy that was recorded twice.
  ///
  /// - Parameters:
  ///   - count: the total number of copies of both records.
  ///   - areLikely: whether the numbers of the copies show that they are copies.
  case copies(_ count: Int, Record, into: Record, areLikely: Bool)
  /// Whether to undo changes that may not have been made on this machine.
  ///
  /// If git tracks the history, or may track it, it is unclear which changes were made on this machine.
  case foreign([JournalEntry], Workspace.Tracking)
}

/// The answers to questions, given by the user or in advance.
package struct Answers: Sendable {
  /// The records that the user has chosen for ambiguous or inexact names.
  package var chosen: [RecordFinder.Choice: RecordID] = [:]
  /// Whether to create a record although there is a similar one.
  package var allowsDuplicate = false
  /// Whether to clear the owner of records, which makes them orphans.
  package var allowsOrphans = false
  /// The names of genres and tags to create if they do not exist.
  package var made: Set<RecordFinder.Choice> = []
  /// Whether a new name also replaces the old one in other files, or nil if undecided.
  package var renewsNames: Bool?
  /// Whether two merged records are copies of one book, or nil if undecided.
  package var addsCopies: Bool?
  /// The indices of the chosen answers for fields when two records are merged, by field.
  package var merged: [String: Int] = [:]
  /// Whether to undo changes that may have been made elsewhere.
  package var allowsForeign = false
  /// Whether to create missing records that the act applies to, by their names. Names without an entry are undecided.
  package var addsMissing: [String: Bool] = [:]
  /// Whether to use the next position for a series without a position, or nil if undecided.
  package var takesNextPlace: Bool?
  /// The date when records entered their last state, as entered by a person. Empty if the date is unknown, or nil if
  /// undecided.
  package var day: String?
  /// The record that a new one belongs to, or nil if undecided.
  package var owner: Owner?

  package enum Owner: Sendable {
    case record(RecordID)
    /// The record deliberately has no owner.
    case none
  }

  package init() {}
}

/// The reason why an act is impossible.
package enum ActRefusal: Error, Sendable {
  /// A field is set twice, so the second value would replace the first.
  case setTwice(Field)
  case titleMissing(Kind)
  /// The date is in the future.
  case future(String)
  /// A month or a year was given where a single day is required.
  case notOneDay(String)
  /// The record already has a different date for this state. The new date may be a correction or belong to a different
  /// period.
  case anotherDay(Record, Field, old: String, new: String)
  /// The dates of the previous period cannot be preserved, because the library has redefined the field for earlier
  /// periods.
  case noEarlierDates(Record)
  /// The period would start before the previous one ended.
  case beginsBeforeEnd(Record, begin: String, end: CalendarDate, earlier: Field?)
  /// The period would end before it started.
  case endsBeforeBegin(Record, end: String, begin: CalendarDate, began: Field?)
  /// The period would end before the last date in its log.
  case endsBeforeLog(Record, end: String, ReadingDay, Field)
  /// The field contains a value that is not a date and would be lost.
  case notADate(Record, Field, String)
  /// The library has no field with this role, because it declares a custom field with the same key.
  case noField(Kind, key: String)
  case notProgress(String)
  /// The progress is beyond the last page of the book.
  case beyondEnd(Record, BookLength, ReadingProgress)
  /// The record is finished, so its progress cannot be set.
  case finished(Record)
  /// The record is already borrowed, or all copies are lent. `others` contains records of other copies that are not
  /// lent.
  case onLoan([Loan], others: [Record] = [])
  /// The user wants to lend a copy that is already lent. `others` contains the numbers of the copies that are not known
  /// to be lent.
  case copyOnLoan(Loan, String, others: [String])
  /// The user wants to lend more copies than are left.
  ///
  /// - Parameter each: the people, and the number of copies for each, if there are several of both.
  case tooFewCopies(Record, free: Int, wanted: Int, each: (Int, [String])? = nil)
  /// The user named more copies than people get.
  case tooManyCopies([String], [String])
  /// The user returned more copies than these people have.
  case tooFewLoans([Loan], wanted: Int)
  /// Several copies are lent, and the user did not name the person who returned a copy.
  case severalLoans([Loan])
  /// The user named only a person, and that person has several loans.
  case loansOf(String, [Loan])
  /// No copy is lent to, or borrowed from, the named person.
  case notLentTo(String, [Loan])
  /// The copy with this number is not lent, and the numbers of all lent copies are known.
  case copyNotLent(Record, String, [Loan])
  /// The copy with this number has already been returned on the day.
  case copyReturned(Record, String, on: CalendarDate, isToday: Bool)
  /// The record is neither lent nor borrowed.
  ///
  /// - Parameter last: the latest past loan, as the record contains it, or nil if there is none.
  case notOnLoan(Record, last: String?)
  /// The user owns no copy that could be lent.
  case notOwned(Record, Field)
  /// The book is already in the queue.
  case isQueued(Record, place: Int)
  /// The book is not in the queue.
  case notQueued(Record)
  /// Only unread books can be queued, and this one is finished.
  case queuedWhenFinished(Record)
  /// The queue has no such position.
  case notAPlace(String, last: Int)
  /// The borrower or the lender is missing.
  case personMissing(isBorrowed: Bool)
  /// The name of the borrower is the name of a record, and nobody of that name has ever borrowed one.
  case personIsRecord(String, Record)
  /// The loan would end before it started.
  case loanEndsBeforeBegin(String, end: String, begin: CalendarDate)
  /// Another program has changed the same fields in the meantime.
  case changedMeanwhile(path: String, fields: [String])
  /// The problem to be repaired no longer exists or has changed.
  case anotherProblem(path: String)
  /// The text is not a number of books.
  case notAGoal(String)
  case mergedWithItself(Record)
  /// The two records to merge have different kinds.
  case mergedKinds(Record, Record)
  /// A field of the first record cannot be carried over to the second.
  case notMergeable(Record, Record, field: String)
  /// The record cannot be renamed, because it is identified by its text rather than a name.
  case noName(Record)
  /// The old name is only a part of a person's name. `renamed` is the person's whole new name, or nil if shelf cannot
  /// infer it.
  case partOfName(String, person: String, renamed: String?)
  /// The library has no field with this name, so no value can be moved to it.
  case undeclared(String, Kind)
  /// The field's values can neither be moved to another field nor replaced by those of another field.
  case notMovable(Field, Kind)
  /// No record has a value in the field whose values are to be moved.
  case noValues(String, Kind)
  case movedToItself(Field)
  /// A value of one field does not fit another field.
  case unfit(Record, String, Field)
  /// Records already have a different value in the field.
  case fieldTaken(Field, [Record], from: String)
  /// The undo would delete a record to which another record now refers. `newer` is the number of changes after the one
  /// to undo.
  case usedSince(Record, by: Record, newer: Int)
  /// The undo would restore a reference to a record of this kind that has been deleted since then. `name` is its name
  /// or the start of its id.
  case deletedSince(Kind, name: String, usedBy: Record, newer: Int)
  /// The path of the cover is a link or a pipe, or its folder is a link, so shelf does not write to it.
  case coverNotAFile(path: String)
}

/// A remark about an act, in addition to its changes.
package enum ActNote: Sendable {
  /// This record was made the owner of a new record, because it is the only record in progress.
  case ownerInProgress(Record)
  /// A new record has a series without a position, although the series is numbered. The text is the series with the
  /// next position.
  case nextPlace(String, _ text: String)
  /// A name was entered with the family name first and was changed to natural order. The form is the sort form in the
  /// name's new entry in the library's `names`, or nil if it can be guessed.
  case nameTurned(String, _ name: String, form: String?)
  /// The user started to read a book whose copies are all lent.
  case away(Loan)
  /// The user borrowed a copy of a record, and has a copy of their own.
  case ownCopy(Record, Field)
  /// The user no longer owns a record with several copies. If they named one of the copies, `named` contains its number
  /// and the field with the numbers.
  case disowned(Record, copies: Int, named: (field: Field, number: String)?)
  /// The titles of the open issues of a book that was returned.
  case issues(Record, [String])
  /// The record was removed from the queue because it is finished or deleted.
  case leftQueue(Record)
  /// The progress of an earlier reading is still recorded.
  case progressKept(Record, Field, String)
  /// The progress was recorded for an earlier day.
  case progressOn(Record, CalendarDate)
  /// A field was set because of another field's value. The text is nil if the field was cleared.
  case followed(Record, Field, String?)
  /// A long text was replaced with a text that does not contain it.
  case replaced(Record, Field)
  /// A value is most likely wrong.
  case doubtful(Doubt)
  /// The number of further values that are most likely wrong.
  case moreDoubts(Int)
  /// Comments in files that refer to a record, and queries that name it, now contain its new name.
  case newName(Record, files: Int, queries: [String])
  /// Comments in files that refer to a record, or queries that name it, still contain its old name.
  case oldName(Record, files: Int, queries: [String])
  /// Files that cannot be read may refer to a record that was deleted.
  case unreadable(files: Int)
  /// Entries of the history that cannot be read were ignored.
  case damagedHistory(paths: [String])
  /// A change had already been undone by other means.
  case undoneElsewhere(JournalEntry)
  /// A change is undone that was made before the last sync, which is not undone.
  case beforeSync(JournalEntry)
  /// A change was skipped, because its files have been edited since then.
  case skipped(JournalEntry, [UndoPlan.Obstacle])
}
