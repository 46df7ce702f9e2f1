import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Keys of a reader's own accounts: how they are given, and that they are seen nowhere.
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
    #expect(refused.contains("not given as an argument") && !refused.contains(Self.key), "\(refused)")
    let said = try library.run("config set lookup.keys.googlebooks", input: Self.key + "\n")
    #expect(said.contains("for you alone to read") && !said.contains(Self.key), "\(said)")
    #expect(catalogues.settings.contains(Self.key))
    let file = catalogues.folder + "/config/shelf/config.yaml"
    func mode() throws -> Int {
      try (FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
    #expect(try mode() == 0o600)
    // It stays so when something else is set.
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
    _ = try library.run("config unset lookup.keys.googlebooks")
    #expect(!catalogues.settings.contains(Self.key))
  }

  @Test func aCommandPrintsTheKey() throws {
    let (library, catalogues) = try start(
      "lookup:\n  catalogues: [googlebooks]\n  keyCommands: {googlebooks: printf \"\(Self.key)\\\\nmore\"}\n")
    let said = try library.refused("book add 9780441478125")
    #expect(said.contains("Google Books answered") && !said.contains(Self.key), "\(said)")
    #expect(try catalogues.requests.last?.place.hasSuffix("key=" + Self.key) ?? false)
    for (command, reason) in [
      ("false", "ended with status 1"), ("no-such-program-here", "cannot be run"), ("true", "printed no key"),
    ] {
      library.environment = try catalogues.environment(
        "lookup: {catalogues: [googlebooks], keyCommands: {googlebooks: \(command)}}\n")
      #expect(try library.refused("book add 9780441478125").contains(reason))
    }
    // It runs only if that catalogue is asked.
    library.environment = try catalogues.environment(
      "lookup: {catalogues: [openlibrary], keyCommands: {googlebooks: \"touch \(catalogues.folder)/ran\"}}\n")
    _ = try library.refused("book add 9780441478125")
    #expect(!FileManager.default.fileExists(atPath: catalogues.folder + "/ran"))
  }
}
