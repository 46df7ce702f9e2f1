import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The environment of forms: the clock, the user's settings, and the colors of the terminal.
package struct FormContext {
  package var host: Host
  package var settings: Settings
  package var depth: ColorDepth
  /// The records that the user has chosen for ambiguous names.
  package var chosen: [RecordFinder.Choice: RecordID] = [:]

  package init(_ host: Host, _ settings: Settings, depth: ColorDepth) {
    self.host = host
    self.settings = settings
    self.depth = depth
  }

  /// Returns whether the form for a new record includes a field.
  ///
  /// The form includes fields without a default value, and choices, whose default the user may want to change.
  package func isAsked(_ field: Field) -> Bool {
    // Loans and reading logs are recorded by separate commands, and users rarely need to choose the visibility.
    let others: FieldRoles = [.loans, .log, .lentOn, .due, .lentCopy, .holder, .lender, .owned, .visibility]
    if !field.roles.isDisjoint(with: others) { return false }
    return switch field.type {
    case .choice: true
    // Readings are recorded when they happen.
    case .intervals: false
    default: host.defaultText(of: field) == nil
    }
  }

  /// Returns the reason why a value is invalid for a field, or nil if it is valid.
  package func complaint(about text: String, _ field: Field, _ kind: Kind, _ library: Library) -> String? {
    // The value is only validated, so a new name can have a placeholder id.
    let isNewAllowed = field.type.target?.isMadeByName ?? false
    var reader = AssignmentParser(
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
