import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText
import ShelfWording

/// The user's settings, which apply to every library.
///
/// They are stored in `~/.config/shelf/config.yaml`, and `Setting.all` lists them. `SettingsReader` parses the file
/// into this value, and `SettingsFile` replaces it. A library cannot change a setting, because the library may come
/// from someone else.
///
/// API keys are the only secrets. They are entered at a prompt rather than passed as an argument, the file that
/// contains them is readable only by its owner, and no list, error or bug report shows them. Instead of a key, a
/// setting can contain a command that prints the key, for example from a password manager.
package struct Settings: Sendable {
  /// The path of the default library, for commands that are run outside a library.
  package var library: String?
  /// The user's aliases, and the words that replace them.
  package var aliases: [String: [String]] = [:]
  /// The browser's key bindings that differ from the defaults, by action.
  package var keys: [String: [String]] = [:]
  /// The appearance of lists on a terminal, by kind.
  package var lists: [Kind: ListSettings] = [:]
  package var ratings = RatingSettings()
  /// The pager, which takes precedence over `PAGER`.
  package var pager: String?
  package var color: ColorChoice?
  package var lookup = LookupSettings()

  package init() {}

  /// The settings for catalogue lookups.
  package struct LookupSettings: Sendable {
    /// Whether lookups are disabled.
    package var isOff = false
    /// The names of the permitted catalogues in order, or nil if the user has not been asked yet.
    package var catalogues: [String]?
    /// The user's own lookup programs: names and absolute paths, in file order.
    package var programs: [(name: String, path: String)] = []
    /// The user's API keys, by catalogue name.
    package var keys: [String: String] = [:]
    /// The commands that print API keys, by catalogue name.
    package var keyCommands: [String: [String]] = [:]
  }

  /// The default appearance of a kind's list on a terminal.
  package struct ListSettings: Sendable {
    package var columns: [String]?
    package var sort: String?
    package var format: String?

    package init() {}

    /// The names of the formats that every list supports.
    package static let formats = ["table", "markdown", "html", "tsv", "csv", "excel", "json", "jsonl", "yaml", "ids"]
  }

  /// The look of ratings.
  package struct RatingSettings: Hashable, Sendable {
    package var style: RatingStyle?
    /// The displayed value of the highest rating, in stars or as a plain number.
    package var maximum: Int?
    package var on: String?
    package var off: String?
    package var color: Color?
    package var offColor: Color?
    /// The text before each rating.
    package var label: String?
  }
}

extension Settings {
  /// Returns the settings for a kind's list.
  ///
  /// Columns that do not exist in this library, for example custom fields of another library, are omitted.
  package func list(of kind: Kind, _ schema: Schema) -> ListSettings {
    guard var list = lists[kind] else { return ListSettings() }
    list.columns = list.columns?.filter { (try? Column.read($0, of: kind, schema)) != nil }
    if list.columns?.isEmpty ?? false { list.columns = nil }
    list.sort = list.sort.flatMap { (try? Column.readOrder($0, of: kind, schema)) == nil ? nil : $0 }
    return list
  }

  /// Whether a list is sorted at random.
  package var hasRandomOrder: Bool {
    lists.values.contains { $0.sort?.lowercased().contains(RecordOrder.Key.randomName) ?? false }
  }

  /// Returns the order of a kind's records.
  ///
  /// - Parameter seed: the seed for a random order.
  package func order(of kind: Kind, _ schema: Schema, seed: UInt64 = 0) -> RecordOrder {
    var order =
      list(of: kind, schema).sort.flatMap { try? RecordOrder($0, of: kind, schema) } ?? .standard(of: kind, schema)
    order.seed = seed
    return order
  }

  /// Returns the appearance of ratings.
  ///
  /// - Parameter style: the style from a command-line option, which takes precedence over the settings.
  package func ratingLook(_ style: RatingStyle? = nil) -> RatingLook {
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
