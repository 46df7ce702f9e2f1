import ShelfLookup
import ShelfModel
import ShelfTerminal
import ShelfText

/// A user setting: its name, its meaning, and the code that parses and validates it.
///
/// `Setting.all` is the table of all settings, which `SettingsReader`, `shelf config`, completion and help all use.
package struct Setting: Sendable {
  /// The path of keys in the file, separated by periods. `KIND` represents a kind of record, and `NAME` an arbitrary
  /// key.
  package let name: String
  /// The meaning, for help.
  package let help: String
  /// Whether the value is a list of words.
  package var isList = false
  /// All valid values, if there is only a small number of them.
  package var words: [String] = []
  /// Whether lists never show the value, because it is an API key or may contain one.
  package var isSecret = false
  /// Whether the value is not accepted as a command-line argument, which other programs could see.
  package var isPrompted = false
  /// Validates a value against the other settings.
  package var check: @Sendable (_ value: Value, _ settings: Settings) throws(Problem) -> Void = { _, _ in }
  /// Parses a value and stores it in the settings.
  package let read: @Sendable (_ value: Value, _ settings: inout Settings) throws(Problem) -> Void

  /// The value of a setting in the file.
  package struct Value: Sendable {
    /// The path of keys in the file.
    package let keys: [String]
    package let texts: [String]

    package var text: String { texts.joined(separator: " ") }
  }

  /// The reason why a value is invalid, as a phrase that follows the name of the setting.
  package struct Problem: Error {
    package let reason: String
  }

  /// All settings, in the order in which lists and help show them.
  package static let all: [Setting] =
    [library, alias] + lists + ratings + [pager, color, keys] + lookups

  /// Returns the setting with this path of keys.
  package static func named(_ keys: [String]) -> Setting? {
    all.first { $0.matches(keys) }
  }

  /// The path of keys, with placeholders.
  package var keys: [String] { name.split(separator: ".").map(String.init) }

  /// Whether the name is fixed, with no part that the user chooses.
  var hasFixedName: Bool { !keys.contains("NAME") }

  private func matches(_ keys: [String]) -> Bool {
    let own = self.keys
    return own.count == keys.count
      && zip(own, keys).allSatisfy { $0 == "NAME" || $0 == $1 || $0 == "KIND" && Kind(singular: $1) != nil }
  }
}

extension Setting {
  private static let library = Setting(
    name: "library", help: "the library to use in other folders: /a/path or ~/a/path"
  ) { value, settings throws(Problem) in
    guard value.text.hasPrefix("/") || value.text.hasPrefix("~/") else {
      throw Problem(reason: "must begin with / or ~/, not “\(value.text)”")
    }
    settings.library = value.text
  }

  private static let lists = [
    Setting(name: "KIND.columns", help: "the columns of `KIND list`, such as title,author", isList: true) {
      $1.lists[$0.kind, default: Settings.ListSettings()].columns = $0.texts
    },
    Setting(name: "KIND.sort", help: "the sort order of `KIND list`, such as rating:desc") {
      $1.lists[$0.kind, default: Settings.ListSettings()].sort = $0.text
    },
    Setting(name: "KIND.format", help: "the format of `KIND list`, such as table", words: Settings.ListSettings.formats)
    {
      value, settings throws(Problem) in
      guard Settings.ListSettings.formats.contains(value.text) else {
        let words = Settings.ListSettings.formats.joined(separator: ", ")
        throw Problem(reason: "must be one of \(words), not “\(value.text)”")
      }
      settings.lists[value.kind, default: Settings.ListSettings()].format = value.text
    },
  ]

  private static let ratings = [
    Setting(
      name: "rating.style", help: "the style of ratings: \(RatingStyle.words)",
      words: RatingStyle.allCases.map(\.rawValue)
    ) {
      value, settings throws(Problem) in
      guard let style = RatingStyle(rawValue: value.text) else {
        throw Problem(reason: "must be one of \(RatingStyle.words), not “\(value.text)”")
      }
      settings.ratings.style = style
    },
    Setting(name: "rating.maximum", help: "the number shown for the highest rating: 5, or any from 1 to 100") {
      value, settings throws(Problem) in
      guard let number = Int(value.text), (1...100).contains(number) else {
        throw Problem(reason: "must be a number from 1 to 100, not “\(value.text)”")
      }
      settings.ratings.maximum = number
    },
    Setting(name: "rating.on", help: "the character for a filled star") { value, settings throws(Problem) in
      settings.ratings.on = try symbol(value)
    },
    Setting(name: "rating.off", help: "the character for an empty star") { value, settings throws(Problem) in
      settings.ratings.off = try symbol(value)
    },
    Setting(name: "rating.color", help: "the color of filled stars, such as F2B01E") {
      value, settings throws(Problem) in
      settings.ratings.color = try readColor(value)
    },
    Setting(name: "rating.offColor", help: "the color of empty stars") { value, settings throws(Problem) in
      settings.ratings.offColor = try readColor(value)
    },
    Setting(name: "rating.label", help: "a text before each rating") { $1.ratings.label = $0.text },
  ]

