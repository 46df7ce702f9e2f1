import ShelfModel
import ShelfTerminal
import ShelfText

/// A reader's own settings, which hold in every library.
///
/// They are in `~/.config/shelf/config.yaml`; `Setting.all` lists them. Nothing in a library sets any of them.
struct Settings: Sendable {
  /// The folder of the library to use when none is near.
  var library: String?
  /// The words that stand for a command of one's own.
  var aliases: [String: [String]] = [:]
  /// The keys of the browser that are others than usual, by what they do.
  var keys: [String: [String]] = [:]
  /// How lists look on a terminal.
  var lists: [Kind: ListSettings] = [:]
  var ratings = RatingSettings()
  /// The program that shows long text; it goes before `PAGER`.
  var pager: String?
  var color: ColorChoice?
  var lookup = LookupSettings()

  /// What may be looked up, and where.
  struct LookupSettings: Sendable {
    /// Whether nothing ever is.
    var isOff = false
    /// The names of the catalogues that may be asked, in their order; nil if the reader has not said.
    var catalogues: [String]?
    /// The absolute paths of the reader's own programs that know books, by their names, in the order of the file.
    var programs: [(name: String, path: String)] = []
    /// The keys of the reader's own accounts, by the names of catalogues.
    var keys: [String: String] = [:]
    /// The commands that print such keys.
    var keyCommands: [String: [String]] = [:]
  }

  /// How the list of a kind looks on a terminal, unless options say otherwise.
  struct ListSettings: Sendable {
    var columns: [String]?
    var sort: String?
    var format: ListFormat?
  }

  /// How ratings look.
  struct RatingSettings: Hashable, Sendable {
    var style: Stars?
    /// The number of stars that the highest rating has, or that numerals count up to.
    var maximum: Int?
    var on: String?
    var off: String?
    var color: Color?
    var offColor: Color?
    /// A text before each rating.
    var label: String?
  }
}
