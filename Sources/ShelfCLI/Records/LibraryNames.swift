import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// What lists and pages say about the targets of references.
extension Library {
  /// The name of a reference's target, or what stands in the file where there is none.
  struct Name {
    var text: String
    var isFound: Bool
  }

  /// Returns the names of a field's targets; those of genres and tags are sorted.
  func names(in field: Field, of record: Record) -> [Name] {
    let names = record.texts(of: field).map { text in
      guard let target = RecordID(text).flatMap({ self.record($0) }) else { return Name(text: text, isFound: false) }
      return Name(text: target.title.isEmpty ? target.id.short : target.title, isFound: true)
    }
    return names.count > 1 && field.type.target != .book ? names.sorted { Folding.precedes($0.text, $1.text) } : names
  }

  /// Returns the genres of a book as chips in their colours, sorted by name.
  func chips(in field: Field, of record: Record) -> [Chip] {
    let chips = record.texts(of: field).map { text in
      let target = RecordID(text).flatMap { self.record($0) }
      return Chip(target?.title ?? text, color: target.map(color) ?? .fallback)
    }
    return chips.count > 1 ? chips.sorted { Folding.precedes($0.label, $1.label) } : chips
  }

  /// Returns a genre's colour; red where it has none that can be read.
  func color(of genre: Record) -> Color {
    guard case .color(let color) = value("color", of: genre) else { return .fallback }
    return color
  }
}
