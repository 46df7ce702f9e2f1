import ShelfFormats

/// The types of entries that are not books, in lists and tables that contain several kinds of things.
enum EntryType {
  /// Returns the type of an entry as stated in its row, or nil if the entry is a book.
  ///
  /// - Parameter cell: returns the text of a column or key, or "" if there is none.
  static func other(_ cell: (String) -> String) -> String? {
    // Readwise Reader keeps feeds, videos and articles alongside books. In other lists, a category may be the subject
    // of a book.
    let isReader = ["reading_progress", "word_count", "site_name", "saved_at"].contains { !cell($0).isEmpty }
    let types = ["type", "kind", "content_type", "resource_type"].map(cell).first { isOther($0) || isFilm($0) }
    let category = [cell("category")].first { isReader ? isOther($0) : isMedium($0) }
    return types ?? category ?? ["media", "media_type", "medium", "format"].map(cell).first { isOtherFormat($0) }
  }

  /// Returns the reason for skipping an entry of a bibliography that is not a book.
  ///
  /// - Parameter whole: the title of the book that contains the entry, or nil if the entry is not a part of a book.
  static func reasonToSkip(_ type: String, partOf whole: String?) -> String {
    let type = CleanText.short(type)
    guard let whole else { return "an entry of the type \(type), not a book" }
    return "an entry of the type \(type), a part of a book" + (whole.isEmpty ? "" : ", “\(CleanText.short(whole))”")
  }

  /// Returns whether a word, such as `article` or `movies`, means something other than a book.
  static func isOther(_ word: String) -> Bool { isMedium(word) || has(word, in: others) }

  /// Returns whether the format that a source states for a book shows that the entry is not a book.
  static func isOtherFormat(_ word: String) -> Bool { isMedium(word) || isFilm(word) || has(word, in: ["movie"]) }

  /// Returns whether a word means articles, videos or podcasts, which are hardly ever the subject of a book.
  private static func isMedium(_ word: String) -> Bool { has(word, in: media) }

  private static func isFilm(_ word: String) -> Bool { has(word, in: films) }

  /// Returns whether a set contains a word or, if the word is a plural, its singular.
  private static func has(_ word: String, in words: Set<String>) -> Bool {
    if word.utf8.count > longest { return false }
    let word = word.lowercased().filter(\.isLetter)
    return words.contains(word) || word.hasSuffix("s") && words.contains(String(word.dropLast()))
  }

  private static let longest = 60

  private static let media: Set<String> = [
    "article", "journalarticle", "magazinearticle", "newspaperarticle", "blogpost", "podcast", "podcastepisode",
    "video",
    "onlinevideo", "videorecording", "youtube", "youtubevideo", "tweet",
  ]

  private static let others: Set<String> = [
    "paper", "website", "webpage", "movie", "tvshow", "videogame", "boardgame", "rss", "email", "newsletter",
  ]

  /// Words that may be the subject of a book, unless a source states them as the type of an entry.
  private static let films: Set<String> = ["film", "dvd", "bluray", "vhs", "tvseries", "tvbroadcast", "radiobroadcast"]
}
