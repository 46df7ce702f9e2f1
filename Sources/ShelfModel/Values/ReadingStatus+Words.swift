import ShelfText

/// The words that other programs use for reading statuses.
extension ReadingStatus {
  /// Parses a word such as `to-read` or `Did Not Finish`. Returns nil if it is not a common word for a status.
  package init?(_ word: String) { self.init(plain: Folding.letters(word)) }

  private init?(plain: String) {
    if let status = ReadingStatus.words[plain] {
      self = status
    } else if plain.hasPrefix("dnf") {
      // Words such as `dnf-2020` and `dnf'd` also mean that the book was abandoned.
      self = .abandoned
    } else {
      return nil
    }
  }

  /// Parses the exclusive shelf of a book.
  ///
  /// The result is nil for a shelf that the owner created and whose name describes the book rather than its reading,
  /// such as `borrowed`.
  package init?(exclusiveShelf word: String) {
    let plain = Folding.letters(word)
    self.init(plain: plain)
    if self == .onShelf || ReadingStatus.shelves.contains(plain) { return nil }
  }

  /// Returns whether a remark about a reading says that the book was not read to its end, such as `Could not finish.`
  /// or `Gave up on page 50`.
  ///
  /// Only the words up to the first punctuation mark count. Words that may also describe the book, such as
  /// `unfinished`, say nothing about the reading.
  package static func saysAbandoned(_ remark: String) -> Bool {
    let start = remark.drop { !$0.isLetter }
    let words = start.prefix { $0.isLetter || $0.isNumber || $0 == " " || "'’".contains($0) }
    if abandonments.contains(Folding.letters(String(words))) { return true }
    // `Gave up on page 50` and `Abandoned after 3 chapters` are about the book, `Abandoned at birth` is its plot.
    let all = Folding.words(remark)
    guard let verb = [["gave", "up"], ["abandoned"]].first(where: all.starts) else { return false }
    let rest = all.dropFirst(verb.count)
    if rest.first == "half" || rest.first == "halfway" { return true }
    guard let preposition = rest.first, ["at", "after", "on", "around"].contains(preposition),
      let place = rest.dropFirst().first
    else { return false }
    return ["p", "pp", "page", "chapter", "ch", "half"].contains(place) || place.allSatisfy(\.isNumber)
  }

  private static let abandonments: Set<String> = [
    "dnf", "abandoned", "gaveup", "givenup", "gaveitup", "didnotfinish", "didntfinish", "didnotfinishit",
    "didntfinishit",
    "couldnotfinish", "couldntfinish", "couldnotfinishit", "couldntfinishit", "neverfinished", "neverfinishedit",
    "notfinished", "abgebrochen", "nichtbeendet", "nichtzuendegelesen", "abandonne", "abandonado", "abbandonato",
  ]

  /// Words for a status that may also be the names of other shelves.
  private static let shelves: Set<String> = [
    "borrowed", "reread", "rereading", "started", "begun", "began", "begonnen", "angefangen", "done", "complete", "yes",
    "wants",
  ]

  private static let words: [String: ReadingStatus] = {
    let lists: [(ReadingStatus, String)] = [
      (.wanted, "toread wanttoread wanted wishlist planned wish tobuy want aloire alire toberead tbr wants upnext"),
      (.onShelf, "onshelf notbegun unread owned yourlibrary notstarted backlog own"),
      (
        .inProgress,
        "inprogress reading currentlyreading currentlyrereading current started begun began borrowed reread rereading "
          + "begonnen angefangen commence commencee encours"
      ),
      (.paused, "paused pause onpause onhold hold hiatus onhiatus setaside putaside stoppedfornow pausiert enpause"),
      (.completed, "completed read past previous readbutunowned finished done complete yes gelesen lu leido letto"),
      (
        .abandoned,
        "abandoned didnotfinish dnf stopped stoppedreading unfinished gaveup givenup couldnotfinish dropped quit "
          + "abandonne abandonnes abandonado abandonados abbandonato abbandonati abgebrochen neverfinished didntfinish "
          + "notfinished wontfinish willnotfinish couldntfinish gaveupon putdown abandonedbooks startednotfinished partiallyread"
      ),
    ]
    var words: [String: ReadingStatus] = [:]
    for (status, list) in lists { for word in list.split(separator: " ") { words[String(word)] = status } }
    return words
  }()
}
