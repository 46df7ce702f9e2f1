import ShelfText

/// What an entry is that is not a book, as lists and tables of several sorts of things say it.
enum EntryType {
  /// Returns what a row says that its entry is, if that is not a book; nil for a book.
  ///
  /// - Parameter cell: returns the text of a column or key; "" if there is none.
  static func other(_ cell: (String) -> String) -> String? {
    // Readwise Reader keeps feeds, videos and articles beside books. In other lists a category may be what a book is about.
    let isReader = ["reading_progress", "word_count", "site_name", "saved_at"].contains { !cell($0).isEmpty }
    let types = ["type", "kind", "content_type", "resource_type"].map(cell).first { isOther($0) || isFilm($0) }
    let category = [cell("category")].first { isReader ? isOther($0) : isMedium($0) }
    return types ?? category ?? ["media", "media_type", "medium", "format"].map(cell).first { isOtherFormat($0) }
  }

  /// Returns whether a word is for what is no book, as `article` and `movies` are.
  static func isOther(_ word: String) -> Bool { isMedium(word) || has(word, in: others) }

  /// Returns whether what a source calls the format of a book shows that it is none.
  static func isOtherFormat(_ word: String) -> Bool { isMedium(word) || isFilm(word) || has(word, in: ["movie"]) }

  /// Returns whether a word is for articles, videos and podcasts, which no book is about.
  private static func isMedium(_ word: String) -> Bool { has(word, in: media) }

  private static func isFilm(_ word: String) -> Bool { has(word, in: films) }

  /// Returns whether a word, or the singular of one in the plural, is one of several.
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

  /// Words that may be what a book is about, where they are not said to be the type of an entry.
  private static let films: Set<String> = ["film", "dvd", "bluray", "vhs", "tvseries", "tvbroadcast", "radiobroadcast"]
}
