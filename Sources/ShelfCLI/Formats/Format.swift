import ArgumentParser
import ShelfTerminal

/// Command output that can be written in several formats.
protocol FormattedOutput {
  /// The formats in which the output can be written.
  ///
  /// Conforming types compute this array once, because the parser reads it several times each time the program starts.
  static var formats: [OutputFormat] { get }
}

/// The value of `--format`: one of the formats in which the command can write its output.
struct Format<Content: FormattedOutput>: ExpressibleByArgument, Equatable, Sendable, CustomStringConvertible {
  let format: OutputFormat

  init(_ format: OutputFormat) { self.format = format }

  init?(argument: String) {
    guard let format = Content.formats.first(where: { $0.name == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { Content.formats.map(\.name) }

  static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: Content.formats.map { ($0.name, $0.help) })
  }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { format.name }

  var description: String { format.name }

  static func == (a: Format, b: Format) -> Bool { a.format.name == b.format.name }

  static var text: Format { Format(.text) }
  static var table: Format { Format(.table) }
  static var tsv: Format { Format(.tsv) }
  static var json: Format { Format(.json) }
}

extension Format {
  /// Rejects `--json` if it is combined with another format.
  static func check(_ format: Format?, json: Bool) throws {
    if json, let format, format != .json { throw ValidationError("--json and --format \(format) cannot be combined") }
  }

  /// Returns the chosen format. The default is a table on a terminal, and TSV otherwise.
  static func chosen(_ format: Format?, json: Bool, _ terminal: Terminal) -> OutputFormat {
    (format ?? (json ? .json : terminal.isTerminal ? .table : .tsv)).format
  }
}

typealias ListFormat = Format<ListOutput>
typealias SearchFormat = Format<SearchOutput>
typealias ShowFormat = Format<ShowOutput>
typealias HistoryFormat = Format<LogOutput>
typealias DiffFormat = Format<DiffOutput>
typealias DoctorFormat = Format<DoctorOutput>
