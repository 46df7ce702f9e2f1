import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// What forms take from outside: the reader's day and settings, and the colours of the terminal.
package struct FormContext {
  package var host: Host
  package var settings: Settings
  package var depth: ColorDepth
  /// What names stand for that would not be enough by themselves.
  package var chosen: [RecordFinder.Choice: RecordID] = [:]

  package init(_ host: Host, _ settings: Settings, depth: ColorDepth) {
    self.host = host
    self.settings = settings
    self.depth = depth
  }

  /// Returns whether a user who makes a record is asked for a field: a new record has no value for it, or only the
  /// initial value of a choice.
  package func isAsked(_ field: Field) -> Bool {
    // Loans and days of reading are written down by what is done with a book, and what is public is nothing to ask each time.
    if !field.roles.isDisjoint(with: [.loans, .log, .lentOn, .due, .holder, .lender, .owned, .visibility]) {
      return false
    }
    return switch field.type {
    case .choice: true
    // Who has read a book several times, and when, is written down as it happens.
    case .intervals: false
    default: host.defaultText(of: field) == nil
    }
  }

  /// Returns what is wrong with a value for a field; nil if nothing is.
  package func complaint(about text: String, _ field: Field, _ kind: Kind, _ library: Library) -> String? {
    // What is only tried needs no id of its own.
    let isNewAllowed = field.type.target?.isMadeByName ?? false
    var reader = AssignmentReader(
      RecordFinder(library, resolve: host.fileSystem.resolve, chosen: chosen), today: host.today(),
      localTime: host.localTime, creatingWith: isNewAllowed ? { RecordID(high: 0, low: 0) } : nil)
    do throws(AssignmentError) {
      _ = try reader.read(key: field.key, .set, text, kind)
      return nil
    } catch {
      let report = CommandError(error).report
      return report.message + (report.hint.map { "; \($0)" } ?? "")
    }
  }
}
