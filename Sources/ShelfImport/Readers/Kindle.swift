import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// `My Clippings.txt` of a Kindle, in all its languages, KOReader's version of it, notebooks, and Obsidian notes.
  static let kindle = ImportFormat(
    name: "kindle", title: "Kindle clippings",
    summary:
      "highlights and notes as quotes (My Clippings.txt, notebook as HTML or CSV, notes from Obsidian's Kindle plugin)",
    origin:
      "the file documents/My Clippings.txt on the Kindle; Kindle for phones: Notebook > Export; KOReader: Export highlights > myClippings",
    recognizes: { probe in
      if KindleNotebook.recognizes(probe) || KindlePluginNote.recognizes(probe) || KindleTable.recognizes(probe) {
        return true
      }
      return probe.contains("==========") && KindleReader.firstHead(in: probe) != nil
    },
    firstSign: { probe in
      if KindleTable.recognizes(probe) { return 1 }
      let line = probe.line(of: "kindle-sync:", "kindle-bookId:", "bookTitle")
      return line < .max ? line : KindleReader.firstHead(in: probe) ?? .max
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      var reader = KindleReader(file, threads: options.threads, &batch)
      reader.read(into: &batch)
    })
}

/// Reads clippings and combines them into quotes.
///
/// The file keeps every state of a highlight, because a Kindle only ever appends to it. So if there are several
/// highlights at one location, repetitions and parts of longer highlights are dropped. A note is a separate entry. It
/// belongs to the highlight that ends at its location or, failing that, surrounds it. A notebook states only where
/// highlights start, so a note there also belongs to the highlight before it, if it is on the same page or within the
/// length of the highlight. A note without a highlight is added to the notes of the book. The key of a quote is derived
/// from the first entry of its highlight, so that it stays the same if the user extends the highlight.
private struct KindleReader {
  private let clippings: [KindleClipping]
  private let bytes: [UInt8]
  /// Amazon's number for the book, from a note that describes a single book, or nil if there is none.
  private let number: String?
  /// The last highlight before each note in a notebook, if only notes and bookmarks are in between. Both are positions
  /// in `clippings`.
  private let highlightsBefore: [Int: Int]
  /// The number of entries in an unknown language.
  private var unknown = 0

  /// Returns the line of the title above the first line that describes a clipping, counting from 1, or nil if no such
  /// line is near the start.
  static func firstHead(in probe: SourceProbe) -> Int? {
    let lines = probe.text.split(separator: "\n", maxSplits: 8, omittingEmptySubsequences: false)
    return lines.prefix(7).dropFirst().firstIndex(where: KindleClipping.isHead)
  }

  init(_ file: SourceFile, threads: Int, _ batch: inout SourceBatch) {
    let text = batch.text(of: file)
    bytes = text.bytes
    let probe = SourceProbe(file)
    let note = KindlePluginNote.recognizes(probe) ? KindlePluginNote(probe, text.bytes) : nil
    number = note?.number
    let table = note == nil && KindleTable.recognizes(probe) ? KindleTable(text.bytes) : nil
    if let stars = table?.stars, stars > 0 { batch.leaveOut(column: "Starred?", count: stars) }
    let marks =
      note?.entries ?? table?.entries
      ?? (KindleNotebook.recognizes(probe) ? KindleNotebook.entries(of: text.bytes) : nil)
    clippings = KindleClipping.all(in: text.bytes, marks: marks, threads: threads)
    highlightsBefore = marks == nil ? [:] : KindleReader.highlightsBeforeNotes(clippings)
    for line in note?.strayLines ?? [] {
      batch.begin()
      batch.skip("a text without a location in the book", line: line)
    }
  }

  mutating func read(into batch: inout SourceBatch) {
    var books: [String: [Int]] = [:]
    var order: [String] = []
    for (position, clipping) in clippings.enumerated() {
      batch.begin()
      if clipping.hasColor { batch.leaveOut(column: "color") }
      guard let reason = clipping.reasonToSkip else {
        if clipping.isCut, clipping.text.isEmpty {
          batch.reject("the file ends in the middle of this entry", line: clipping.line, raw: bytes[clipping.range])
        } else if !clipping.isComplete {
          batch.reject("an entry without its second line", line: clipping.line, raw: bytes[clipping.range])
        } else {
          if clipping.isCut {
            batch.note("the file ends in this entry, whose text may be cut off", line: clipping.line)
          }
          let key = clipping.work
          if books[key] == nil { order.append(key) }
          books[key, default: []].append(position)
        }
        continue
      }
      batch.skip(reason, line: clipping.line)
    }
    for key in order { add(books[key] ?? [], to: &batch) }
    if unknown > 0 {
      batch.notes.append(
        unknown == 1
          ? "1 entry is in an unknown language and was kept as a highlight"
          : "\(unknown) entries are in an unknown language and were kept as highlights")
    }
  }

