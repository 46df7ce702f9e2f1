/// The styles that a document uses where YAML allows several. New parts of the document use the same styles.
struct WritingStyle: Hashable {
  /// The kind of quotes around text that must be quoted.
  enum Quotes: Hashable {
    case single
    case double
  }

  var quotes = Quotes.double
  /// The indentation of the lines of a block scalar, relative to the collection that contains it.
  var blockOffset = 2
  /// The indentation of the dashes of a list, relative to its key.
  var listOffset = 2
  /// The indentation of the keys of a nested mapping, relative to the mapping's own key.
  var mappingOffset = 2
  var listsInFlow = false
}
