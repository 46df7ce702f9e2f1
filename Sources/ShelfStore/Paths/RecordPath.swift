import ShelfModel
import ShelfText

/// Names the files of new records.
package enum RecordPath {
  /// Returns the path of a new record: `<folder>/<slug>-<first 8 digits of the id>.yaml`.
  ///
  /// A record that belongs to another record, such as a quote from a book, is stored in a folder named after the file
  /// of that record, so that folders do not become too large.
  ///
  /// - Parameter bookPath: the path of the file of the record's owner, or nil if the record has no owner.
  package static func path(for kind: Kind, _ id: RecordID, title: String, bookPath: String?) -> String {
    let slug = slug(title, characters: kind.fields[kind.titleIndex].isLong ? 40 : 60)
    let name = (slug.isEmpty ? "" : slug + "-") + id.short + ".yaml"
    guard let bookPath, kind.field(.owner) != nil else { return kind.folder + "/" + name }
    return kind.folder + "/" + stem(bookPath) + "/" + name
  }

  /// Returns a record's path with the full id, for a record whose usual path is already in use.
  static func unmistakable(_ path: String, _ id: RecordID) -> String {
    let ending = id.short + ".yaml"
    return path.hasSuffix(ending) ? path.dropLast(ending.count) + id.description + ".yaml" : path
  }

  /// Returns the title as part of a file name: in lowercase, without accents, and with hyphens between words. Words
  /// consist of letters and digits of any script.
  ///
  /// The slug has at most `limit` characters and 120 bytes, and ends at a whole word if possible.
  package static func slug(_ title: String, characters limit: Int = 60) -> String {
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

  /// Returns whether a file has the name that shelf gives to the file of a record with this slug.
  package static func isName(of path: String, slug: String) -> Bool {
    let stem = stem(path)
    return !slug.isEmpty && (stem == slug || stem.hasPrefix(slug + "-") && stem.count == slug.count + 9)
  }

  /// Returns the name of a file without its extension.
  package static func stem(_ path: String) -> String {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
    let end = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    return String(path[start..<end])
  }

  /// Returns whether a file is in the folder of another one, and its name consists of the other name and a suffix, or
  /// of words and the other name. Such files are copies made by a file synchronization program, an editor, git or a
  /// person.
  static func isCopy(_ path: String, of original: String) -> Bool {
    if Manifest.isBackup(path, of: original) { return !CoverPath.isCover(path) }
    let folder = original.lastIndex(of: "/").map { String(original[...$0]) } ?? ""
    guard path != original, path.hasPrefix(folder) else { return false }
    let name = String(path.dropFirst(folder.count))
    guard !name.contains("/"), RecordFile.isName(name) || RecordFile.isNameInCapitals(name) else { return false }
    let (own, start) = (stem(name).lowercased(), stem(original).lowercased())
    if own.hasSuffix(" " + start) { return true }
    return own.hasPrefix(start) && own.dropFirst(start.count).first.map { !$0.isLetter } ?? true
  }

  /// Returns the eight hexadecimal digits at the end of a file's name, which are the start of an id. Returns nil if the
  /// name does not end in such digits.
  package static func digits(inNameOf path: String) -> [UInt8]? {
    let digits = stem(path).utf8.suffix(8).compactMap(RecordID.hexDigit)
    return digits.count == 8 ? digits : nil
  }
}
