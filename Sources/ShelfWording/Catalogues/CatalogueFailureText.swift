import ShelfLookup
import ShelfText

extension Wording {
  /// Returns a line for each catalogue that failed, with its name and the reason.
  package static func reasons(_ failures: [(catalogue: Catalogue, failure: CatalogueFailure)]) -> [String] {
    failures.map { "\(heading($0.catalogue.title)) \(reason($0.failure))" }
  }

  /// Returns the reason why a catalogue returned no book, as a clause that follows its name.
  package static func reason(_ failure: CatalogueFailure) -> String {
    switch failure {
    case .network(.notInstalled(let program)): "was skipped: the program \(program) is not installed"
    case .network(.failed(let reason)): "could not be reached: \(VisibleText.line(reason))"
    case .network(.tooLarge(let bytes)): "sent a response larger than \(bytes >> 20) MB"
    case .status(let status, let line):
      "returned status \(status)" + meaning(of: status) + (line.isEmpty ? "" : ": \(VisibleText.line(line))")
    case .refusal(let reason): "refused the request: \(VisibleText.line(reason))"
    case .unreadable(let reason): "sent a response that cannot be read: \(VisibleText.line(reason))"
    case .elsewhere(let location):
      "redirected to another site, which shelf does not contact: \(VisibleText.line(location.isEmpty ? "no address" : location))"
    case .tooManyRedirects: "redirected more than three times"
    case .keyMissing: "was skipped: it needs an API key of yours, set in lookup.keys"
    case .offline: "was skipped: SHELF_OFFLINE is set"
    case .stopped: "was skipped after an earlier failure"
    case .programFailed(let status, let line):
      "exited with status \(status)" + (line.isEmpty ? "" : ": \(VisibleText.line(line))")
    case .programLate(let seconds): "was stopped: it did not answer within \(seconds) seconds"
    case .programInLibrary(let folder):
      "was skipped: it is in the library \(VisibleText.line(folder)), and shelf runs no programs from there"
    case .cannotBeAsked: "does not support this kind of search"
    }
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 403: " (forbidden)"
    case 404: " (not found)"
    case 429: " (too many requests)"
    case 500...599: " (server error)"
    default: ""
    }
  }
}
