import ShelfKit
import ShelfText

extension Wording {
  /// Returns why a value that was set is probably wrong.
  package static func doubt(_ doubt: Doubt) -> String {
    switch doubt {
    case .isbn(let text, let complaint): "“\(short(text))” \(complaint)"
    case .endsBeforeBegin(let title, let end, let begin): "\(end) is before “\(short(title))” was begun, on \(begin)"
    case .endsBeforeLog(let title, let end, let entry):
      "\(end) is before a day on which you read “\(short(title))”: \(day(entry))"
    case .inFuture(let key, let day): "\(words(key)) \(day) is in the future"
    case .dueBeforeLoan(let title, let due, let since):
      "\(due) is before the loan of “\(short(title))” began, on \(since)"
    case .beyondEnd(let title, let page, let pages):
      "page \(page) is beyond the last page of “\(short(title))”, \(number(pages))"
    }
  }
}
