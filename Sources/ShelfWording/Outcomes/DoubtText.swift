import ShelfKit

extension Wording {
  /// Returns the reason why a new value is probably wrong.
  package static func doubt(_ doubt: Doubt) -> String {
    switch doubt {
    case .isbn(let text, let complaint): "“\(short(text))” \(complaint)"
    case .sharedNumber(let number, let title): "“\(short(title))” also has the number \(short(number))"
    case .sharedKey(let key, let title): "“\(short(title))” also has the citation key \(short(key))"
    case .endsBeforeBegin(let title, let end, let begin):
      "\(end) is before the day “\(short(title))” was started, \(begin)"
    case .endsBeforeLog(let title, let end, let entry):
      "“\(short(title))” has a log entry after \(end): \(day(entry))"
    case .inFuture(let key, let day): "\(label(key)) \(day) is in the future"
    case .dueBeforeLoan(let title, let due, let since):
      "\(due) is before the day the loan of “\(short(title))” began, \(since)"
    case .beyondEnd(let title, .time(let time), let length):
      "\(time) is beyond the end of “\(short(title))”, \(length.time?.description ?? "")"
    case .beyondEnd(let title, let progress, let length):
      "page \(progress) is beyond the last page of “\(short(title))”, \(number(length.pages ?? 0))"
    }
  }
}
