import ShelfSystem
import ShelfText

/// One entry of a Kindle's clippings.
struct KindleClipping: Sendable {
  enum Kind: Sendable {
    case highlight, note, bookmark, unknown
  }

  /// The line on which it begins, from 1.
  let line: Int
  let range: Range<Int>
  var title = ""
  var authors: [String] = []
  var kind = Kind.unknown
  /// The page as it is written.
  var page: String?
  /// Whether the page is a screen, as KOReader writes it.
  var isScreen = false
  /// The numbers of the locations.
  var start: Int?
  var end: Int?
  /// Other locations that the entry names.
  var others: [String] = []
  var chapter: String?
  var moment: String?
  /// Whether its words are not known, so that the numbers in them may mean anything.
  var isGuess = false
  /// What stands in the place of the day, if it is not one.
  var unreadDay: String?
  /// The line that says what it is, without its dash.
  var head = ""
  var text = ""
  /// Whether it has a line that says what it is.
  var isComplete = false
  /// Whether the file ends before the line that ends it.
  var isCut = false

  /// An entry as it stands in the file.
  private struct Entry: Sendable {
    let texts: [String]
    let line: Int
    let range: Range<Int>
    var isCut = false
    var chapter: String?
  }

  /// Reads the entries of a file: of the clippings, or of a notebook.
  static func all(in bytes: [UInt8], isNotebook: Bool, threads: Int) -> [KindleClipping] {
    let entries =
      isNotebook
      ? KindleNotebook.entries(of: bytes).map {
        Entry(texts: $0.texts, line: $0.line, range: $0.range, chapter: $0.chapter)
      } : entries(of: bytes)
    return Parallel.map(entries.count, threads: threads) { range in
      var names = Names()
      return entries[range].map { entry in
        var clipping = KindleClipping(entry.texts, line: entry.line, range: entry.range, &names)
        clipping.isCut = entry.isCut
        clipping.chapter = entry.chapter
        return clipping
      }
    }.flatMap { $0 }
  }

