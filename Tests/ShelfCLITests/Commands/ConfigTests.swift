import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfForms

/// Tests the user's settings.
@Suite struct ConfigTests {
  /// Returns a library with a home folder inside it that contains the specified settings.
  private func library(_ settings: String? = nil) throws -> TestLibrary {
    let library = try TestLibrary()
    library.environment["HOME"] = library.absolute("home")
    library[Self.file] = settings
    return library
  }

  private static let file = "home/.config/shelf/config.yaml"

  @Test func anAliasLeadsToACommand() throws {
    let library = try library()
    try expect(
      library.transcript([
        ["config set aliases.q quote add"], ["config set aliases.qq q --no-book"], ["config set aliases.w wodka"],
        ["config set aliases.x book lst"], ["config set aliases.y y"], ["config set aliases.b ls books"],
      ]),
      is: """
        $ config set aliases.q quote add
        aliases.q: quote add
        $ config set aliases.qq q --no-book
        aliases.qq: q --no-book
        $ config set aliases.w wodka
        ! error: unknown command “shelf wodka”
        ! hint: see `shelf --help`; to find records, use `shelf search wodka`
        [2]
        $ config set aliases.x book lst
        ! error: unknown command “shelf book lst”
        ! hint: did you mean `shelf book list`?
        [2]
        $ config set aliases.y y
        ! error: unknown command “shelf y”
        ! hint: see `shelf --help`; to find records, use `shelf search y`
        [2]
        $ config set aliases.b ls books
        aliases.b: ls books
        """)
  }

  @Test("Switching look-ups off keeps the keys, programs and catalogues")
  func aSwitchKeepsItsDetails() throws {
    let details = """
      lookup:
        catalogues: [dnb] # mine
        programs: {mine: /bin/cat}
        keys: {googlebooks: K}

      """
    let library = try library(details)
    try expect(
      library.transcript([
        ["config set lookup off"], ["config get lookup"], ["config set lookup.catalogues dnb,mine"],
        ["config get lookup"], ["config unset lookup"], ["config get lookup"], ["config unset lookup"],
      ]),
      is: """
        $ config set lookup off
        lookup: off
        $ config get lookup
        off
        $ config set lookup.catalogues dnb,mine
        lookup.catalogues: dnb,mine
        $ config get lookup
        off
        $ config unset lookup
        lookup is no longer set
        $ config get lookup
        [1]
        $ config unset lookup
        ! error: “lookup” is a group of settings
        ! hint: the settings are lookup.catalogues, lookup.programs.mine and lookup.keys.googlebooks
        [2]
        """)
    #expect(library[Self.file] == details.replacing("[dnb]", with: "[dnb, mine]"))
  }

  @Test func aSwitchThatIsOffStaysOffWhenDetailsAreSet() throws {
    let library = try library("lookup: off # for now\n")
    _ = try library.run("config set lookup.catalogues dnb")
    let text = try #require(library[Self.file])
    #expect(text.contains("enabled: false") && text.contains("dnb") && text.contains("# for now"), "\(text)")
    #expect(try library.run("config get lookup") == "off\n")
    #expect(try library.run("config set lookup.enabled maybe").contains("lookup.enabled must be true or false\n"))
    _ = try library.run("config set lookup.enabled true")
    #expect(try library.run("config get lookup").contains("[1]"))
  }

  /// A switch means what it says, whether or not there are other settings beside it.
  @Test(arguments: [
    nil, "lookup: off # mine\n", "lookup:\n  catalogues: [dnb]\n", "lookup: {keys: {googlebooks: K}}\n",
  ])
  func aSwitchMeansWhatItSays(_ text: String?) throws {
    let library = try library(text)
    for (word, isOff) in [("off", true), ("on", false), ("no", true), ("yes", false), ("False", true), ("true", false)]
    {
      #expect(try library.run("config set lookup \(word)") == "lookup: \(word)\n")
      let file = try #require(SettingsFile(library.environment, fileSystem: library.fileSystem))
      #expect(try file.read().lookup.isOff == isOff, "\(word)")
      #expect(try file.read().lookup.catalogues == (text?.contains("dnb") == true ? ["dnb"] : nil))
    }
    let before = library[Self.file]
    for word in ["banana", "''", "1"] {
      let said = try library.run("config set lookup \(word)")
      #expect(said.contains(" must be ") && said.contains("[2]"), "\(said)")
      #expect(library[Self.file] == before)
    }
    // Details can be added to a switch that is on.
    library[Self.file] = "lookup: on\n"
    _ = try library.run("config set lookup.catalogues dnb")
    #expect(library[Self.file] == "lookup:\n  enabled: true\n  catalogues:\n    - dnb\n")
  }

