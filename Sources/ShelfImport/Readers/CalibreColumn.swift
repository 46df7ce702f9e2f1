import ShelfModel

/// The values of one of Calibre's custom columns for a book.
struct CalibreColumn {
  /// The name of the column with its `#`, such as `#read`.
  let label: String
  var texts: [String] = []
  /// The positions in the series, if the values are names of series.
  var places: [String] = []
  /// Whether the values are items of a list.
  var isList = false

  func set(_ field: FieldHandle, in draft: inout Draft, line: Int?, _ batch: inout SourceBatch) {
    let texts = texts.enumerated().map { index, text in
      // In a list item, a bar represents a comma.
      let name = isList ? text.replacing("|", with: ",") : text
      return field == .series && index < places.count ? SeriesName.joined(name, places[index]) : name
    }
    if isList, [.genres, .tags].contains(field) { return draft.add(field, texts) }
    FieldMapping(column: label, texts: texts, line: line).set(field, in: &draft, &batch)
    // “No” means that the book is unread rather than wanted, because the book is in the Calibre library.
    if field == .status, texts.count == 1, FieldMapping.flag(texts[0]) == false {
      draft.replace(.status, [ReadingStatus.onShelf.rawValue])
    }
  }
}