  /// Divides a file at its lines of equals signs.
  private static func entries(of bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var start = 0
    var (line, first) = (1, 1)
    var texts: [String] = []
    var position = 0
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      let text = KindleClipping.line(bytes[position..<end])
      position = min(end + 1, bytes.count)
      if text.hasPrefix("=========="), text.allSatisfy({ $0 == "=" || $0.isWhitespace }) {
        if !texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
          entries.append(Entry(texts: texts, line: first, range: start..<position))
        }
        (texts, start, first) = ([], position, line + 1)
      } else {
        // Nothing but lines before the first one with text.
        if texts.isEmpty, text.allSatisfy(\.isWhitespace) {
          (start, first) = (position, line + 1)
        } else {
          texts.append(text)
        }
      }
      line += 1
    }
    if !texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      entries.append(Entry(texts: texts, line: first, range: start..<bytes.count, isCut: true))
    }
    return entries
  }

  /// Returns a line without the marks of byte order and the carriage returns in it.
  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let kept = bytes.contains(0x0D) ? bytes.filter { $0 != 0x0D }[...] : bytes
    let text = String(decoding: kept, as: UTF8.self)
    return kept.contains(0xEF) ? text.replacing("\u{FEFF}", with: "") : text
  }

  /// The titles and authors of the lines that were read: a book has hundreds of entries.
  private struct Names {
    private var known: [String: (title: String, authors: [String])] = [:]

    mutating func of(_ line: String) -> (title: String, authors: [String]) {
      if let names = known[line] { return names }
      let names = KindleClipping.titleAndAuthors(line)
      known[line] = names
      return names
    }
  }

  private init(_ lines: [String], line: Int, range: Range<Int>, _ names: inout Names) {
    self.line = line
    self.range = range
    (title, authors) = names.of(lines[0].trimmed)
    guard let head = lines.dropFirst().firstIndex(where: { KindleClipping.isHead($0[...]) }), head <= 2 else { return }
    isComplete = true
    read(head: lines[head])
    text = lines[(head + 1)...].joined(separator: "\n").trimmed
  }

  /// Returns whether a line says what an entry is: it begins with a dash.
  static func isHead(_ line: Substring) -> Bool {
    let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = line.first, "-–—".contains(first) else { return false }
    return line.dropFirst().first?.isWhitespace ?? false
  }

  /// Why the entry is left out; nil if it is not.
  var reasonToSkip: String? {
    if !isComplete { return nil }
    if kind == .bookmark { return "a bookmark" }
    if text.isEmpty { return "an empty entry" }
    // `<You have reached the clipping limit for this item>`, in the device's language.
    if text.hasPrefix("<"), text.hasSuffix(">"), !text.contains("\n"), text.contains(" ") || text.count > 8 {
      return "a mark of the clipping limit instead of the text"
    }
    return nil
  }

  /// The place in an e-book: `loc 1647-1648`.
  var location: String? {
    if let start {
      let last = end.flatMap { $0 > start ? "-\($0)" : nil } ?? ""
      return (others + ["loc \(start)\(last)"]).joined(separator: ", ")
    }
    return isScreen ? page.map { "screen \($0)" } : nil
  }

  var placeText: String { [page.map { "p \($0)" }, location].compactMap { $0 }.joined(separator: " ") }

  var sortKey: Int { start ?? page.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0 }

  /// Returns whether two entries have a place in common.
  func meets(_ other: KindleClipping) -> Bool {
    if let start, let theirs = other.start {
      return start <= max(theirs, other.end ?? theirs) && theirs <= max(start, end ?? start)
    }
    return start == nil && other.start == nil && page == other.page
  }

  // MARK: - Title

  /// Divides `Dune (Dune Chronicles, Book 1) (Herbert, Frank)`.
  static func titleAndAuthors(_ line: String) -> (title: String, authors: [String]) {
    let line = PersonName.collapse(line)
    guard line.hasSuffix(")"), let open = opening(line) else { return (line, []) }
    let inside = String(line[line.unicodeScalars.index(after: open)...].dropLast())
    let title = String(line[..<open]).trimmed
    let plain = Folding.fold(inside)
    let isPartOfTitle =
      [
        "edition", "classics", "series", "book ", "volume", "vol.", "edicion", "ausgabe", "edizione", "#", "collection",
        "trilogy",
      ]
      .contains { plain.containsBytes($0) } || inside.allSatisfy { $0.isNumber }
    if title.isEmpty || inside.isEmpty || isPartOfTitle { return (line, []) }
    let names = inside.split(separator: ";").map { PersonName.turned(String($0)) }
    return (
      title,
      PersonName.distinct(
        names.flatMap { name in
          name.contains(" & ") ? name.split(separator: " & ").map(String.init) : [name]
        })
    )
  }

  /// Returns the parenthesis that the last one closes.
  private static func opening(_ text: String) -> String.Index? {
    var depth = 0
    // Not by characters, of which a parenthesis with an accent is another one.
    let scalars = text.unicodeScalars
    for index in scalars.indices.reversed() {
      if scalars[index] == ")" { depth += 1 }
      if scalars[index] == "(" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  // MARK: - The line that says what it is

  private mutating func read(head: String) {
    let parts = head.utf8.split(separator: UInt8(ascii: "|")).map { String($0) ?? "" }
    let folded = parts.map { Folding.fold($0) }
    let whole = folded.joined(separator: " | ")
    kind = KindleClipping.kind(of: whole)
    // KOReader writes its own words in lower case, and screens for pages.
    isScreen = head.containsBytes("Your highlight on page") || head.containsBytes("Your note on page")
    // What the line names, apart from the day, which has numbers too.
    var dated: Int?
    for (index, part) in parts.enumerated().reversed() where dated == nil {
      if KindleClipping.dateWords.contains(where: { folded[index].containsBytes($0) })
        || index > 0 && index == parts.count - 1 && DateReading.day(part) != nil
      {
        dated = index
      }
    }
    if let dated {
      let text = KindleClipping.dateWords.firstRange(in: parts[dated])
      moment = KindleClipping.moment(text)
      if moment == nil { unreadDay = text.trimmed }
    }
    for (index, part) in folded.enumerated() {
      if index == dated, index > 0 { continue }
      readPlaces(part)
    }
    if kind != .unknown, start == nil, page == nil, dated != 0 || parts.count == 1,
      let number = KindleClipping.numbers(folded[0][...])?.first
    {
      (start, end) = (number, nil)
      isGuess = true
    }
    // A number that is nobody's: of a place or of a day, in words that are not known.
    let named = folded.enumerated().filter { $0.offset != dated || $0.offset == 0 }.map(\.element)
    if !isGuess, dated != 0, named.contains(where: hasOtherNumber) { isGuess = true }
    // Only what is not understood is kept.
    if kind == .unknown || isGuess { self.head = String(head.trimmed.drop { "-–— ".contains($0) }) }
  }

  /// Returns whether a part of the line has a number that is neither of the page nor of the location.
  private func hasOtherNumber(_ part: String) -> Bool {
    let known = [page ?? ""] + others + [start, end].compactMap { $0.map(String.init) }
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
    if page == nil { page = KindleClipping.page(in: part) }
    guard let (first, last) = KindleClipping.location(in: part) else { return }
    if let start { others.append("loc \(start)") }
    (start, end) = (first, last)
  }

  static func kind(of head: String) -> Kind {
    // `Note` is also a part of other words: the longer ones come first.
    for (kind, words) in kinds where words.contains(where: { head.containsBytes($0) }) { return kind }
    return .unknown
  }

  /// Folded: without capitals and accents.
  private static let kinds: [(Kind, [String])] = [
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
        "highlight", "underline", "markierung", "unterstreichung", "subrayado", "resaltado", "destaque", "surlign",
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

  private static let dateWords = DateWords()

  /// The words before the day on which an entry was made.
  struct DateWords: Sequence {
    private let words: [String] = [
      "Added on", "Hinzugefügt am", "Añadido el", "Añadida el", "Agregado el", "Adicionado em", "Adicionado:",
      "Adicionado", "Ajouté le", "Ajoutée le", "Aggiunto in data", "Aggiunta in data", "Aggiunto il", "Toegevoegd op",
      "Добавлено:", "Добавлено", "添加于", "新增於", "添加於", "作成日:", "作成日", "追加日", "Tillagd den", "Dodano:", "Dodano",
      "Eklenme Tarihi", "에 추가됨", "추가됨:", "Tillagd",
    ]
    private let folded: [String]

    init() { folded = words.map { Folding.fold($0) } }

    func makeIterator() -> IndexingIterator<[String]> { folded.makeIterator() }

    /// Returns the text after the words; all of it if there are none.
    func firstRange(in text: String) -> String {
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      for word in words {
        if let range = text.rangeOfBytes(word) ?? (isASCII ? nil : text.firstRange(of: word)) {
          // In Korean the words follow the day.
          let rest = text[range.upperBound...]
          return String(rest.allSatisfy(\.isWhitespace) ? text[..<range.lowerBound] : rest)
        }
      }
      return text
    }
  }

  private static func moment(_ text: String) -> String? {
    guard let day = DateReading.day(text), day.precision == .day else { return nil }
    return DateReading.timeOfDay(text).map { "\(day)T\($0)Z" } ?? "\(day)T00:00:00Z"
  }

  private static let pageWords = [
    "page ", "seite ", "sida ", "페이지 ", "pagina ", "stronie ", "strona ", "sayfa ", "pag. ", "pag ", "страниц", "стр. ",
    "стр.",
    "sidan ", "side ",
  ].map { Folding.fold($0 + "x").dropLast().description }
  private static let pageSigns = ["ページ", "페이지", "页", "頁"].map { Folding.fold($0) }
  private static let locationWords = [
    "location ", "loc. ", "loc.", "loc ", "position ", "posicion ", "pos. ", "posicao ", "emplacement ", "posizione ",
    "positie ", "locatie ", "местах ", "месте ", "место ", "lokalizacji ", "lokalizacja ", "konum ", "위치 ", "位置no.",
    "位置", "plats ", "pozycja ", "pozycji ",
  ].map { Folding.fold($0 + "x").dropLast().description }

  private static func page(in part: String) -> String? {
    for word in pageWords {
      guard let range = part.rangeOfBytes(word) else { continue }
      var rest = part[range.upperBound...].drop { !$0.isNumber && !"ivxlcdm".contains($0) }
      if let letters = rest.first, letters.isLetter {
        let roman = rest.prefix { "ivxlcdm".contains($0) }
        if rest.dropFirst(roman.count).first?.isLetter ?? false {
          rest = rest.drop { !$0.isNumber }
        } else {
          return String(roman)
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
      let digits = part[..<range.lowerBound].reversed().drop { $0 == " " }.prefix { $0.isNumber || $0 == "-" }
      let ends = String(digits.reversed()).split(separator: "-")
      if let first = ends.first { return ends.count == 1 || ends[1] == first ? String(first) : "\(first)-\(ends[1])" }
    }
    return nil
  }

  private static func location(in part: String) -> (Int, Int?)? {
    for word in locationWords {
      guard let range = part.rangeOfBytes(word) else { continue }
      let rest = part[range.upperBound...]
      // `Location na página 16`: the number is of something else.
      guard let numbers = numbers(rest),
        rest.prefix(while: { !$0.isNumber }).allSatisfy({ !$0.isLetter || "no".contains($0) })
      else { continue }
      return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
    }
    // In Turkish the word follows the numbers.
    if let range = part.rangeOfBytes(" konum") {
      let digits = part[..<range.lowerBound].reversed().prefix { $0.isNumber || "-–".contains($0) }
      if let numbers = numbers(String(digits.reversed())[...]) {
        return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
      }
    }
    return nil
  }

  /// What stands between the first and the last number of a place; Dutch has a word for it.
  private static let rangeSigns = ["-", "–", "—", " t/m ", " - "]

  /// Reads `#1647-1648`, `364-65`, `120 t/m 121`.
  private static func numbers(_ text: Substring) -> [Int]? {
    let rest = text.drop { !$0.isNumber }
    let first = rest.prefix { $0.isNumber }
    guard let start = Int(first) else { return nil }
    let tail = rest.dropFirst(first.count)
    guard let gap = rangeSigns.first(where: { tail.hasPrefix($0) }) else { return [start] }
    let last = tail.dropFirst(gap.count).prefix { $0.isNumber }
    guard !last.isEmpty else { return [start] }
    // The end is cut short: `364-65`.
    let whole = last.count < first.count ? first.prefix(first.count - last.count) + last : last
    return [start] + [Int(whole)].compactMap { $0 }
  }
}
