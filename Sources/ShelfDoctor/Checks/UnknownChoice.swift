import ShelfText
import YAMLEdit

extension Check {
  static let unknownChoice = Check(
    "unknown-choice", .error, "a word that is not one of the field's choices",
    reason: "The record is missing from lists and statistics that depend on this field.",
    example: "status: finsihed",
    repair: "Writes the intended choice. This is safe if only one choice resembles the word.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        guard case .choice(let words) = field.type else { return [] }
        let items = record.items(of: field)
        guard items.count == 1, items[0].index == nil, !items[0].isNested, field.type.read([items[0].text]) == nil
        else {
          return []
        }
        let near = UnknownChoice.meant(items[0].text, words)
        let order = near + words.filter { !near.contains($0) }
        let repairs = order.map { word in
          Repair(
            word, "write “\(word)”", near.count == 1 && near[0] == word ? .nothing : .choice, record,
            [.set(items[0].path, .scalar(Scalar(word)))])
        }
        return [
          Finding(
            check, record, field.key, at: items[0].range,
            "“\(items[0].text.firstLine)” is not one of \(words.joined(separator: ", ").firstLine)", repairs: repairs)
        ]
      }
    })
}

private enum UnknownChoice {
  /// Returns the choices that a word may stand for, because the word is a synonym of the choice or is spelled
  /// similarly.
  static func meant(_ text: String, _ words: [String]) -> [String] {
    let plain = Folding.fold(text).filter { $0.isLetter || $0.isNumber }
    if let other = otherNames[plain], words.contains(other) { return [other] }
    if let same = words.first(where: { Folding.fold($0) == plain }) { return [same] }
    let near = Nearest.words(to: plain, among: words)
    if !near.isEmpty { return near }
    let others = Nearest.words(to: plain, among: Array(otherNames.keys)).compactMap { otherNames[$0] }
    return Array(Set(others.filter(words.contains))).sorted()
  }

  /// Synonyms of the choices, as used by Goodreads, StoryGraph and users, reduced to lowercase letters.
  private static let otherNames = [
    "toread": "wanted", "wanttoread": "wanted", "wishlist": "wanted", "planned": "wanted",
    "unread": "onShelf", "owned": "onShelf",
    "reading": "inProgress", "currentlyreading": "inProgress", "started": "inProgress",
    "read": "completed", "finished": "completed", "done": "completed", "complete": "completed",
    "didnotfinish": "abandoned", "dnf": "abandoned", "stopped": "abandoned", "unfinished": "abandoned",
    "normal": "medium", "urgent": "high", "important": "high",
  ]
}
