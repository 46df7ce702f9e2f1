import ShelfText

/// Parses the second line of an entry, which states its type, position and date.
extension KindleClipping {
  mutating func read(head: String) {
    let parts = head.utf8.split(separator: UInt8(ascii: "|")).map { String($0) ?? "" }
    let folded = parts.map { Folding.fold($0) }
    let whole = folded.joined(separator: " | ")
    kind = KindleWords.kind(of: whole)
    // Unlike a Kindle, KOReader writes `highlight` and `note` in lower case. Its page numbers are screen numbers.
    isScreen = head.containsBytes("Your highlight on page") || head.containsBytes("Your note on page")
    // The date also contains numbers, so its part of the line is located first.
    var dated: Int?
    for (index, part) in parts.enumerated().reversed() where dated == nil {
      if KindleWords.date.contains(where: { folded[index].containsBytes($0) })
        || index > 0 && index == parts.count - 1 && DateParser.day(part) != nil
      {
        dated = index
      }
    }
    if let dated {
      let text = KindleWords.date.rest(of: parts[dated])
      moment = KindleMemory.moment(text)
      if moment == nil { unreadDay = text.trimmed }
    }
    for (index, part) in folded.enumerated() {
      if index == dated, index > 0 { continue }
      readPlaces(part)
    }
    if kind != .unknown, start == nil, page == nil, dated != 0 || parts.count == 1,
      let number = KindleWords.numbers(folded[0][...])?.first
    {
      (start, end) = (number, nil)
      isGuess = true
    }
    // A number without a known meaning may be a location or a date, in words that shelf does not know.
    let named = folded.enumerated().filter { $0.offset != dated || $0.offset == 0 }.map(\.element)
    if !isGuess, dated != 0, named.contains(where: hasOtherNumber) { isGuess = true }
    // The line is kept only if its meaning is unclear.
    if kind == .unknown || isGuess { self.head = String(head.trimmed.drop { "-–— ".contains($0) }) }
  }

  /// Returns whether a part of the line contains a number that is neither the page nor a location.
  private func hasOtherNumber(_ part: String) -> Bool {
    let known = [page ?? ""] + otherLocations + [start, end].compactMap { $0.map(String.init) }
    if part.utf8.allSatisfy({ $0 < 0x80 }) {
      let numbers = known.flatMap { Array($0.utf8).split { !(0x30...0x39).contains($0) } }
      return Array(part.utf8).split { !(0x30...0x39).contains($0) }.contains { number in
        !numbers.contains { $0.count >= number.count && $0.suffix(number.count) == number }
      }
    }
    let numbers = known.flatMap { $0.split { !$0.isNumber } }
    return part.split { !$0.isNumber }.contains { number in !numbers.contains { $0.hasSuffix(number) } }
  }

  private mutating func readPlaces(_ part: String) {
    if page == nil { page = KindleWords.page(in: part) }
    guard let (first, last) = KindleWords.location(in: part) else { return }
    if let start { otherLocations.append("loc \(start)") }
    (start, end) = (first, last)
  }
}
