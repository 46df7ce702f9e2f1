import ArgumentParser
import YAMLEdit

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
    // JSON is YAML, for which there is a reader here already.
    guard let document = try? Document(Array(command._dumpHelp().utf8)),
      let list = document.node(at: [.key("command"), .key("arguments")])
    else {
      arguments = []
      return
    }
    arguments = document.items(of: list).map { CommandDeclaration.argument($0, document) }
  }

  /// Returns the option that a word names.
  func option(_ word: String) -> Argument? { arguments.first { $0.names.contains(word) } }

  private static func argument(_ node: Int, _ document: Document) -> Argument {
    var argument = Argument()
    for entry in document.entries(of: node) {
      let text = document.text(of: entry.value)
      switch document.text(of: entry.key) {
      case "kind": argument.takesValue = text != "flag"
      case "shouldDisplay": argument.isShown = text == "true"
      case "isRepeating": argument.isRepeating = text == "true"
      case "abstract": argument.help = text ?? ""
      case "valueName": argument.valueName = text ?? ""
      case "names": argument.names = document.items(of: entry.value).map { name($0, document) }
      case "allValues": argument.words = texts(entry.value, document)
      case "completionKind":
        let list = document.entries(of: entry.value).first?.value
        let words = list.flatMap { document.entries(of: $0).first?.value }.map { texts($0, document) } ?? []
        argument.values = words.first.flatMap(OptionValues.init(mark:))
        if argument.values == nil, !words.isEmpty { argument.words = words }
      default: break
      }
    }
    if argument.words.isEmpty, argument.values == nil {
      argument.values = OptionValues.byValueName[argument.valueName]
    }
    return argument
  }

  private static func name(_ node: Int, _ document: Document) -> String {
    let parts = Dictionary(
      document.entries(of: node).map { (document.text(of: $0.key) ?? "", document.text(of: $0.value) ?? "") },
      uniquingKeysWith: { first, _ in first })
    return (parts["kind"] == "long" ? "--" : "-") + (parts["name"] ?? "")
  }

  private static func texts(_ node: Int, _ document: Document) -> [String] {
    document.items(of: node).compactMap { document.text(of: $0) }
  }
}
