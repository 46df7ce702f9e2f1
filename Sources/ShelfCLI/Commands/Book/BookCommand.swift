import ArgumentParser
import ShelfModel

/// `shelf book`.
struct BookCommand: RecordKind {
  static let kind = Kind.book
  static var verbs: [any ParsableCommand.Type] {
    [
      StartCommand.self, ProgressCommand.self, FinishCommand.self, ShelveCommand.self, AbandonCommand.self,
      RateCommand.self,
    ]
  }
}
