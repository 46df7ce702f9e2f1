import ShelfModel
import ShelfWidgets

/// A line of the overview, and what can be done with it.
package struct OverviewLine: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// A book that is being read.
    case record(RecordID)
    /// How many books to finish in a year.
    case goal(year: Int)
  }

  package let text: StyledText
  package let target: Target?

  package init(_ text: StyledText, _ target: Target? = nil) { (self.text, self.target) = (text, target) }
}
