import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// Sets or removes settings in `shelf.yaml` and preserves all other bytes.
package struct ChangeLibrarySettings: Act {
  /// A setting and its new value.
  package struct Input: Hashable, Sendable {
    /// The name, such as `git.commit`.
    package var name: String
    /// The value as entered by a person, or nil to remove the setting.
    package var text: String?

    package init(_ name: String, _ text: String?) { (self.name, self.text) = (name, text) }
  }

  package var inputs: [Input]

  package init(_ inputs: [Input]) { self.inputs = inputs }

  package func plan(_ plan: inout ActPlan) throws {
    let (old, root) = (try plan.manifestSource(), plan.library.root)
    var done: [LibrarySettingChange] = []
    try plan.replaceManifest { edit in
      for input in inputs {
        let keys = try LibrarySetting.keys(of: input.name, isRemoval: input.text == nil)
        let before = edit.document.node(at: keys.map(Step.key)).flatMap { edit.document.settingText(of: $0) }
        switch input.text {
        case let text?:
          // A name that cannot be typed may stay in a manifest that already declares it.
          if keys.count == 4, keys[0] == "fields", !FieldName.isTypable(keys[2]),
            edit.document.node(at: keys.prefix(3).map(Step.key)) == nil
          {
            let name = [keys[0], keys[1], FieldName.typable(like: keys[2]), keys[3]].joined(separator: ".")
            throw LibrarySettingRefusal.untypable(keys[2], instead: Input(name, text))
          }
          try edit.set(keys, to: LibrarySetting.value(of: text, keys))
        case nil where edit.document.node(at: keys.map(Step.key)) == nil:
          throw LibrarySettingRefusal.notSet(input.name)
        case nil: try edit.remove(keys)
        }
        done.append(LibrarySettingChange(name: input.name, old: before, new: input.text))
      }
      // If the old manifest is valid and the new one is not, one of the new values is the cause.
      do throws(LibraryError) {
        let manifest = try Manifest.read(edit.document.bytes, at: root)
        if inputs.contains(where: { $0.name.hasPrefix("publish.") || $0.name == "language" }) { try check(manifest) }
      } catch {
        if (try? Manifest.read(old, at: root)) == nil { throw error }
        guard case .manifest(let file) = error else { throw error }
        throw LibrarySettingRefusal.invalid(reason: file.reason)
      }
    }
    plan.result = .settingsChanged(done)
  }
}

extension ChangeLibrarySettings {
  /// Validates settings that would otherwise be validated only when the library is published.
  private func check(_ manifest: Manifest) throws(LibraryError) {
    do throws(UnreadableFile) { _ = try manifest.publishSettings() } catch { throw .manifest(error) }
  }
}

package struct LibrarySettingChange: Hashable, Sendable {
  package let name: String
  /// The text before the change, or nil if the setting was not set or was not text.
  package let old: String?
  /// The text after the change, or nil if the setting was removed.
  package let new: String?
}

/// The reason why a setting of a library cannot be changed.
package enum LibrarySettingRefusal: Error, Sendable {
  /// There is no setting with this name.
  case unknown(String, nearest: String?)
  /// The setting that was to be removed is not set.
  case notSet(String)
  /// Commands could not use the name of a new field. `instead` has a similar name that they can use.
  case untypable(String, instead: ChangeLibrarySettings.Input)
  /// The new value would make the library unreadable.
  case invalid(reason: String)
}

