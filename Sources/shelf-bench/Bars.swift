/// The maximum for each figure, as a multiple of its yardstick unless noted otherwise.
enum Bars {
  /// The size of library that the bars for reading are set for.
  static let records = 100_000
  static let gitStatus = 1.3
  static let ripgrep = 1.5
  static let peakMegabytes = 200.0
  static let tenTimesTheRecords = 11.0
  static let start = 2.6
  static let change = 1.3
  /// Milliseconds.
  static let moreForOneChange = 15.0
  static let manyChanges = 3.0
}