  /// An undo does not discard what was edited by hand, or by an editor that saved after the command had ended.
  @Test func editsByHandAreNotUndone() throws {
    let library = try library("pager: less\n")
    library.environment["PATH"] = TestMachine.path
    library.environment["EDITOR"] = "true"
    _ = try library.run("config set color never")
    for line in ["config list", "config edit", "config set color never"] {
      library[Self.file] = "pager: less\ncolor: never\naliases: {mine: list} # an evening\n"
      let before = library[Self.file]
      _ = try library.run(line)
      try expect(
        library.run("config undo"),
        is: """
          ! error: your settings have been edited since shelf changed them; nothing was undone
          ! hint: the version before that change is in LIBRARY/\(Self.file).previous
          [1]
          """)
      #expect(library[Self.file] == before)
      #expect(library[Self.file + ".previous"]?.hasSuffix("\npager: less\n") == true)
    }
    // The next change by shelf can be undone, and keeps the edits.
    let edited = library[Self.file]
    _ = try library.run("config set color always")
    _ = try library.run("config undo")
    #expect(library[Self.file] == edited)
  }

  @Test func aChangeIsUndone() throws {
    let library = try library()
    #expect(try library.run("config undo").contains("there is nothing to undo"))
    let texts = ["pager: less\n", "pager: less\ncolor: never\n", "color: never # again\n"]
    library[Self.file] = texts[0]
    _ = try library.run("config set color never")
    #expect(library[Self.file] == texts[1])
    for text in [texts[0], texts[1], texts[0]] {
      _ = try library.run("config undo")
      #expect(library[Self.file] == text)
    }
    _ = try library.run("config unset pager")
    _ = try library.run("config undo")
    #expect(library[Self.file] == texts[0])
    // Changes made in an editor can also be undone.
    library.environment["PATH"] = TestMachine.path
    library.environment["EDITOR"] = "sed -i s/less/more/"
    _ = try library.run("config edit")
    #expect(library[Self.file] == "pager: more\n")
    _ = try library.run("config undo")
    #expect(library[Self.file] == texts[0])
    // Older versions kept only the previous settings, without the line that identifies the change.
    library[Self.file + ".previous"] = "pager: cat\n"
    _ = try library.run("config undo")
    #expect(library[Self.file] == "pager: cat\n")
    let kept = library.absolute(Self.file + ".previous")
    #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
  }

  @Test func settingsOfALibraryAreNamedAsSuch() throws {
    try expect(
      library().run("config set goal 30"),
      is: """
        ! error: “goal” is a setting of the library, not one of your own
        ! hint: set it with `shelf goal 30`; see `shelf help settings`
        [2]
        """)
  }

  @Test func aKeyThatMeantSomethingElseIsTold() throws {
    let library = try library()
    try expect(
      library.transcript([
        ["config set keys.delete u"], ["config set keys.down n,j"], ["config set keys.quit h"],
        ["config set keys.undo u"], ["config set keys.undo z"],
      ]),
      is: """
        $ config set keys.delete u
        keys.delete: u
        ! warning: u was a key of “undo” (undo the last change), which no longer has a key; bind one with `shelf config set keys.undo KEY`
        $ config set keys.down n,j
        keys.down: n,j
        ! warning: n was a key of “nextMatch” (go to the next record that the search found, at the end to the first one), which no longer has a key; bind one with `shelf config set keys.nextMatch KEY`
        $ config set keys.quit h
        keys.quit: h
        ! warning: h was a key of “left” (go to the left pane, or back to the last record), which still has ←
        $ config set keys.undo u
        keys.undo: u
        ! warning: u is still bound to “delete”, as set in keys.delete
        $ config set keys.undo z
        keys.undo: z
        """)
  }

