/// Two years separated by a hyphen, a dash or a slash, such as `2020-21`, as people write to state when they read a
/// book.
enum YearSpan {
  case years(first: Int, last: Int)
  /// The second number may be a month or the end of a span, as in `2011/12` and `1973-4`.
  case unclear

  /// Parses `2020-21`, `2020/21`, `2020–2021`. Returns nil for any other text, and for a month such as `2020-05`.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d{4})\s?([-–—\/])\s?(\d{1,2}|\d{4})/), let first = Int(match.1),
      let number = Int(match.3), first > 0
    else { return nil }
    if match.3.count == 4 {
      self = number >= first ? .years(first: first, last: number) : .unclear
      return
    }
    let size = match.3.count == 1 ? 10 : 100
    // The first year after `first` that ends in these digits.
    let last = first + (number - first % size + size) % size
    let isNext = last == first + 1
    let isMonth = (1...12).contains(number)
    if isMonth, match.2 == "-" || match.2 == "/" {
      // shelf writes December 2011 as `2011-12`.
      if !isNext || match.2 == "-" && size == 100 { return nil }
      self = .unclear
    } else if last > first, isNext || number > first % size {
      self = .years(first: first, last: last)
    } else {
      self = .unclear
    }
  }
}
