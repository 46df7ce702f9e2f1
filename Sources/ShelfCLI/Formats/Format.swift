import ArgumentParser
import ShelfTerminal

/// What a command prints, and which formats can write it.
protocol FormattedOutput {
  /// The formats that can write it. They are picked once: at each start, the parser asks for them several times over.
  static var formats: [OutputFormat] { get }
}

/// The value of `--format`: one of the formats that can write what the command prints.
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
  /// Refuses `--json` together with another format.
  static func check(_ format: Format?, json: Bool) throws {
    if json, let format, format != .json { throw ValidationError("--json and --format \(format) cannot be combined") }
  }

  /// Returns the format that is asked for: by default a table on a terminal, otherwise tab-separated lines.
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
