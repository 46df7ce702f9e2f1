import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// The information about a computer and a library that a maintainer needs to investigate a bug: version numbers, names
/// of settings, and record counts.
///
/// Users publish the report, so it must never contain a title, a path, the value of a setting, or any text from the
/// library.
package struct BugReport {
  private let version: String
  private let environment: [String: String]
  private let fileSystem: any FileSystem
  private let output: Terminal

  /// - Parameters:
  ///   - version: the program's version line.
  ///   - output: the terminal that the report describes.
  package init(
    version: String, environment: [String: String], fileSystem: any FileSystem, output: Terminal
  ) {
    self.version = version
    self.environment = environment
    self.fileSystem = fileSystem
    self.output = output
  }

  /// Returns the report.
  ///
  /// - Parameter library: the library, or nil if there is none or it cannot be read.
  package func lines(_ library: Library?) -> [String] {
    var rows: [(name: String, text: String)] = [
      ("version", version), ("system", Machine.system), ("terminal", terminal),
      ("language", language), ("settings", settings),
    ]
    if let library {
      rows.append(("library", Kind.allCases.map { $0.counted(library.records(of: $0).count) }.joined(separator: ", ")))
      rows.append(("unreadable", Wording.count(library.unreadable.count, "file")))
      rows.append(("shelf.yaml", manifest(library.manifest)))
    } else {
      rows.append(("library", "none here, or it cannot be read"))
    }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { $0.name + String(repeating: " ", count: width - $0.name.count) + "  " + $0.text }
  }

  private var terminal: String {
    let name = plain(environment["TERM"]) ?? "no TERM"
    return output.isTerminal
      ? "\(name), \(output.width) by \(output.height), colors: \(output.depth)"
      : "\(name), output is not a terminal"
  }

  private var language: String {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let set = names.compactMap { name in plain(environment[name]).map { "\(name)=\($0)" } }
    return set.isEmpty ? "not set" : set.joined(separator: " ")
  }

  /// The names of the user's settings, as the help shows them. A name that the user has chosen is replaced with its
  /// placeholder.
  private var settings: String {
    guard let file = SettingsFile(environment, fileSystem: fileSystem) else { return "none" }
    guard let values = try? SettingsReader(file.source(), path: file.path).values() else { return "not valid" }
    let names = values.map { value in
      Setting.named(value.name.split(separator: ".").map(String.init))?.name ?? "unknown"
    }
    return names.isEmpty ? "none" : counted(Dictionary(grouping: names) { $0 }.map { ($0.key, $0.value.count) })
  }

  private func manifest(_ manifest: Manifest) -> String {
    counted([
      ("format \(Manifest.format)", 1), ("filters", manifest.filters.count),
      ("custom fields", manifest.customFields.values.reduce(0) { $0 + $1.count }), ("goals", manifest.goals.count),
      ("queue", manifest.queue.count), ("commits", manifest.commits ? 1 : 0),
    ])
  }

  /// Returns the sorted names, each with its count if the count is greater than 1.
  private func counted(_ counts: [(name: String, count: Int)]) -> String {
    counts.filter { $0.count > 0 }.sorted { $0.name < $1.name }
      .map { $0.count == 1 ? $0.name : "\($0.name) × \($0.count.grouped)" }.joined(separator: ", ")
  }

  /// Returns the value of a variable if it is a plain name. Anything else might be private.
  private func plain(_ value: String?) -> String? {
    guard let value, !value.isEmpty, value.utf8.count <= 40 else { return nil }
    let isPlain = value.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_.@+".utf8.contains(byte)
    }
    return isPlain ? value : "unusual"
  }
}
