/// The limits for the measured figures, each a multiple of its yardstick unless noted otherwise.
enum Bars {
  /// The minimum library size, in records, for the limits on reading to apply.
  static let records = 100_000
  static let reading = 1.2
  static let doctor = 1.3
  /// The limit for `shelf doctor` on a library with probable duplicates. With random titles, about 2% of the records
  /// are probable duplicates.
  static let doctorWithTwins = 1.5
  static let peakMegabytes = 150.0
  static let tenTimesTheRecords = 11.0
  static let start = 2.6
  static let change = 1.3
  /// The maximum running time of optimized code, as a fraction of the running time of the general code it replaces.
  static let twin = 0.95
  static let manyChanges = 3.0
  static let importing = 1.3
  static let importMegabytes = 200.0
  /// The maximum response times in an editor, in milliseconds, for libraries of 10,000 and 100,000 records.
  static let keystroke = (small: 10.0, large: 20.0)
  static let completion = (small: 5.0, large: 25.0)
  static let hover = (small: 2.0, large: 2.0)
  static let symbols = (small: 10.0, large: 40.0)
  static let firstFindings = (small: 50.0, large: 50.0)
  static let wholeLibrary = (small: 200.0, large: 1200.0)
  static let editorMegabytes = (small: 40.0, large: 150.0)
  /// The maximum response times in the browser. The limit for the first screen is a multiple of the time of `shelf book
  /// list`; the limits for screen updates are in milliseconds.
  static let firstScreen = 1.5
  static let keyToPicture = (small: 16.0, large: 50.0)
  /// The maximum time, in milliseconds, until the browser shows a book that another program added.
  static let changeOfOthers = (small: 250.0, large: 1000.0)
  /// The maximum memory use of the browser, as a multiple of the memory use of `shelf book list`.
  static let browserMemory = 1.5
  /// The limits for publishing 10,000 books. The limit for all pages is a multiple of the time to copy them; the limit
  /// for the pages after one change is a multiple of the time of `shelf book list`.
  static let firstPages = 6.0
  static let pagesAfterChange = 8.0
  static let pagesMegabytes = 300.0
}