  @Test func settingsAreSetAndTakenAway() throws {
    let library = try library()
    #expect(try library.run("config set book.columns title, author") == "book.columns: title,author\n")
    #expect(try library.run("config set rating.style numeral") == "rating.style: numeral\n")
    #expect(
      library[Self.file] == """
        book:
          columns:
            - title
            - author
        rating:
          style: numeral

        """)
    #expect(try library.run("config get book.columns") == "title,author\n")
    #expect(try library.run("config list") == "book.columns\ttitle,author\nrating.style\tnumeral\n")
    let json = try JSONDecoder().decode(Listed.self, from: Data(library.run("config list --json").utf8))
    #expect(json == Listed(columns: ["title", "author"], style: "numeral"))
    #expect(try library.run("config unset rating").contains("the settings are rating.style"))
    #expect(try library.run("config unset rating.style") == "rating.style is no longer set\n")
    #expect(try library.run("config unset rating.style") == "rating.style is not set\n")
    #expect(try library.run("config get rating.style") == "[1]\n")
  }

  /// The file's comments and formatting are preserved, as in records.
  @Test func commentsStay() throws {
    let library = try library("# mine\ncolor: auto # or never\n\npager: less\n")
    _ = try library.run("config set color never")
    _ = try library.run("config set aliases.q quote add")
    #expect(
      library[Self.file]
        == "# mine\ncolor: never # or never\n\npager: less\naliases:\n  q: quote add\n")
  }

  @Test func everyFormatOfListsCanBeSet() {
    #expect(Settings.ListSettings.formats == ListFormat.allValueStrings)
  }

  @Test(arguments: [
    ("libary x", "unknown setting “libary”"), ("library books", "library must begin with / or ~/, not “books”"),
    ("rating.maximum 0", "rating.maximum must be a number from 1 to 100, not “0”"),
    ("rating.on **", "rating.on must be one character, not “**”"),
    ("color pink", "color must be auto, always or never"),
    ("book.format xml", "book.format must be one of"), ("aliases.book x", "“book” is a shelf command"),
    ("aliases.q 'x", "aliases.q must be the words of a command"), ("rating 5", "unknown setting “rating”"),
  ])
  func refusesWhatIsNoSetting(_ words: String, _ reason: String) throws {
    #expect(try library().refused("config set \(words)").contains(reason))
  }

  @Test func aSlipIsShownWhereItIs() throws {
    let library = try library("color: auto\nrating:\n  style: star\n")
    #expect(
      try library.refused("book list")
        == """
        ! error: LIBRARY/home/.config/shelf/config.yaml:3:10: rating.style must be one of stars, numeral, face, not “star”
        !   3 |   style: star
        !     |          ^
        ! hint: `shelf config edit` opens your settings
        [2]

        """)
    library.environment["EDITOR"] = "perl -pi -e s/star/stars/"
    #expect(try library.run("config edit") == "")
    #expect(try library.run("book list --limit 0") == "")
  }

  @Test func anAliasStandsForACommand() throws {
    let library = try library("aliases: {mine: book list --columns title, book: stats, a: b, b: a}\n")
    #expect(try library.run("mine --limit 1").split(separator: "\n").count == 1)
    #expect(try library.run("book list --columns title --limit 1") == library.run("mine --limit 1"))
    // Aliases that refer to each other do not cause an endless loop.
    #expect(try library.refused("a").contains("unknown command"))
  }

  /// Settings for lists do not affect output that a script reads.
  @Test func settingsOfListsAreForTheTerminal() throws {
    let library = try library("book: {columns: [title, mood], sort: title:desc}\n")
    let plain = try TestLibrary().run("book list")
    #expect(try library.run("book list") == plain)
    let shown = try library.runOnTerminal("book list --color never")
    #expect(shown.hasPrefix("Title\n"))
    let titles = shown.split(separator: "\n").dropFirst().dropLast()
    #expect(titles.map { $0 } == titles.sorted(by: >))
  }

  @Test func ratingsLookAsTheReaderLikes() throws {
    let library = try library(
      "rating: {maximum: 10, \"on\": ♥, \"off\": ·, label: mine, color: F2B01E, offColor: \"808080\"}\n")
    library.environment["TERM"] = "dumb"
    for command in ["book show dune", "book list --columns rating dune", "stats"] {
      #expect(try library.runOnTerminal(command).contains("mine ♥♥♥♥♥♥♥♥♥♥"), "\(command)")
    }
    #expect(try library.runOnTerminal("book show emma").contains("mine ♥♥♥♥♥♥····"))
    #expect(try library.runOnTerminal("book show emma --ratings numeral").contains("mine 6/10"))
    #expect(try library.run("book list --columns rating emma") == "3\n")
    library.environment["TERM"] = "xterm-direct"
    let shown = try library.runOnTerminal("book show emma")
    #expect(shown.contains("\u{1B}[38;2;242;176;30m♥♥♥♥♥♥\u{1B}[0m\u{1B}[38;2;128;128;128m····"))
    library[Self.file] = "rating: {style: numeral}\n"
    library.environment["TERM"] = "dumb"
    #expect(try library.runOnTerminal("book show emma").contains("3/5"))
  }

  @Test func theLibraryForEverywhere() throws {
    let library = try library()
    let elsewhere = try TestLibrary([:])
    #expect(try elsewhere.run("book list").contains("no library found"))
    elsewhere.environment["HOME"] = elsewhere.root
    elsewhere[".config/shelf/config.yaml"] = "library: \(library.root)\n"
    #expect(try elsewhere.run("book list") == library.run("book list"))
  }

  /// A relative path to the settings is ignored, because it could lead to a file that came with a downloaded folder.
  @Test func aRelativeFolderIsNoHome() throws {
    let library = try library()
    library.environment["XDG_CONFIG_HOME"] = "home/.config"
    library.environment["HOME"] = nil
    library[Self.file] = "aliases: {mine: book list}\n"
    #expect(try library.refused("mine").contains("unknown command"))
  }

  /// If the home folder is unusable, the default settings are used.
  @Test func aHomeThatIsNoFolder() throws {
    let library = try TestLibrary()
    library["home"] = "a file"
    library.environment["HOME"] = library.absolute("home")
    #expect(try library.run("book list") == TestLibrary().run("book list"))
    #expect(try library.refused("config set pager cat").contains("home"))
  }

  private struct Listed: Decodable, Equatable {
    let columns: [String]
    let style: String

    enum CodingKeys: String, CodingKey {
      case columns = "book.columns"
      case style = "rating.style"
    }
  }
}
