/// The choices of a document where YAML allows more than one style. New parts follow them.
struct WritingStyle: Hashable {
  /// The quotes around a text that needs some.
  enum Quotes: Hashable {
    case single
    case double
  }

  var quotes = Quotes.double
  /// How far the lines of a block scalar are indented relative to the collection that contains it.
  var blockOffset = 2
  /// How far the dashes of a list are indented relative to its key.
  var listOffset = 2
  /// How far the keys of a mapping are indented relative to its own key.
  var mappingOffset = 2
  /// Whether lists are written in brackets.
  var listsInFlow = false
}
