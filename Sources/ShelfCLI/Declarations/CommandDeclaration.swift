import ArgumentParser
import ShelfText

/// The options and arguments of a command, as the parser describes them itself.
struct CommandDeclaration {
  /// An option, a flag, or a word at a certain place.
  struct Argument {
    /// The names with their dashes; none for a word at a certain place.
    var names: [String] = []
    var takesValue = false
    var isShown = true
    var isRepeating = false
    /// What help calls the value.
    var valueName = ""
    /// What help says of it.
    var help = ""
    /// The words that the value may be.
    var words: [String] = []
    /// What else it may be.
    var values: OptionValues?

    /// Whether it names a record, as a query may in its place.
    var namesRecord: Bool { values == .record || values == .current || values == .shelved }

    /// The name by which it is offered.
    var longNames: [String] { names.filter { $0.hasPrefix("--") } }
  }

  let arguments: [Argument]

  /// The positional arguments.
  var positional: [Argument] { arguments.filter { $0.names.isEmpty && $0.isShown } }

  init(_ command: any ParsableCommand.Type) {
    let help = try? JSONParser.parse(Array(command._dumpHelp().utf8))
    arguments = (help?[["command", "arguments"]]?.items ?? []).map { CommandDeclaration.argument($0.value) }
  }

  /// Returns the option that a word names.
  func option(_ word: String) -> Argument? { arguments.first { $0.names.contains(word) } }

  private static func argument(_ json: JSONValue) -> Argument {
    var argument = Argument()
    argument.takesValue = json["kind"].map { $0.text != "flag" } ?? false
    argument.isShown = json["shouldDisplay"]?.text != "false"
    argument.isRepeating = json["isRepeating"]?.text == "true"
    argument.help = json["abstract"]?.text ?? ""
    argument.valueName = json["valueName"]?.text ?? ""
    argument.names = (json["names"]?.items ?? []).map {
      ($0.value["kind"]?.text == "long" ? "--" : "-") + ($0.value["name"]?.text ?? "")
    }
    argument.words = json["allValues"]?.texts ?? []
    // The only member is named for the kind of completion; the words are in the only member of that.
    if let words = json["completionKind"]?.members.first?.value.members.first?.value.texts, !words.isEmpty {
      argument.values = OptionValues(mark: words[0])
      if argument.values == nil { argument.words = words }
    }
    if argument.words.isEmpty, argument.values == nil {
      argument.values = OptionValues.byValueName[argument.valueName]
    }
    return argument
  }
}
