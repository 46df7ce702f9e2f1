import ShelfModel

/// Where pictures of books are: `covers/<slug>-<first 8 digits of the id>.jpg`, in one folder beside those of the kinds.
///
/// No field of a record names its cover: it is found by the digits, so it stays where it is when the record's file moves.
package enum CoverPath {
  package static let folder = "covers"
  /// The file that tells which covers were fetched, and from where.
  package static let sources = "covers/SOURCES.yaml"

  private static let endings = [".jpg", ".jpeg", ".png"]

  /// Whether a path is that of a cover, or of the file about them, and so one that a change may write.
  static func isOwn(_ path: String) -> Bool { path == sources || isCover(path) }

  /// Whether a path is that of a picture right in the folder.
  package static func isCover(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    let name = path.dropFirst(folder.count + 1)
    return !name.contains("/") && !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns the path of the cover of a book.
  ///
  /// - Parameter isShared: whether another record's id begins with the same digits, so that all of the id is needed.
  package static func path(of record: Record, isShared: Bool) -> String {
    let slug = RecordPath.slug(record.title)
    let id = isShared ? record.id.description : record.id.short
    return "\(folder)/\(slug.isEmpty ? "" : slug + "-")\(id).jpg"
  }

  /// The id, or the digits of one, in the name of a cover.
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

    /// Whether a record with this id is meant.
    package func includes(_ id: RecordID) -> Bool {
      switch self {
      case .id(let own): own == id
      case .digits(let digits): id.hasPrefix(hexDigits: digits)
      }
    }
  }

  /// Returns whose cover a path is by its name; nil if there are no digits at its end.
  package static func owner(of path: String) -> Owner? {
    let stem = RecordPath.stem(path)
    if let id = RecordID(String(stem.suffix(36))) { return .id(id) }
    return RecordPath.digits(inNameOf: path).map { .digits($0) }
  }
}