  private static let lookups = [
    Setting(name: "lookup", help: "off disables all lookups", words: ["on", "off"]) {
      value, settings throws(Problem) in
      settings.lookup.isOff = try !readSwitch(value)
    },
    Setting(
      name: "lookup.enabled", help: "false disables all lookups, but keeps the other settings",
      words: ["true", "false"]
    ) { value, settings throws(Problem) in
      settings.lookup.isOff = try !readSwitch(value)
    },
    Setting(
      name: "lookup.catalogues",
      help: "the catalogues to ask about books, in order: "
        + Catalogue.all.map(\.name).joined(separator: ","), isList: true, words: Catalogue.all.map(\.name),
      check: { value, settings throws(Problem) in
        // The list may contain programs that are defined later in the file.
        let names = Catalogue.all.map(\.name) + settings.lookup.programs.map(\.name)
        if !value.texts.allSatisfy(names.contains) {
          throw Problem(reason: "must be of \(names.joined(separator: ", "))")
        }
      }, read: { $1.lookup.catalogues = $0.texts }),
    Setting(
      name: "lookup.programs.NAME", help: "your own program for lookups, such as lookup.programs.mine: /a/path"
    ) { value, settings throws(Problem) in
      let name = value.keys.last ?? ""
      guard Catalogue.isProgramName(name) else {
        throw Problem(
          reason: "must have a name of lower-case letters, digits and hyphens, other than the name of a catalogue")
      }
      guard value.text.hasPrefix("/") else {
        throw Problem(reason: "must be an absolute path, which begins with /")
      }
      settings.lookup.programs.append((name, value.text))
    },
    Setting(
      name: "lookup.keys.NAME",
      help: "your API key for a catalogue, such as lookup.keys.googlebooks; shelf prompts for it",
      isSecret: true, isPrompted: true
    ) { value, settings throws(Problem) in
      let name = try keyed(value)
      guard !value.text.isEmpty, value.text.utf8.count <= 500,
        value.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { throw Problem(reason: "is not a valid key: it must be one word of printable ASCII characters") }
      settings.lookup.keys[name] = value.text
    },
    Setting(
      name: "lookup.keyCommands.NAME", help: "the command that prints such a key, such as pass show google/books",
      isSecret: true
    ) { value, settings throws(Problem) in
      guard let words = ShellWords.split(value.text), !words.isEmpty else {
        throw Problem(reason: "must be the words of a command, with each quotation mark closed")
      }
      settings.lookup.keyCommands[try keyed(value)] = words
    },
  ]

  /// Returns the name of the catalogue to which an API key belongs.
  private static func keyed(_ value: Value) throws(Problem) -> String {
    let name = value.keys.last ?? ""
    guard Catalogue.named(name)?.needsKey ?? false else {
      let names = Catalogue.all.filter(\.needsKey).map(\.name).joined(separator: ", ")
      throw Problem(reason: "must have the name of a catalogue that needs a key: \(names)")
    }
    return name
  }

  private static let pager = Setting(
    name: "pager", help: "the program that shows long text; use cat for none"
  ) {
    $1.pager = $0.text
  }

  private static let color = Setting(
    name: "color", help: "auto, always or never", words: ColorChoice.allCases.map(\.rawValue)
  ) { value, settings throws(Problem) in
    guard let choice = ColorChoice(rawValue: value.text) else {
      throw Problem(reason: "must be auto, always or never, not “\(value.text)”")
    }
    settings.color = choice
  }

  private static let keys = Setting(
    name: "keys.NAME", help: "keys of the browser, such as keys.quit: Q", isList: true
  ) { value, settings throws(Problem) in
    let action = value.keys.last ?? ""
    settings.keys[action] = value.texts
    do throws(KeyMap.Problem) { _ = try KeyMap([action: value.texts]) } catch { throw Problem(reason: words(error)) }
  }

  /// Returns a phrase that describes why keys cannot be bound.
  package static func words(_ problem: KeyMap.Problem) -> String {
    switch problem {
    case .unknownAction(let name):
      let all = Action.allCases.map(\.rawValue)
      let nearest = Nearest.words(to: name, among: all).first
      return
        "is not the name of an action\(nearest.map { "; did you mean “\($0)”?" } ?? "; " + all.joined(separator: ", "))"
    case .unknownKey(let name):
      return "must be a key such as x, X, space, ctrl-x, alt-x, pagedown or f5, not “\(VisibleText.line(name))”"
    }
  }

  static let alias = Setting(
    name: "aliases.NAME", help: "your own command, such as quote add"
  ) { value, settings throws(Problem) in
    guard let words = ShellWords.split(value.text), !words.isEmpty else {
      throw Problem(reason: "must be the words of a command, with each quotation mark closed")
    }
    settings.aliases[value.keys.last ?? ""] = words
  }

  private static func readSwitch(_ value: Value) throws(Problem) -> Bool {
    // The value may be an API key in the wrong place, so the error does not quote it.
    guard case .boolean(let isOn)? = FieldType.boolean.read([value.text]) else {
      throw Problem(reason: "must be \(value.keys.count == 1 ? "on or off" : "true or false")")
    }
    return isOn
  }

  private static func symbol(_ value: Value) throws(Problem) -> String {
    guard value.text.count == 1, VisibleText.line(value.text) == value.text else {
      throw Problem(reason: "must be one character, not “\(VisibleText.line(value.text))”")
    }
    return value.text
  }

  private static func readColor(_ value: Value) throws(Problem) -> Color {
    guard let color = Color(value.text) else {
      throw Problem(reason: "must be a color such as \"F2B01E\", not “\(value.text)”")
    }
    return color
  }
}

extension Setting.Value {
  /// The kind of record that the setting applies to.
  fileprivate var kind: Kind { keys.first.flatMap(Kind.init(singular:)) ?? .book }
}

extension RatingStyle {
  fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
