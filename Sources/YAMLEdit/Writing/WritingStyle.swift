/// How a document writes what more than one style would do for; what is new in it follows.
struct WritingStyle: Hashable {
  /// The marks around a text that needs them.
  enum Quotes: Hashable {
    case single
    case double
  }

  var quotes = Quotes.double
  /// How far the lines of a block scalar are to the right of the collection that holds it.
  var blockOffset = 2
  /// How far the dashes of a list are to the right of its key.
  var listOffset = 2
  /// How far the keys of a mapping are to the right of its own key.
  var mappingOffset = 2
  /// Whether lists are written in brackets.
  var listsInFlow = false
}
