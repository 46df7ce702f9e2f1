import ShelfModel
import ShelfQuery
import ShelfStore

/// What has to be answered before an act can be done.
///
/// A front end asks, adds the answer to the `Answers`, and plans the act again; or it answers by a policy, such as an
/// option; or it refuses the act with the question as the reason. A name that is not enough is `RecordFinder.Failure`, by
/// itself or in `AssignmentError.reference`, whose candidates are the possible answers.
package enum Question: Error, Sendable {
  /// Which record, of a kind or of any, the act is about; none was named.
  ///
  /// - Parameter isOne: whether it is about exactly one.
  case subject(Kind?, isOne: Bool)
  /// Which of the records that are in progress an act is about that is about the one in progress.
  ///
  /// - Parameter current: those begun last first: none, or several.
  case current(Kind, [Record])
  /// Which record a new one belongs to.
  ///
  /// - Parameters:
  ///   - kind: the kind of the new one.
  ///   - current: those that are in progress, those begun last first: none, or several.
  case owner(Kind, of: Kind, current: [Record])
  /// Whether a record may be made although there is one like it.
  case duplicate(LikelyDuplicate)
  /// Whether a record is made that is not in the library.
  case missing(String, Kind, nearest: [String])
  /// Whether a series that is given without a place gets the next one.
  ///
  /// - Parameter text: the series with that place: `Discworld 42`.
  case nextPlace(String, _ text: String)
  /// The day on which a record, or several, entered the last state, such as the day on which a book was finished.
  ///
  /// - Parameters:
  ///   - record: nil for a new one, and for several.
  ///   - refusal: why the day that was answered cannot be taken; nil if none was yet.
  case day(Kind, Record?, isOne: Bool, after: ActRefusal?)
  /// Whether changes may be taken back that the library's own history does not vouch for.
  ///
  /// If git tracks the history, or will not say, it is unclear what was made here.
  case foreign([JournalEntry], Workspace.Tracking)
}

/// What was answered, or is answered beforehand.
package struct Answers: Sendable {
  /// What names stand for that are not enough by themselves.
  package var chosen: [RecordFinder.Choice: RecordID] = [:]
  /// Whether a record may be made although there is one like it.
  package var allowsDuplicate = false
  /// The names of genres and tags that are made if they do not exist.
  package var made: Set<RecordFinder.Choice> = []
  /// Whether changes from elsewhere may be taken back.
  package var allowsForeign = false
  /// Whether a record is made that an act is about and the library does not have; nil if not decided.
  package var addsMissing: Bool?
  /// Whether a series without a place gets the next one; nil if not decided.
  package var takesNextPlace: Bool?
  /// The day on which records entered the last state, as a person writes it; empty where it is not known any more, and nil
  /// if not decided.
  package var day: String?
  /// What a new record belongs to.
  package var owner: Owner?

  package enum Owner: Sendable {
    case record(RecordID)
    /// It knowingly belongs to none.
    case none
  }

  package init() {}
}

/// Why an act cannot be done.
package enum ActRefusal: Error, Sendable {
  /// A field is set twice; the second would lose what the first one sets.
  case setTwice(Field)
  case titleMissing(Kind)
  /// A day that has not come.
  case future(String)
  /// A month or a year where one day is meant.
  case notOneDay(String)
  /// The state was entered on another day, which may be a slip or another stretch of time.
  case anotherDay(Record, Field, old: String, new: String)
  /// The dates of a stretch of time that is over cannot be kept: the library declares that field as something else.
  case noEarlierDates(Record)
  /// It would begin before the one before it ended.
  case beginsBeforeEnd(Record, begin: String, end: CalendarDate, earlier: Field?)
  /// It would end before it began.
  case endsBeforeBegin(Record, end: String, begin: CalendarDate, began: Field?)
  /// It would end before the last day that its log has.
  case endsBeforeLog(Record, end: String, ReadingDay, Field)
  /// The field holds something that is not a date, and would be lost.
  case notADate(Record, Field, String)
  /// The library has no field with this meaning; it declares one of its own in its place.
  case noField(Kind, key: String)
  case notProgress(String)
  /// There are not that many pages.
  case beyondEnd(Record, pages: Int, ReadingProgress)
  /// What is finished has no progress.
  case finished(Record)
  /// It is lent or borrowed already.
  case onLoan(Loan)
  /// It is neither lent nor borrowed.
  ///
  /// - Parameter last: the last loan that is over, as the record has it.
  case notOnLoan(Record, last: String?)
  /// There is no copy to be lent.
  case notOwned(Record, Field)
  /// There is a copy, and none need be borrowed.
  case isOwned(Record, Field)
  /// It is in the queue already.
  case isQueued(Record, place: Int)
  /// It is not in the queue.
  case notQueued(Record)
  /// The queue is of what is to be read, and this is finished.
  case queuedWhenFinished(Record)
  /// There is no such place in the queue.
  case notAPlace(String, last: Int)
  /// Nothing says who has the copy, or whose it is.
  case personMissing(isBorrowed: Bool)
  /// A loan would end before it began.
  case loanEndsBeforeBegin(String, end: String, begin: CalendarDate)
  /// Others have changed the same fields of a file meanwhile.
  case changedMeanwhile(path: String, fields: [String])
  /// The library does not have the problem any more that was to be repaired, or it is another one by now.
  case anotherProblem(path: String)
  /// Not a number of books.
  case notAGoal(String)
  /// What is in the place of a cover is a link or a pipe, or a folder is a link, and is not written to.
  case coverNotAFile(path: String)
}

/// What a person is told of an act beside what it changed.
package enum ActNote: Sendable {
  /// A new record belongs to this one, since that is the only one in progress.
  case ownerInProgress(Record)
  /// A new record is in a series that has places, and says none; the series with its next place.
  case nextPlace(String, _ text: String)
  /// It is no longer in the queue, since it is finished or gone.
  case leftQueue(Record)
  /// How far an earlier reading came is still there.
  case progressKept(Record, Field, String)
  /// How far the reading is was said of an earlier day.
  case progressOn(Record, CalendarDate)
  /// A field was set because of what another one holds now; nil if it was cleared.
  case followed(Record, Field, String?)
  /// What was set can hardly be right.
  case doubtful(Doubt)
  /// As many more records are set to what can hardly be right.
  case moreDoubts(Int)
  /// Files that refer to a record show its new name.
  case newName(Record, files: Int)
  /// Files that refer to a record still show its old name.
  case oldName(Record, files: Int)
  /// Files that cannot be read may refer to what was deleted.
  case unreadable(files: Int)
  /// Entries of the history cannot be read, and are left out.
  case damagedHistory(paths: [String])
  /// A change had been taken back by other means.
  case takenBackBefore(JournalEntry)
  /// A change stays because of what has happened to its files since.
  case passedOver(JournalEntry, [UndoPlan.Obstacle])
}
