import ShelfModel

/// What a column of the owner's own has for a book of Calibre.
struct CalibreColumn {
  /// The name with its mark, such as `#read`.
  let label: String
  var texts: [String] = []
  /// The places in the series that the texts name, as far as they do.
  var places: [String] = []
  /// Whether each text is an item of a list.
  var isList = false

  /// Puts the column into a field.
  func set(_ field: FieldHandle, in draft: inout Draft, line: Int?, _ batch: inout SourceBatch) {
    let texts = texts.enumerated().map { index, text in
      // A bar in an item of a list stands for a comma.
      let name = isList ? text.replacing("|", with: ",") : text
      return field == .series && index < places.count ? SeriesName.joined(name, places[index]) : name
    }
    if isList, [.genres, .tags].contains(field) { return draft.add(field, texts) }
    FieldMapping(column: label, texts: texts, line: line).set(field, in: &draft, &batch)
    // What is in a library is not wanted any more.
    if field == .status, texts.count == 1, FieldMapping.flag(texts[0]) == false {
      draft.replace(.status, [ReadingStatus.onShelf.rawValue])
    }
  }
}
