import ShelfTerminal

/// What is shown to people as a table, and given to programs as lines or JSON.
package protocol TableReport {
  /// What is said in place of the table if there is nothing to show; nil if there is something.
  var emptyText: String? { get }
  /// Returns the table, with a line feed after each line.
  func table(_ terminal: Terminal) -> [UInt8]
  /// Returns a line with tabs for each row.
  func tsv() -> [UInt8]
  /// Returns an array, or an object on each line.
  func json(isLines: Bool) -> [UInt8]
}
