import ShelfImport
import ShelfLookup
import ShelfModel

extension Lookup {
  /// Returns the books with these ISBNs, and an error for each ISBN that no catalogue found.
  package func books(of numbers: [ISBN]) -> (found: [ISBN: FoundBook], missing: [CommandError]) {
    let findings = find(numbers)
    var found: [ISBN: FoundBook] = [:]
    var missing: [CommandError] = []
    for number in numbers {
      switch findings[number] {
      case .found(let book)?: found[number] = book
      case .unknown(let failures)?:
        missing.append(CommandError(unknown: number, failures: Wording.reasons(failures)))
      case nil: break
      }
    }
    return (found, missing)
  }
}
