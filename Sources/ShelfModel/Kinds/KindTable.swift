extension Kind {
  /// What each kind is, at the position of its handle: a kind is a file and a word here.
  static let definitions: [KindDefinition] = [.book, .quote, .genre, .tag, .issue]
}
