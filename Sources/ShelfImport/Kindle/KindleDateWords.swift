import ShelfText

/// The words that precede the date of an entry, or follow it in Korean.
struct KindleDateWords: Sequence {
  private let words: [String] = [
    "Added on", "Hinzugefügt am", "Añadido el", "Añadida el", "Agregado el", "Adicionado em", "Adicionado:",
    "Adicionado", "Ajouté le", "Ajoutée le", "Aggiunto in data", "Aggiunta in data", "Aggiunto il", "Toegevoegd op",
    "Добавлено:", "Добавлено", "添加于", "新增於", "添加於", "作成日:", "作成日", "追加日", "Tillagd den", "Dodano:", "Dodano",
    "Eklenme Tarihi", "에 추가됨", "추가됨:", "Tillagd",
  ]
  private let folded: [String]

  init() { folded = words.map { Folding.fold($0) } }

  func makeIterator() -> IndexingIterator<[String]> { folded.makeIterator() }

  /// Returns the text after the words, or the whole text if it does not contain them.
  func rest(of text: String) -> String {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    for word in words {
      if let range = text.rangeOfBytes(word) ?? (isASCII ? nil : text.firstRange(of: word)) {
        // In Korean, the words follow the date.
        let rest = text[range.upperBound...]
        return String(rest.allSatisfy(\.isWhitespace) ? text[..<range.lowerBound] : rest)
      }
    }
    return text
  }
}
