/// The limit for each figure, as a multiple of its yardstick unless noted otherwise.
enum Bars {
  /// The minimum library size, in records, that the limits on reading apply to.
  static let records = 100_000
  static let reading = 1.2
  static let doctor = 1.3
  /// The limit for a library with probable duplicates. Among random titles, about 2 % of the records are such
  /// duplicates.
  static let doctorWithTwins = 1.5
  static let peakMegabytes = 150.0
  static let tenTimesTheRecords = 11.0
  static let start = 2.6
  static let change = 1.3
  /// The maximum time of optimized code, as a fraction of the time of the general code that it replaces.
  static let twin = 0.95
  static let manyChanges = 3.0
  static let importing = 1.3
  static let importMegabytes = 200.0
  /// Response times in an editor, in milliseconds, with 10,000 and with 100,000 records.
  static let keystroke = (small: 10.0, large: 20.0)
  static let completion = (small: 5.0, large: 25.0)
  static let hover = (small: 2.0, large: 2.0)
  static let symbols = (small: 10.0, large: 40.0)
  static let firstFindings = (small: 50.0, large: 50.0)
  static let wholeLibrary = (small: 200.0, large: 1200.0)
  static let editorMegabytes = (small: 40.0, large: 150.0)
  /// Response times in the browser: the first screen as a multiple of a list, and updates of the screen in
  /// milliseconds.
  static let firstScreen = 1.5
  static let keyToPicture = (small: 16.0, large: 50.0)
  /// The time until the browser shows a book that another program added, in milliseconds. A large library is rebuilt.
  static let changeOfOthers = (small: 250.0, large: 1000.0)
  /// The browser's memory, as a multiple of a list.
  static let browserMemory = 1.5
  /// Publishing 10,000 books: all pages, as a multiple of copying them, and then the pages after one change, as a
  /// multiple of a list.
  static let firstPages = 6.0
  static let pagesAfterChange = 8.0
  static let pagesMegabytes = 300.0
}
