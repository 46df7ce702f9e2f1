import ShelfModel
import ShelfStore
import YAMLEdit

/// Sets the number of books to finish in a year, in `shelf.yaml`.
package struct SetGoal: Act {
  package var year: Int
  /// The number as entered by a person. 0 removes the goal.
  package var text: String

  package init(year: Int, _ text: String) { (self.year, self.text) = (year, text) }

  /// The possible numbers of books.
  package static let possible = 1...100_000

  package func plan(_ plan: inout ActPlan) throws {
    guard let count = Int(text), count == 0 || SetGoal.possible.contains(count) else {
      throw ActRefusal.notAGoal(text)
    }
    plan.result = .goalSet(year: year, count: count == 0 ? nil : count)
    let keys = ["goal", String(year)]
    if count > 0 {
      try plan.replaceManifest { try $0.set(keys, to: .scalar(Scalar(String(count), form: .literal))) }
    } else if plan.library.manifest.goals[year] != nil {
      try plan.replaceManifest { try $0.remove(keys) }
    }
  }
}