/// A setting of a library that users can change by name.
package struct LibrarySetting: Sendable {
  /// The keys that lead to the setting in `shelf.yaml`. A key in uppercase is a placeholder.
  package let keys: [String]
  package let help: String
  /// The possible values, if there are only a few.
  package var choices: [String] = []
  /// Whether the value is a list, which is entered as text with commas.
  package var isList = false

  package var name: String { keys.joined(separator: ".") }
  /// The names that can be entered, with each import format in place of `FORMAT`. Other placeholders remain.
  package var names: [String] {
    keys.contains("FORMAT") ? LibrarySetting.formats.map { name.replacing("FORMAT", with: $0) } : [name]
  }
  /// Returns the setting with a name, such as `doctor.severity.orphan`, or nil if there is none.
  package static func named(_ name: String) -> LibrarySetting? {
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return all.first { $0.takes(keys) }
  }

  /// Returns whether a name contains no placeholder, so that it can be used unchanged.
  package static func isWhole(_ name: String) -> Bool {
    !name.split(separator: ".").contains { $0.allSatisfy(\.isUppercase) }
  }

  /// The names of the formats that can be imported.
  package static let formats = ImportFormat.all.map(\.name)

  package static let all = [
    LibrarySetting(keys: ["name"], help: "the library's name"),
    LibrarySetting(
      keys: ["language"], help: "the language of published pages", choices: PageLanguage.all.map(\.code)),
    LibrarySetting(
      keys: ["git", "commit"], help: "whether every change is committed", choices: ["true", "false"]),
    LibrarySetting(
      keys: ["merge"], help: "how to resolve a field that two copies changed",
      choices: MergePolicy.allCases.map(\.rawValue)),
    LibrarySetting(keys: ["names", "NAME"], help: "the form to sort a person's name by: Family, Given"),
    LibrarySetting(keys: ["goal", "YEAR"], help: "the number of books to finish in a year"),
    LibrarySetting(
      keys: ["progress", "log"], help: "whether progress is also logged day by day", choices: ["true", "false"]),
    LibrarySetting(
      keys: ["import", "FORMAT", "shelves"],
      help: "whether shelves and tags of a format become genres, tags or nothing",
      choices: ShelvesChoice.allCases.map(\.rawValue)),
    LibrarySetting(
      keys: ["publish", "statuses"], help: "the statuses of published books, such as completed,wanted", isList: true),
    LibrarySetting(keys: ["publish", "hide"], help: "fields to leave out of published pages", isList: true),
    LibrarySetting(keys: ["publish", "books"], help: "a query for the books on published pages"),
    LibrarySetting(keys: ["publish", "quotes"], help: "a query for the quotes on published pages, or none"),
    LibrarySetting(keys: ["publish", "quoteLength"], help: "how many characters of a quote are published"),
    LibrarySetting(
      keys: ["publish", "fetchedCovers"], help: "whether covers from a catalogue are published",
      choices: ["true", "false"]),
    LibrarySetting(
      keys: ["publish", "goal"], help: "whether reading goals are published", choices: ["true", "false"]),
    LibrarySetting(
      keys: ["publish", "dates"], help: "how precise the dates on published pages are",
      choices: ["day", "month", "year"]),
    LibrarySetting(keys: ["publish", "about"], help: "text for the first published page, in Markdown"),
    LibrarySetting(keys: ["publish", "url"], help: "the address of the published pages"),
    LibrarySetting(
      keys: ["publish", "robots"], help: "whether search engines are asked to stay away", choices: ["all", "none"]),
    LibrarySetting(keys: ["undo", "entries"], help: "how many changes can be undone"),
    LibrarySetting(keys: ["undo", "megabytes"], help: "how large the undo history can be, in megabytes"),
    LibrarySetting(
      keys: ["doctor", "severity", "CHECK"], help: "the severity of a check in this library",
      choices: ["error", "warning", "note", "off"]),
    LibrarySetting(keys: ["fields", "KIND", "FIELD", "type"], help: "the type of a custom field"),
    LibrarySetting(keys: ["fields", "KIND", "FIELD", "to"], help: "the kind that a custom field refers to"),
    LibrarySetting(
      keys: ["fields", "KIND", "FIELD", "choices"], help: "the values of a custom field of type choice", isList: true),
    LibrarySetting(keys: ["fields", "KIND", "FIELD", "unit"], help: "the unit of a custom field of numbers"),
    LibrarySetting(keys: ["fields", "KIND", "FIELD", "help"], help: "the description of a custom field"),
    LibrarySetting(
      keys: ["fields", "KIND", "FIELD", "public"], help: "whether published pages show a custom field",
      choices: ["true", "false"]),
    LibrarySetting(
      keys: ["fields", "KIND", "FIELD", "long"], help: "whether a custom field can contain several lines",
      choices: ["true", "false"]),
  ]

  /// Returns the keys of the setting with a name.
  ///
  /// - Parameter isRemoval: whether the name may also refer to an entire custom field, as in `fields.KIND.FIELD`.
  static func keys(of name: String, isRemoval: Bool = false) throws(LibrarySettingRefusal) -> [String] {
    let isName = name.hasPrefix("names.") && name.utf8.count > "names.".utf8.count
    // A person's name may contain periods.
    let keys = name.split(separator: ".", maxSplits: isName ? 1 : .max, omittingEmptySubsequences: false)
      .map(String.init)
    if all.contains(where: { $0.takes(keys) }) { return keys }
    if isRemoval, keys.count == 3, all.contains(where: { $0.takes(keys + ["type"]) }) { return keys }
    throw .unknown(name, nearest: Nearest.words(to: name, among: all.flatMap(\.names)).first)
  }

  private func takes(_ other: [String]) -> Bool {
    keys.count == other.count
      && zip(keys, other).allSatisfy { key, word in
        if key == "FORMAT" { return ImportFormat.named(word) != nil }
        return key == word || key.allSatisfy(\.isUppercase) && !word.isEmpty
      }
  }

  /// Returns the entered text as a YAML value: a list if the setting is a list, a literal for integers, `true` and
  /// `false`, or otherwise text. The sort form of a person's name is always text.
  static func value(of text: String, _ keys: [String]) -> Value {
    if all.contains(where: { $0.isList && $0.takes(keys) }) {
      return .list(text.split(separator: ",").map { Scalar($0.trimmed) }.filter { !$0.text.isEmpty })
    }
    if keys.first == "names" { return .scalar(Scalar(text)) }
    let isLiteral = ["true", "false"].contains(text) || Int(text).map { String($0) == text } ?? false
    return .scalar(Scalar(text, form: isLiteral ? .literal : .text))
  }
}

extension Document {
  /// Returns the value of a setting as a single string, with commas between the items of a list, or nil for a mapping.
  fileprivate func settingText(of node: Int) -> String? {
    guard nodes[node].kind == .sequence else { return text(of: node) }
    return items(of: node).compactMap { text(of: $0) }.joined(separator: ",")
  }
}
