import ShelfLookup
import ShelfText

extension Wording {
  /// Returns one line per catalogue that failed: its name and the reason.
  package static func words(_ failures: [(catalogue: Catalogue, failure: CatalogueFailure)]) -> [String] {
    failures.map { "\(heading($0.catalogue.title)) \(words($0.failure))" }
  }

  /// Returns why a catalogue returned no book, as a clause that follows its name.
  package static func words(_ failure: CatalogueFailure) -> String {
    switch failure {
    case .network(.notInstalled(let program)): "was not asked: the program \(program) is not installed"
    case .network(.failed(let reason)): "was not reached: \(VisibleText.line(reason))"
    case .network(.tooLarge(let bytes)): "answered with more than \(bytes >> 20) MB"
    case .status(let status, let line):
      "answered with status \(status)" + meaning(of: status) + (line.isEmpty ? "" : ": \(VisibleText.line(line))")
    case .refusal(let reason): "refused: \(VisibleText.line(reason))"
    case .unreadable(let reason): "gave an answer that cannot be read: \(VisibleText.line(reason))"
    case .elsewhere(let location):
      "sent to another place, which is not asked: \(VisibleText.line(location.isEmpty ? "nowhere" : location))"
    case .tooManyRedirects: "sent from one place to another more than three times"
    case .keyMissing: "was not asked: it needs a key of your own, lookup.keys"
    case .offline: "was not asked: SHELF_OFFLINE is set"
    case .stopped: "was not asked again"
    case .programFailed(let status, let line):
      "ended with status \(status)" + (line.isEmpty ? "" : ": \(VisibleText.line(line))")
    case .programLate(let seconds): "was ended: it had not answered after \(seconds) seconds"
    case .programInLibrary(let folder):
      "was not asked: it is in the library \(VisibleText.line(folder)), and no program there is run"
    case .cannotBeAsked: "cannot be asked that"
    }
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 403: " (forbidden)"
    case 404: " (not found)"
    case 429: " (too many requests)"
    case 500...599: " (it is out of order)"
    default: ""
    }
  }
}
