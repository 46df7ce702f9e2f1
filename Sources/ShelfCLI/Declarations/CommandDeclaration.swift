import ArgumentParser
import ShelfText

/// The options and arguments of a command, as the parser itself describes them in JSON.
struct CommandDeclaration {
  /// An option, a flag, or a positional argument.
  struct Argument {
    /// The names with their dashes, or an empty array for a positional argument.
    var names: [String] = []
    var takesValue = false
    var isShown = true
    var isRepeating = false
    /// The name of the value in help.
    var valueName = ""
    /// The description in help.
    var help = ""
    /// The values that the declaration lists.
    var words: [String] = []
    /// The source of values that depend on the library or the kind, or nil if there is none.
    var values: OptionValues?

    /// Whether the argument names a record, so that `--where` can replace it.
    var namesRecord: Bool { values == .record || values == .current || values == .shelved }

    /// The names that completion offers.
    var longNames: [String] { names.filter { $0.hasPrefix("--") } }
  }

  let arguments: [Argument]

  var positional: [Argument] { arguments.filter { $0.names.isEmpty && $0.isShown } }

  init(_ command: any ParsableCommand.Type) {
    let help = try? JSONParser.parse(Array(command._dumpHelp().utf8))
    arguments = (help?[["command", "arguments"]]?.items ?? []).map { CommandDeclaration.argument($0.value) }
  }

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
    // `completionKind` has one member, named after the kind of completion; its only member contains the words.
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
