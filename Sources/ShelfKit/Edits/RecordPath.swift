import CUTF8Proc

/// Names the files of new records.
struct RecordPath {
  let library: Library

  init(_ library: Library) { self.library = library }

  /// Returns the path of a new record: `<folder>/<slug>-<first 8 digits of the id>.yaml`.
  ///
  /// A quote goes into a folder named after its book's file, so that no folder grows with the whole library.
  func path(for kind: Kind, _ id: RecordID, _ assignments: [Assignment]) -> String {
    let title = assignments.first { $0.field.key == kind.titleKey }?.values.first?.text ?? ""
    let slug = RecordPath.slug(title, characters: kind == .quote ? 40 : 60)
    let name = (slug.isEmpty ? "" : slug + "-") + id.short + ".yaml"
    let book = assignments.first { $0.field.key == "book" }?.values.first
    guard kind == .quote, let book = book.flatMap({ RecordID($0.text) }).flatMap({ library.record($0) }) else {
      return kind.folder + "/" + name
    }
    return kind.folder + "/" + RecordPath.stem(book.path) + "/" + name
  }

  /// Returns the title in lower case, without accents, the letters and digits of every script kept, and single
  /// hyphens for the rest; at most 60 characters and 120 bytes.
  static func slug(_ title: String, characters limit: Int = 60) -> String {
    var slug = ""
    var characters = 0
    for word in Folding.words(title) {
      let added = word.count + (slug.isEmpty ? 0 : 1)
      if characters + added > limit || slug.utf8.count + word.utf8.count + 1 > 120 {
        if slug.isEmpty { slug = RecordPath.cut(word, limit) }
        break
      }
      slug += (slug.isEmpty ? "" : "-") + word
      characters += added
    }
    return slug
  }

  private static func cut(_ word: String, _ limit: Int) -> String {
    var cut = ""
    for character in word.prefix(limit) where cut.utf8.count + character.utf8.count <= 120 { cut.append(character) }
    return cut
  }

  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
  }
}