  /// Returns the last highlight before each note, if only notes and bookmarks are in between.
  private static func highlightsBeforeNotes(_ clippings: [KindleClipping]) -> [Int: Int] {
    var found: [Int: Int] = [:]
    var last: Int?
    for (position, clipping) in clippings.enumerated() {
      switch clipping.kind {
      case .highlight: last = position
      case .note: found[position] = last
      case .bookmark: continue
      case .unknown: last = nil
      }
    }
    return found
  }

  /// Adds the highlights of a book, with their notes.
  ///
  /// The book's key is derived from its first entry, so that it stays the same if the store later adds a remark to the
  /// title.
  private mutating func add(_ positions: [Int], to batch: inout SourceBatch) {
    let book = clippings[positions[0]].book
    var draft = Draft(.book, key: book)
    draft.rows = 0
    var keys: [String] = []
    for position in positions where !keys.contains(clippings[position].book) { keys.append(clippings[position].book) }
    draft.sources = keys.map { "kindle:\($0)" } + (number.map { ["amazon:\($0)"] } ?? [])
    draft.set(.title, clippings[positions[0]].title)
    draft.set(.author, clippings[positions[0]].authors)
    // Some notebooks write titles in capital letters, which must not replace the library's spelling of a title.
    if let title = draft.title, title.uppercased() == title, title.lowercased() != title {
      draft.markIncomplete([.title])
    }
    batch.add(draft)
    let (kept, origins) = highlights(positions.filter { clippings[$0].kind != .note }, &batch)
    let places = Highlights(kept, clippings)
    var notes: [Int: [Int]] = [:]
    var alone: [Int] = []
    var seen: Set<String> = []
    for position in positions where clippings[position].kind == .note {
      let note = clippings[position]
      guard seen.insert("\(note.placeText)\u{1F}\(note.text)").inserted else {
        batch.skip("a repeated note", line: note.line)
        continue
      }
      if let highlight = highlight(for: position, among: places) {
        notes[highlight, default: []].append(position)
      } else {
        alone.append(position)
      }
    }
    // The entries are added in the device's order, so that later entries do not change the keys of earlier ones.
    var taken: Set<String> = []
    for (origin, position) in (kept + alone).map({ (origins[$0] ?? $0, $0) }).sorted(by: { $0.0 < $1.0 }) {
      add(position, from: origin, notes[position] ?? [], of: book, &taken, &batch)
    }
  }

  /// - Parameter origin: the first entry of this highlight, which determines its key even if the user extended it
  ///   later.
  private mutating func add(
    _ position: Int, from origin: Int, _ notes: [Int], of book: String, _ keys: inout Set<String>,
    _ batch: inout SourceBatch
  ) {
    let (clipping, first) = (clippings[position], clippings[origin])
    let isUnknown = clipping.kind == .unknown || clipping.isGuess
    if isUnknown { unknown += 1 }
    func start() -> String { Folding.fold(String(first.text.prefix(40))) }
    let kind = clipping.kind == .note ? "note" : "highlight"
    var key = SourceKey.hash(first.book, kind, first.start.map { "loc \($0)" } ?? "\(first.page ?? "") \(start())")
    if !keys.insert(key).inserted { key = SourceKey.hash(first.book, kind, first.placeText, first.text) }
    keys.insert(key)
    var draft = Draft(quote: key, of: book, from: "kindle", line: clipping.line, rows: 1 + notes.count)
    if clipping.kind == .note { draft.setMark("", note: clipping.tidied) } else { draft.set(.text, clipping.tidied) }
    // The clippings contain every state of an extended highlight. An older file contains only the first states.
    draft.growing = [.text, .page, .location, .creationDate]
    // A line that was not understood is kept as the location, and no page is taken from it.
    draft.set(.page, clipping.isScreen || clipping.isGuess ? nil : clipping.page)
    draft.set(.location, isUnknown ? clipping.head : clipping.location)
    if let day = clipping.unreadDay { batch.leaveOut("date", day, "is not a date", line: clipping.line) }
    draft.set(.chapter, clipping.chapter)
    draft.set(.creationDate, clipping.moment)
    draft.set(.note, notes.map { clippings[$0].tidied }.joined(separator: "\n\n"))
    // A notebook has no times, and the clippings have no chapters. A note may be missing from either without having
    // been deleted.
    draft.markIncomplete([.chapter, .creationDate, .note].filter { draft[$0].isEmpty })
    if clipping.isShortened {
      batch.note("the device cut off the highlight at the clipping limit", line: clipping.line)
    }
    batch.add(draft)
  }

