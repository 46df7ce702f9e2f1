import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText
import ShelfWording

/// A reader's own settings, which hold in every library.
///
/// They are in `~/.config/shelf/config.yaml`; `Setting.all` lists them. Nothing in a library sets any of them.
package struct Settings: Sendable {
  /// The folder of the library to use when none is near.
  package var library: String?
  /// The words that stand for a command of one's own.
  package var aliases: [String: [String]] = [:]
  /// The keys of the browser that are others than usual, by what they do.
  package var keys: [String: [String]] = [:]
  /// How lists look on a terminal.
  package var lists: [Kind: ListSettings] = [:]
  package var ratings = RatingSettings()
  /// The program that shows long text; it goes before `PAGER`.
  package var pager: String?
  package var color: ColorChoice?
  package var lookup = LookupSettings()

  package init() {}

  /// What may be looked up, and where.
  package struct LookupSettings: Sendable {
    /// Whether nothing ever is.
    package var isOff = false
    /// The names of the catalogues that may be asked, in their order; nil if the reader has not said.
    package var catalogues: [String]?
    /// The absolute paths of the reader's own programs that know books, by their names, in the order of the file.
    package var programs: [(name: String, path: String)] = []
    /// The keys of the reader's own accounts, by the names of catalogues.
    package var keys: [String: String] = [:]
    /// The commands that print such keys.
    package var keyCommands: [String: [String]] = [:]
  }

  /// How the list of a kind looks on a terminal, unless options say otherwise.
  package struct ListSettings: Sendable {
    package var columns: [String]?
    package var sort: String?
    /// One of `formats`.
    package var format: String?

    package init() {}

    /// The formats that the list of every kind has, by their names.
    package static let formats = ["table", "tsv", "csv", "json", "jsonl", "yaml", "ids"]
  }

  /// How ratings look.
  package struct RatingSettings: Hashable, Sendable {
    package var style: Stars?
    /// The number of stars that the highest rating has, or that numerals count up to.
    package var maximum: Int?
    package var on: String?
    package var off: String?
    package var color: Color?
    package var offColor: Color?
    /// A text before each rating.
    package var label: String?
  }
}

extension Settings {
  /// Returns how the reader wants the list of a kind to look on a terminal.
  ///
  /// Columns that only another library of theirs has are left out.
  package func list(of kind: Kind, _ schema: Schema) -> ListSettings {
    guard var list = lists[kind] else { return ListSettings() }
    list.columns = list.columns?.filter { (try? Column.read($0, of: kind, schema)) != nil }
    if list.columns?.isEmpty ?? false { list.columns = nil }
    list.sort = list.sort.flatMap { (try? Column.readOrder($0, of: kind, schema)) == nil ? nil : $0 }
    return list
  }

  /// Returns the order in which the reader wants to see records of a kind.
  package func order(of kind: Kind, _ schema: Schema) -> RecordOrder {
    list(of: kind, schema).sort.flatMap { try? RecordOrder($0, of: kind, schema) } ?? .standard(of: kind, schema)
  }

  /// Returns how ratings look.
  ///
  /// - Parameter style: what an option says instead.
  package func ratingLook(_ style: Stars? = nil) -> RatingLook {
    var look = RatingLook(style ?? ratings.style ?? .stars)
    look.maximum = ratings.maximum ?? look.maximum
    look.on = ratings.on ?? look.on
    look.off = ratings.off ?? look.off
    look.label = ratings.label ?? look.label
    look.onColor = ratings.color.map { .rgb($0) } ?? look.onColor
    look.offColor = ratings.offColor.map { .rgb($0) }
    return look
  }
}
