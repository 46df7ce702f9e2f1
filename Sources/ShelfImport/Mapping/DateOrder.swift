/// The order of day and month in the dates of a file, such as `20/5/2020` or `5/20/2020`.
///
/// A program writes all of its dates in the same way, so a single unambiguous date settles the order of the others.
/// Only dates at the start of a cell or value are considered, since numbers within text may mean anything.
struct DateOrder {
  /// The number of dates that can only have the day first, and the number of dates that can only have the month first.
  private var (dayFirst, monthFirst) = (0, 0)

  init() {}

  /// Counts the dates in the bytes of a file.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 1
      while index + 4 < bytes.count {
        if bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "-"),
          let (first, second, end) = DateOrder.pair(bytes, index)
        {
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
    default: break
    }
  }

  /// The order that the dates show, or nil if they show none or contradict one another.
  var style: DateStyle? { dayFirst > 0 && monthFirst == 0 ? .dmy : monthFirst > 0 && dayFirst == 0 ? .mdy : nil }

  /// If another such separator and a year follow, returns the numbers before and after the separator, and the end of
  /// the date. Otherwise returns nil.
  private static func pair(_ bytes: UnsafeBufferPointer<UInt8>, _ middle: Int) -> (Int, Int, end: Int)? {
    func digit(_ index: Int) -> Int? {
      bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) ? Int(bytes[index] - 0x30) : nil
    }
    let mark = bytes[middle]
    guard let ones = digit(middle - 1) else { return nil }
    let tens = digit(middle - 2)
    let before = middle - (tens == nil ? 2 : 3)
    if digit(before) != nil || !beginsValue(bytes, before) { return nil }
    guard let next = digit(middle + 1) else { return nil }
    let last = digit(middle + 2)
    let end = middle + (last == nil ? 2 : 3)
    guard end < bytes.count, bytes[end] == mark else { return nil }
    // The year has two or four digits, whereas the parts of an ISBN may have any number of digits.
    let length = (1...5).first { digit(end + $0) == nil } ?? 6
    guard length == 5 || length == 3 && mark == UInt8(ascii: "/") else { return nil }
    if mark == UInt8(ascii: "-") {
      let century = (digit(end + 1) ?? 0) * 10 + (digit(end + 2) ?? 0)
      let isMore = end + 5 < bytes.count && bytes[end + 5] == mark && digit(end + 6) == nil
      guard century == 19 || century == 20, !isMore else { return nil }
    }
    return ((tens ?? 0) * 10 + ones, last.map { next * 10 + $0 } ?? next, end + length - 1)
  }

  /// Returns whether the byte at this position can precede a value, rather than being part of text.
  private static func beginsValue(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    guard place >= 0 else { return true }
    if " -".utf8.contains(bytes[place]) {
      // Dates can follow one another, as in `01/05/2022-06/05/2022, 15/04/2021`, or follow a key, as in `date:
      // 1/5/2022`.
      guard place > 0 else { return true }
      return bytes[place] == UInt8(ascii: " ")
        ? ",;:-".utf8.contains(bytes[place - 1]) : (0x30...0x39).contains(bytes[place - 1])
    }
    return "\n\r\t,;|\"'[(=".utf8.contains(bytes[place])
  }
}
