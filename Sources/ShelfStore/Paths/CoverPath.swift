import ShelfModel

/// The paths of covers: `covers/<slug>-<first 8 digits of the id>.jpg`, in one folder next to the kinds' folders.
///
/// Records contain no paths of covers. The digits identify the book, so the cover need not be moved when the record's
/// file is moved.
package enum CoverPath {
  package static let folder = "covers"
  /// The file that records which covers were fetched, and their sources.
  package static let sources = "covers/SOURCES.yaml"

  private static let endings = [".jpg", ".jpeg", ".png"]

  /// Returns whether a path is one that a change may write: a cover, or the file with the sources of covers.
  static func isOwn(_ path: String) -> Bool { path == sources || isCover(path) }

  /// Returns whether a path is that of a picture directly in the `covers` folder.
  package static func isCover(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    let name = path.dropFirst(folder.count + 1)
    return !name.contains("/") && !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns whether a path is that of the list of fetched covers or of a copy of it.
  package static func isSources(_ path: String) -> Bool { path == sources || RecordPath.isCopy(path, of: sources) }

  /// Returns the path of the cover of a book.
  ///
  /// - Parameter isShared: whether another record's id starts with the same digits, so that the name needs the whole
  ///   id.
  package static func path(of record: Record, isShared: Bool) -> String {
    let slug = RecordPath.slug(record.title)
    let id = isShared ? record.id.description : record.id.short
    return "\(folder)/\(slug.isEmpty ? "" : slug + "-")\(id).jpg"
  }

  /// The id, or the start of an id, in the name of a cover.
  package enum Owner: Hashable, Sendable {
    case id(RecordID)
    case digits([UInt8])

    /// The first eight digits.
    var start: UInt64 {
      switch self {
      case .id(let id): id.high >> 32
      case .digits(let digits): digits.prefix(8).reduce(0) { $0 << 4 | UInt64($1) }
      }
    }

    /// Returns whether the record with this id may be the owner.
    package func includes(_ id: RecordID) -> Bool {
      switch self {
      case .id(let own): own == id
      case .digits(let digits): id.hasPrefix(hexDigits: digits)
      }
    }
  }

  /// Returns the owner of a cover as stated by the digits at the end of the name, or nil if the name does not end in
  /// such digits.
  package static func owner(of path: String) -> Owner? {
    let stem = RecordPath.stem(path)
    if let id = RecordID(String(stem.suffix(36))) { return .id(id) }
    return RecordPath.digits(inNameOf: path).map { .digits($0) }
  }
}
