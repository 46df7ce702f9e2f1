extension Kind {
  /// The definitions of all kinds. The position of a definition is the raw value of its kind, such as `Kind.book`.
  static let definitions: [KindDefinition] = [.book, .quote, .genre, .tag, .issue]
}
