import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the user's API keys. They can be set, and no output reveals them.
@Suite struct LookupKeyTests {
  private static let key = "SECRET1234"

  private func start(_ settings: String) throws -> (TestLibrary, PlayedCatalogues) {
    let rule: [String: Any] = [
      "match": "googleapis", "status": 400, "body": "{\"error\": {\"message\": \"the key \(Self.key) has no quota\"}}",
    ]
    let catalogues = try PlayedCatalogues([rule])
    let library = try TestLibrary()
    library.environment = try catalogues.environment(settings)
    library.companion = catalogues
    return (library, catalogues)
  }

  @Test func aKeyComesFromStandardInputAndIsForItsOwnerAlone() throws {
    let (library, catalogues) = try start("lookup: {catalogues: [googlebooks]}\n")
    let refused = try library.refused("config set lookup.keys.googlebooks", [Self.key])
    #expect(refused.contains("cannot be an argument") && !refused.contains(Self.key), "\(refused)")
    let said = try library.run("config set lookup.keys.googlebooks", input: Self.key + "\n")
    #expect(said.contains("for you alone to read") && !said.contains(Self.key), "\(said)")
    #expect(catalogues.settings.contains(Self.key))
    let file = catalogues.folder + "/config/shelf/config.yaml"
    func mode() throws -> Int {
      try (FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
    #expect(try mode() == 0o600)
    // The permissions are restored when a different setting changes.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    _ = try library.run("config set color never")
    #expect(try mode() == 0o600)
    for line in ["config list", "config list --json", "config get lookup.keys.googlebooks"] {
      let shown = try library.run(line)
      #expect(!shown.contains(Self.key) && shown.contains("kept secret"), "\(shown)")
    }
    let answer = try library.refused("book lookup 9780441478125")
    #expect(answer.contains("the key … has no quota") || answer.contains("has no quota"), "\(answer)")
    #expect(!answer.contains(Self.key), "\(answer)")
    #expect(try catalogues.requests.last?.place.contains("key=" + Self.key) ?? false)
    #expect(try library.refused("config set lookup.keys.googlebooks", input: "").contains("is not a valid key"))
    #expect(
      try library.refused("config set lookup.keys.googlebooks", input: "two words").contains("is not a valid key"))
    #expect(try library.refused("config set lookup.keys.dnb", input: "x").contains("needs a key"))
    #expect(try library.refused("config set color").contains("no value was given"))
    // The next change would make the removal final, so it is confirmed.
    let asked = try library.refused("config unset lookup.keys.googlebooks")
    #expect(asked.contains("will not remove an API key without confirmation") && asked.contains("confirm with --yes"))
    #expect(catalogues.settings.contains(Self.key))
    _ = try library.run("config unset lookup.keys.googlebooks --yes")
    #expect(!catalogues.settings.contains(Self.key))
  }

  /// No command prints a key, even if the key is in the wrong place or in an invalid file.
  @Test(arguments: [
    "lookup: {keys: {googlebooks: KEY: x}}\n", "lookup:\n  keys:\n    googlebooks: KEY: x\n",
    "lookup:\n  keys:\n    googlebooks: \"KEY\n", "lookup:\n  keys:\n   googlebooks: *KEY\n",
    "lookup:\n  keys:\n    googlebooks: KEY\n   x: y\n", "lookup:\n  keys:\n\tgooglebooks: KEY\n",
    "lookup: {keys: {googlebook: KEY}}\n", "lookup: {keys: {dnb: KEY}}\n", "lookup: {keys: {KEY: googlebooks}}\n",
    "lookup: {keys: {googlebooks: {KEY: x}}}\n", "lookup: {keys: {googlebooks: [KEY, x]}}\n",
    "lookup: {keys: {googlebooks: KEY, googlebooks: KEY}}\n", "lookup: {keys: [KEY]}\n", "lookup: {keys: KEY}\n",
    "lookup: {key: {googlebooks: KEY}}\n", "lookup: {googlebooks: KEY}\n", "googlebook: KEY\n", "lookup: KEY\n",
    "lookup: {enabled: KEY}\n",
    "lookup: {catalogues: [googlebooks, KEY]}\n", "lookup: {programs: {mine: KEY}}\n",
    "keys: {googlebooks: KEY}\n", "KEY\n", "- KEY\n", "color: x\nlookup: {keys: {googlebooks: KEY: x}}\n",
    "{rating: {style: x}, lookup: {keys: {googlebooks: KEY}}}\n", "{color: x, googlebook: KEY}\n",
    "lookup:\n  keys:\n    googlebooks: two KEY\n", "lookup:\n  keyCommands: {googlebooks: \"'KEY\"}\n",
    "lookup.keys.googlebooks: KEY\n", "KEY: googlebooks\n", "KEY: {googlebooks: x}\n", "book: {KEY: title}\n",
    "keys: {KEY: googlebooks}\n", "lookup: {KEY: googlebooks}\n", "lookup: {programs: {KEY: googlebooks}}\n",
    "lookup: {keyCommands: {KEY: googlebooks}}\n", "lookup: {keyCommands: {googlebooks: {KEY: x}}}\n",
    "KEY: a\nKEY: b\n", "lookup: {KEY: {googlebooks: x}}\n",
  ])
  func aKeyInTheWrongPlaceIsNotShown(_ settings: String) throws {
    let (library, catalogues) = try start(settings.replacing("KEY", with: Self.key))
    for line in [
      "book list", "config list", "config list --json", "config set color never", "config unset color",
      "config get lookup.keys.googlebooks", "book lookup 9780441478125", "config get color", "doctor --bug-report",
      "config get lookup", "config get lookup.keys",
    ] {
      let said = try library.run(line)
      #expect(!said.contains(Self.key), "\(line): \(said)")
    }
    library.environment["EDITOR"] = "true"
    #expect(!(try library.run("config edit")).contains(Self.key))
    #expect(catalogues.settings.contains(Self.key))
    #expect(try library.run("book list").contains(#/config\.yaml:\d+:\d+: /#), "it says where")
  }

  /// A key in place of the command that prints it, or in that command, is not printed either.
  @Test(arguments: ["KEY", "[echo, KEY]", "echo KEY", "[KEY, x]"])
  func aKeyInACommandIsNotShown(_ command: String) throws {
    let (library, catalogues) = try start(
      "lookup:\n  catalogues: [googlebooks]\n  keyCommands: {googlebooks: \(command.replacing("KEY", with: Self.key))}\n"
    )
    for line in [
      "config list", "config list --json", "config get lookup.keyCommands.googlebooks", "book lookup 9780441478125",
      "config set color never", "config unset color", "doctor --bug-report",
    ] {
      let said = try library.run(line)
      #expect(!said.contains(Self.key), "\(line): \(said)")
    }
    #expect(catalogues.settings.contains(Self.key))
  }

  /// A misspelled name is still shown, with a suggestion.
  @Test func aMisspelledNameIsShown() throws {
    let (library, _) = try start("colour: never\n")
    #expect(try library.run("book list").contains("unknown setting “colour”; did you mean “color”?"))
  }

  /// A key that a catalogue repeats in its answer is never written to a file, regardless of how it is escaped.
  @Test(arguments: [
    ("SECRET1234", "SECRET1234"), ("SECRET+12/34=&", "SECRET+12/34=&"), ("SECRET+12/34=&", "SECRET%2B12%2F34%3D%26"),
    ("SECRET+12/34=&", "SECRET%2b12%2f34%3d%26"), ("SECRET+12/34=&", #"SECRET+12\/34=&"#),
    ("SECRET+12/34=&", "SECRET+12/34=&amp;"), ("title", "title"),
  ])
  func aKeyThatIsRepeatedGetsIntoNoFile(_ key: String, _ repeated: String) throws {
    let answer = """
      {"totalItems": 1, "items": [{"id": "x", "selfLink": "https://example.org/?key=\(repeated)",
        "volumeInfo": {"title": "Some \(repeated) here", "description": "About \(repeated).",
        "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9780441478125"}]}}]}
      """
    let catalogues = try PlayedCatalogues([["match": "googleapis", "body": answer]])
    let library = try TestLibrary()
    library.environment = try catalogues.environment(
      "lookup: {catalogues: [googlebooks], keys: {googlebooks: \"\(key)\"}}\n")
    let said = try library.run("book add 9780441478125")
    #expect(said.contains("Added"), "\(said)")
    // The answer may contain a short key as an ordinary word, so short keys are not removed.
    for text in [repeated, key] where key.count >= 8 {
      #expect(!said.contains(text), "\(said)")
      for path in try library.paths() { #expect(!(library[path] ?? "").contains(text), "\(path)") }
    }
    for file in catalogues.cached {
      let bytes = FileManager.default.contents(atPath: catalogues.folder + "/cache/shelf/lookup/" + file) ?? Data()
      #expect(!String(decoding: bytes, as: UTF8.self).contains(repeated))
    }
  }

  @Test func aCommandPrintsTheKey() throws {
    let (library, catalogues) = try start(
      "lookup:\n  catalogues: [googlebooks]\n  keyCommands: {googlebooks: printf \"\(Self.key)\\\\nmore\"}\n")
    let said = try library.refused("book add 9780441478125")
    #expect(said.contains("Google Books returned") && !said.contains(Self.key), "\(said)")
    #expect(try catalogues.requests.last?.place.hasSuffix("key=" + Self.key) ?? false)
    for (command, reason) in [
      ("false", "exited with status 1"), ("no-such-program-here", "cannot be run"), ("true", "printed no key"),
    ] {
      library.environment = try catalogues.environment(
        "lookup: {catalogues: [googlebooks], keyCommands: {googlebooks: \(command)}}\n")
      #expect(try library.refused("book add 9780441478125").contains(reason))
    }
    // The command runs only if its catalogue is queried.
    library.environment = try catalogues.environment(
      "lookup: {catalogues: [openlibrary], keyCommands: {googlebooks: \"touch \(catalogues.folder)/ran\"}}\n")
    _ = try library.refused("book add 9780441478125")
    #expect(!FileManager.default.fileExists(atPath: catalogues.folder + "/ran"))
  }
}
