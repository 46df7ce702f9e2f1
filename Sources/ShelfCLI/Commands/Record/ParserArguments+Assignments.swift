import ArgumentParser
import ShelfModel
import ShelfTerminal

/// A command that assigns fields.
///
/// Instead of assignments, it also accepts the options of `add` that name fields.
protocol FieldAssigningCommand: ParsableCommand {
  /// The kinds of the records that it changes.
  static var kinds: [Kind] { get }
  /// Whether the options `--note` and `--notes` add a paragraph to the notes, as `shelf note` does.
  static var addsNotes: Bool { get }
}

extension FieldAssigningCommand {
  static var addsNotes: Bool { true }
}

extension ParserArguments {
  /// A placeholder for the value of an option without one, such as `--owned`, until the library is read and the field's
  /// type is known.
  ///
  /// It is a private-use character, which people do not type.
  static let noValue = "\u{E0D2}"

  /// Returns the arguments of `set` with options for fields replaced with assignments at the end: `set --rating 4 dune`
  /// becomes `set dune rating=4`.
  ///
  /// As with `add`, the first option for a list sets the list, and further options add to it. An option for a single
  /// genre or tag always adds it. `--note` and `--notes` add a paragraph to the notes, but in `set`, `--notes` replaces
  /// them. Options that the command itself declares are left unchanged.
  static func withAssignments(_ arguments: [String]) -> [String] {
    let (command, count) = CommandTree.shelf.command(of: arguments)
    guard let assigning = command as? any FieldAssigningCommand.Type,
      arguments.contains(where: { $0.hasPrefix("-") && $0.count > 1 })
    else { return arguments }
    let declaration = CommandDeclaration(command)
    var words = Array(arguments[..<count])
    var assignments: [String] = []
    var names: Set<String> = []
    var rest = arguments[count...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += [word] + rest
        break
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard
        let option = fieldName(of: parts[0], declaration, isColor: isColor(parts.count > 1 ? parts[1] : rest.first))
      else {
        words.append(word)
        let takesValue = declaration.option(word)?.takesValue ?? false
        if takesValue, let value = rest.popFirst() { words.append(value) }
        continue
      }
      let isNote = assigning.addsNotes && ["note", FieldHandle.notes.key].contains(option)
      let name = isNote ? FieldHandle.notes.key : option
      // A letter may be directly followed by its value, as in `-r4`.
      var value = parts.count > 1 ? parts[1] : nil
      if !word.hasPrefix("--"), word.count > 2 {
        value = String(word.dropFirst(word.dropFirst(2).first == "=" ? 3 : 2))
      }
      if value == nil, let flag = FlagOption(name, field: { field(named: $0, assigning.kinds) }) {
        assignments.append("\(flag.name)=\(flag.takeValue(from: &rest))")
        continue
      }
      if value == nil { value = rest.first.map { $0.hasPrefix("--") } ?? true ? noValue : rest.popFirst() }
      // `--tag=` clears the tags.
      let adds = !names.insert(name).inserted || isNote || value != "" && isOfOne(name, assigning.kinds)
      assignments.append("\(name)\(adds ? "+" : "")=\(value ?? "")")
    }
    return words + assignments
  }

  /// Returns whether an option is called after one genre or tag, as `--tag` is, rather than after the list of them.
  private static func isOfOne(_ name: String, _ kinds: [Kind]) -> Bool {
    field(named: name, kinds)?.isOfOne(name) ?? false
  }

  /// Returns the name of the field that an option names, or nil for the command's own options and for other words.
  private static func fieldName(of option: String, _ declaration: CommandDeclaration, isColor: Bool) -> String? {
    guard option.hasPrefix("-"), option.count > 1, !["--help", "-h", "--version"].contains(option) else { return nil }
    if option == "--color" { return isColor ? "color" : nil }
    if let meant = synonyms[option], declaration.option(meant) != nil { return nil }
    guard option.hasPrefix("--") else { return FieldHelp.longName(String(option.prefix(2))) }
    return declaration.option(option) == nil && option.count > 2 ? String(option.dropFirst(2)) : nil
  }

  /// Returns whether the value of `--color` is a color rather than one of the words for colored output.
  private static func isColor(_ value: String?) -> Bool { value.map { ColorChoice(rawValue: $0) == nil } ?? false }

  /// Returns the built-in field with a name, or nil if there is none, as for a custom field.
  private static func field(named name: String, _ kinds: [Kind]) -> Field? {
    kinds.lazy.compactMap { Schema().field(named: name, of: $0) }.first
  }
}

extension Field {
  /// Returns whether one of the field's names, such as `tag`, stands for one genre or tag rather than for the list.
  func isOfOne(_ name: String) -> Bool {
    type.isList && type.target?.isMadeByName ?? false && FieldName.fold(name) != FieldName.fold(key)
  }
}