  /// Returns the highlights that are neither repetitions nor parts of longer ones at the same location.
  ///
  /// In `origins`, also returns the first of the dropped parts of each highlight that had any.
  private func highlights(
    _ positions: [Int], _ batch: inout SourceBatch
  ) -> (kept: [Int], origins: [Int: Int]) {
    var kept: [Int] = []
    // The comparison distinguishes case, because a heading may repeat the words of a highlight in capital letters.
    var texts: [Int: String] = [:]
    var byText: [String: Int] = [:]
    for position in positions {
      let text = Folding.fold(clippings[position].text)
      if let first = byText[text], clippings[first].meets(clippings[position]) {
        batch.skip("the same highlight as in line \(clippings[first].line)", line: clippings[position].line)
        continue
      }
      byText[text] = position
      texts[position] = CleanText.collapse(clippings[position].text)
      kept.append(position)
    }
    // In the order of their positions in the book, only neighboring highlights can overlap.
    let sorted = kept.filter { clippings[$0].start != nil || clippings[$0].page != nil }
      .sorted { (clippings[$0].sortKey, $0) < (clippings[$1].sortKey, $1) }
    var dropped: [Int: Int] = [:]
    for (index, position) in sorted.enumerated() {
      for other in sorted[(index + 1)...].prefix(KindleReader.window) {
        guard clippings[position].meets(clippings[other]) else { break }
        guard dropped[position] == nil, dropped[other] == nil, let a = texts[position], let b = texts[other] else {
          continue
        }
        if a.utf8.count >= b.utf8.count, a.contains(b) {
          dropped[other] = position
        } else if b.contains(a) {
          dropped[position] = other
        }
      }
    }
    for (position, longer) in dropped.sorted(by: { $0.key < $1.key }) {
      batch.skip("part of the highlight in line \(clippings[longer].line)", line: clippings[position].line)
    }
    var origins: [Int: Int] = [:]
    for position in dropped.keys {
      var longest = position
      while let longer = dropped[longest] { longest = longer }
      origins[longest] = min(origins[longest] ?? longest, position)
    }
    return (kept.filter { dropped[$0] == nil }, origins)
  }

  /// The maximum number of following highlights to compare each highlight with.
  private static let window = 50

  /// Returns the highlight that a note belongs to, or nil if there is none.
  ///
  /// The highlight ends at the location of the note, or surrounds it. If only pages are known, it is a neighboring
  /// entry on the same page.
  private func highlight(for position: Int, among kept: Highlights) -> Int? {
    let note = clippings[position]
    if let place = note.end ?? note.start {
      let around = kept.before(place, KindleReader.window * 4).filter { index in
        guard let start = clippings[index].start else { return false }
        return (start...max(start, clippings[index].end ?? start)).contains(place)
      }
      func nearest(_ places: [Int]) -> Int? {
        places.min { (abs($0 - position), $0) < (abs($1 - position), $1) }
      }
      return nearest(around.filter { (clippings[$0].end ?? clippings[$0].start) == place }) ?? nearest(around)
        ?? highlightBefore(position, among: kept)
    }
    let near = [position - 1, position + 1].filter { kept.contains($0) && clippings[$0].page == note.page }
    return near.first { clippings[$0].moment == note.moment } ?? near.first ?? highlightBefore(position, among: kept)
  }

  /// Returns the highlight directly before a note in a notebook, if the note is on the same page or within the length
  /// of the highlight.
  private func highlightBefore(_ position: Int, among kept: Highlights) -> Int? {
    guard let index = highlightsBefore[position], kept.contains(index) else { return nil }
    let (highlight, note) = (clippings[index], clippings[position])
    if let page = note.page, page == highlight.page { return index }
    return (note.end ?? note.start).flatMap { highlight.reaches($0) ? index : nil }
  }
}

/// The highlights of a book, sorted by location, so that a note is compared only with the nearest ones.
private struct Highlights {
  private let all: Set<Int>
  private let sorted: [(start: Int, position: Int)]

  init(_ positions: [Int], _ clippings: [KindleClipping]) {
    all = Set(positions)
    sorted = positions.compactMap { position in clippings[position].start.map { ($0, position) } }.sorted { $0 < $1 }
  }

  func contains(_ position: Int) -> Bool { all.contains(position) }

  /// Returns the nearest highlights that start at or before a location, up to a maximum number.
  func before(_ place: Int, _ maximum: Int) -> [Int] {
    sorted[..<sorted.partitionPoint { $0.start <= place }].suffix(maximum).map(\.position)
  }
}
