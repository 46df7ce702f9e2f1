import ShelfModel

/// Whether a file writes `20/5/2020` or `5/20/2020`: one program wrote all its dates in one way.
struct DateOrder {
  /// How many dates can only be read with the day first, and with the month first, and how many can be read both ways.
  private var (dayFirst, monthFirst, both) = (0, 0, 0)

  init() {}

  /// Looks at all that can be such a date in a text.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 1
      while index + 4 < bytes.count {
        if bytes[index] == UInt8(ascii: "/"), let (first, second, end) = DateOrder.pair(bytes, index) {
          count(first, second)
          index = end
        }
        index += 1
      }
    }
  }

  private mutating func count(_ first: Int, _ second: Int) {
    switch (first, second) {
    case (13...31, 1...12): dayFirst += 1
    case (1...12, 13...31): monthFirst += 1
    case (1...12, 1...12) where first != second: both += 1
    default: break
    }
  }

  /// Whether `1/2/2020` is 1 February.
  var isDayFirst: Bool { dayFirst > 0 && monthFirst == 0 }

  /// Whether nothing, or too much, tells the order of dates that can be read both ways.
  var isGuess: Bool { both > 0 && (dayFirst > 0) == (monthFirst > 0) }

  /// Returns whether a text is a date that can be read both ways.
  static func isAmbiguous(_ text: String) -> Bool {
    var order = DateOrder(Array(text.utf8))
    order.dayFirst = 0
    return order.both > 0 && order.monthFirst == 0
  }

  /// Returns the two numbers around a slash, if a year follows behind another slash, and where it ends.
  private static func pair(_ bytes: UnsafeBufferPointer<UInt8>, _ slash: Int) -> (Int, Int, end: Int)? {
    func digit(_ index: Int) -> Int? {
      bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) ? Int(bytes[index] - 0x30) : nil
    }
    guard let ones = digit(slash - 1) else { return nil }
    let tens = digit(slash - 2)
    let before = slash - (tens == nil ? 2 : 3)
    if digit(before) != nil || before >= 0 && bytes[before] == UInt8(ascii: "/") { return nil }
    guard let next = digit(slash + 1) else { return nil }
    let last = digit(slash + 2)
    let end = slash + (last == nil ? 2 : 3)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { return nil }
    // The year has two digits, or four.
    let length = (1...5).first { digit(end + $0) == nil } ?? 6
    guard length == 3 || length == 5 else { return nil }
    return ((tens ?? 0) * 10 + ones, last.map { next * 10 + $0 } ?? next, end + length - 1)
  }
}
