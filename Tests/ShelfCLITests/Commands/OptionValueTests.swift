import ArgumentParser
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfWording

/// Every command option either completes its values or accepts any text.
struct OptionValueTests {
  /// Options whose values shelf cannot complete, because only the user knows them.
  private static let free: Set<String> = [
    // These kinds have no built-in field whose values can be added up.
    "issue list --sum", "quote list --sum",
    "--library", "--limit", "--message", "--name", "--reason", "--lookup", "--isbns", "--rejects", "doctor --since",
    "merge-driver --marker-size", "merge-driver --ours-label", "merge-driver --base-label",
    "merge-driver --theirs-label",
    "progress --note", "book progress --note", "stats --year", "goal --year", "queue add --at", "genre add --color",
    "import --map", "import --left-out",
    "export --output", "export --cited", "lend --copies", "book lend --copies", "return --copies",
    "book return --copies",
    "publish --output",
    "schema --write",
  ]

  /// Returns whether shelf cannot complete the values of a field, because only the user knows them.
  private static func isFree(_ field: Field) -> Bool {
    switch field.type {
    case .text, .textList: !field.has(.suggests)
    case .integer(let range): range.count > 10
    case .color, .intervals, .duration: true
    default: false
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let path: [String]
    let option: String
    let isFree: Bool

    var testDescription: String { (path + [option]).joined(separator: " ") }
  }

  private static func commands(
    _ command: any ParsableCommand.Type, _ path: [String] = []
  ) -> [(path: [String], command: any ParsableCommand.Type)] {
    let subcommands = command.configuration.subcommands
    if subcommands.isEmpty { return [(path, command)] }
    return subcommands.flatMap { commands($0, path + [$0.configuration.commandName ?? ""]) }
  }

  static let cases = commands(Shelf.self).flatMap { path, command in
    let options = CommandDeclaration(command).arguments.filter(\.takesValue).flatMap(\.longNames)
    let declared = options.map { option in
      let name = (path + [option]).joined(separator: " ")
      return Case(path: path, option: option, isFree: free.contains(option) || free.contains(name))
    }
    guard let command = command as? any FieldOptionCommand.Type else { return declared }
    let fields = command.kind.fields.filter(command.hasOption)
    let names = fields.map { "--" + FieldHelp.optionName(of: $0) }
    return declared.filter { !names.contains($0.option) }
      + zip(fields, names).map { Case(path: path, option: $1, isFree: isFree($0)) }
  }

  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = "format: 1\nfilters:\n  to buy: issue #buy\n"
    library["books/full.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Full
      series: Some
      format: paperback
      publisher: Someone
      place: Berlin
      language: en
      contributors: Anna (translator)
      recommendedBy: Anna
      lentTo: Anna
      borrowedFrom: Jan

      """
  }

  private func words(_ words: [String]) throws -> [String] {
    try library.run("complete zsh shelf", words).split(separator: "\n").map(String.init)
  }

  @Test(arguments: cases)
  func offersItsValues(_ option: Case) throws {
    let before = option.path + (option.path.last == "add" ? ["Title"] : [])
    // The value of `--fix` is optional, so it must follow an equals sign.
    let isJoined = option.option == "--fix"
    let offered = try words(before + (isJoined ? ["--fix="] : [option.option, ""]))
    #expect(offered.isEmpty == option.isFree, "\(offered)")
    if isJoined { return }
    let joined = try words(before + [option.option + "="])
    #expect(joined == offered.map { "\(option.option)=\($0)" })
  }

  /// Completion offers at least the options that the help shows.
  @Test(arguments: commands(Shelf.self).map { $0.path.joined(separator: " ") })
  func offersTheOptionsThatHelpShows(_ command: String) throws {
    let lines = try library.run("\(command) --help").split(separator: "\n").drop { $0 != "OPTIONS:" }
    let shown = lines.filter { $0.hasPrefix("  -") }.flatMap { line in
      line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }.filter { $0.hasPrefix("--") }.map(String.init)
    }
    let offered = try words(command.split(separator: " ").map(String.init) + ["--"])
    if command != "complete" { #expect(Set(shown).isSubset(of: offered), "\(shown) \(offered)") }
    #expect(!shown.isEmpty)
  }

  @Test("`-r`, `-d` mean the same wherever they occur, and so does every other short option")
  func shortOptionsMeanTheSame() {
    var meanings: [String: Set<String>] = [:]
    for (_, command) in OptionValueTests.commands(Shelf.self) {
      for argument in CommandDeclaration(command).arguments {
        for name in argument.names where !name.hasPrefix("--") {
          meanings[name, default: []].insert(argument.longNames.last ?? "")
        }
      }
    }
    #expect(meanings.values.allSatisfy { $0.count == 1 }, "\(meanings.filter { $0.value.count > 1 })")
    #expect(meanings["-r"] == ["--rating"])
    #expect(meanings["-d"] == ["--date"])
    // Short options that are derived from fields are not declared in the parser, but must have the same meaning.
    for (name, long) in meanings {
      if let field = FieldHelp.longName(name) { #expect(long == ["--" + field]) }
    }
  }

  @Test func formatsAreThoseOfTheCommand() throws {
    #expect(
      try words(["book", "list", "--format", ""]) == [
        "table", "markdown", "html", "tsv", "csv", "excel", "json", "jsonl", "yaml", "ids",
      ])
    #expect(
      try words(["search", "--format", ""]) == [
        "table", "tsv", "csv", "excel", "json", "jsonl", "yaml", "ids",
      ])
    #expect(try words(["book", "show", "--format", ""]) == ["text", "json", "yaml"])
    #expect(try words(["doctor", "--format", ""]) == ["text", "json", "github", "sarif"])
    #expect(try words(["log", "--format", ""]) == ["text", "json", "jsonl"])
    #expect(try words(["diff", "--format", ""]) == ["text", "json"])
    #expect(try words(["stats", "--format", ""]) == ["table", "tsv", "json"])
  }

  @Test func valuesOfDoctorAndLog() throws {
    #expect(try words(["doctor", "--explain", "orphan"]) == ["orphan-quote"])
    #expect(try words(["doctor", "--only", "unused-tag,orphan"]) == ["unused-tag,orphan-quote"])
    #expect(try words(["doctor", "--orphans", ""]) == ["keep", "delete", "detach", "restore"])
    #expect(try words(["doctor", "--fix=sa"]) == ["--fix=safe"])
    #expect(try words(["log", "--field", "pri"]) == ["priority"])
    #expect(try words(["log", "dune m"]) == ["Dune Messiah"])
    #expect(try words(["--color", "n"]) == ["never"])
  }

  /// The help lists the formats that the parser accepts.
  @Test func helpNamesTheFormats() throws {
    for name in ["text", "json", "github", "sarif"] {
      #expect(try library.run("doctor --help").contains("\n        \(name) "))
    }
    #expect(try library.refused("doctor --format csv").hasPrefix("! error: "))
  }
}
