import ShelfText

/// The words in clippings, in the languages of the devices.
enum KindleWords {
  /// Returns the type of an entry, judging by its folded second line.
  static func kind(of head: String) -> KindleClipping.Kind {
    // `Note` is also part of other words, so longer words are tried first.
    for (kind, words) in kinds where words.contains(where: { head.containsBytes($0) }) { return kind }
    return .unknown
  }

  /// The types of entries, each with its words in all languages, without case and accents.
  private static let kinds: [(KindleClipping.Kind, [String])] = [
    (
      .bookmark,
      [
        "bookmark", "lesezeichen", "marcador", "signet", "segnalibro", "bladwijzer", "закладк", "书签", "書籤",
        "ブックマーク", "북마크", "bokmarke", "zakladk", "yer imi",
      ]
    ),
    (
      .highlight,
      [
        "highlight", "underline", "asterisk", "circle", "markierung", "unterstreichung", "subrayado", "resaltado",
        "destaque", "surlign",
        "evidenziazione", "sottolineat", "markering", "выделен", "标注", "標註", "標注", "ハイライト", "clip this article",
        "article clip", "clipping", "하이라이트", "markerad", "zaznacz", "vurgu",
      ]
    ),
    (
      .note,
      [
        "note", "notiz", "nota", "notitie", "заметк", "笔记", "筆記", "メモ", "anteckning", "notatk", "메모", "not ",
      ]
    ),
  ].map { kind, words in (kind, words.map { Folding.fold($0) }) }

  /// Words from the device's message about the clipping limit, in all supported languages.
  static let limits = ["limi", "上限", "限制", "лимит", "предел", "한도", "gräns", "grense", "sınır"].map { Folding.fold($0) }

  /// The words that precede the date of an entry, or follow it in Korean.
  static let date = KindleDateWords()

  private static let pageWords = [
    "page ", "seite ", "sida ", "페이지 ", "pagina ", "stronie ", "strona ", "sayfa ", "pag. ", "pag ", "страниц", "стр. ",
    "стр.",
    "sidan ", "side ",
  ].map { Folding.fold($0 + "x").dropLast().description }
  private static let pageSigns = ["ページ", "페이지", "页", "頁"].map { Folding.fold($0) }
  private static let locationWords = [
    "location ", "ubicacion ", "emp. ", "loc. ", "loc.", "loc ", "position ", "posicion ", "pos. ", "posicao ",
    "emplacement ", "posizione ",
    "positie ", "locatie ", "местах ", "месте ", "место ", "lokalizacji ", "lokalizacja ", "konum ", "위치 ",
    "местоположение ", "位置no.",
    "位置", "plats ", "pozycja ", "pozycji ",
  ].map { Folding.fold($0 + "x").dropLast().description }

  /// Returns the page number in a case-folded part of the second line, or nil if there is none.
  static func page(in part: String) -> String? {
    for word in pageWords {
      guard let range = part.rangeOfBytes(word) else { continue }
      var rest = part[range.upperBound...].drop { !$0.isNumber && !"ivxlcdm".contains($0) }
      if let letters = rest.first, letters.isLetter {
        let roman = rest.prefix { "ivxlcdm".contains($0) }
        let tail = rest.dropFirst(roman.count)
        if tail.first?.isLetter ?? false {
          rest = rest.drop { !$0.isNumber }
        } else {
          guard let gap = rangeSigns.first(where: { tail.hasPrefix($0) }) else { return String(roman) }
          let last = tail.dropFirst(gap.count).prefix { "ivxlcdm".contains($0) }
          return last.isEmpty || last == roman ? String(roman) : "\(roman)-\(last)"
        }
      }
      let first = rest.prefix { $0.isNumber }
      if first.isEmpty { continue }
      rest = rest.dropFirst(first.count)
      guard let gap = rangeSigns.first(where: { rest.hasPrefix($0) }) else { return String(first) }
      let last = rest.dropFirst(gap.count).prefix { $0.isNumber }
      return last.isEmpty || last == first ? String(first) : "\(first)-\(last)"
    }
    for sign in pageSigns {
      guard let range = part.rangeOfBytes(sign) else { continue }
      let digits = part[..<range.lowerBound].reversed().drop { $0 == " " }.prefix {
        $0.isNumber || "-ivxlcdm".contains($0)
      }
      let ends = String(digits.reversed()).split(separator: "-")
      if let first = ends.first { return ends.count == 1 || ends[1] == first ? String(first) : "\(first)-\(ends[1])" }
      // The first Japanese Kindles write `ページ222`.
      let behind = part[range.upperBound...].prefix { $0.isNumber }
      if !behind.isEmpty { return String(behind) }
    }
    return nil
  }

  /// Returns the first and the last location that a folded part of the second line names, or nil if there is none.
  static func location(in part: String) -> (Int, Int?)? {
    for word in locationWords {
      guard let range = part.rangeOfBytes(word) else { continue }
      let rest = part[range.upperBound...]
      // In `Location na página 16`, the number is not a location.
      guard let numbers = numbers(rest),
        rest.prefix(while: { !$0.isNumber }).allSatisfy({ !$0.isLetter || "no".contains($0) })
      else { continue }
      return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
    }
    // In Turkish, the word follows the numbers.
    if let range = part.rangeOfBytes(" konum") {
      let digits = part[..<range.lowerBound].reversed().prefix { $0.isNumber || "-–".contains($0) }
      if let numbers = numbers(String(digits.reversed())[...]) {
        return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
      }
    }
    return nil
  }

  /// The separators between the first and last number of a location. In Dutch, the separator is a word.
  private static let rangeSigns = ["-", "–", "—", " t/m ", " - "]

  /// Parses `#1647-1648`, `364-65`, `120 t/m 121`. Returns nil if there is no number.
  static func numbers(_ text: Substring) -> [Int]? {
    // Numbers may contain thousands separators, as in `1,138-1.140`.
    let plain = hasGroups(text) ? text.replacing(/(\d)[.,](\d{3})(?!\d)/) { "\($0.1)\($0.2)" }[...] : text
    let rest = plain.drop { !$0.isNumber }
    let first = rest.prefix { $0.isNumber }
    guard let start = Int(first) else { return nil }
    let tail = rest.dropFirst(first.count)
    guard let gap = rangeSigns.first(where: { tail.hasPrefix($0) }) else { return [start] }
    let last = tail.dropFirst(gap.count).prefix { $0.isNumber }
    guard !last.isEmpty else { return [start] }
    // The last number may be shortened, as in `364-65`.
    let whole = last.count < first.count ? first.prefix(first.count - last.count) + last : last
    return [start] + [Int(whole)].compactMap { $0 }
  }

  /// Returns whether the text contains a period or a comma between two digits.
  ///
  /// A regular expression would take longer than the rest of the parsing.
  private static func hasGroups(_ text: Substring) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var (last, mark): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if isDigit(byte), mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","), isDigit(last) { return true }
      (last, mark) = (mark, byte)
    }
    return false
  }
}
