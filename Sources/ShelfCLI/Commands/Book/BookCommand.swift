import ArgumentParser
import ShelfModel

/// `shelf book`: the commands for books.
struct BookCommand: RecordKind {
  static let kind = Kind.book
  static var verbs: [any ParsableCommand.Type] {
    [
      GotCommand.self, DatedStateCommand<Start>.self, ProgressCommand.self, StateCommand<Pause>.self,
      FinishCommand.self, StateCommand<Shelve>.self, DatedStateCommand<Abandon>.self, RateCommand.self,
      NoteCommand.self, LendCommand.self, BorrowCommand.self, RenewCommand.self, ReturnCommand.self, LookupCommand.self,
      FillCommand.self,
      CoverCommand.self,
    ]
  }
}
