import ShelfText
import ShelfWording

/// An output format that commands offer. `all` lists every format.
///
/// A command that offers several formats puts its data into a value such as `ListOutput` or `ReportOutput`, whose
/// methods write the data. For each type of output, a format has either a closure that calls the appropriate method, or
/// nil if it does not support that output. Everything else is derived from these closures: `Format<Content>` accepts
/// the names of the formats that can write `Content`, and help, completion and `shelf help formats` list the same
/// formats.
struct OutputFormat: Sendable {
  let name: String
  /// The description in help.
  let help: String
  var list: (@Sendable (ListOutput) throws -> Void)?
  var search: (@Sendable (SearchOutput) throws -> Void)?
  var show: (@Sendable (ShowOutput) throws -> Void)?
  var stats: (@Sendable (StatsOutput) throws -> Void)?
  /// Writes the reports of `series`, `loans`, `next` and `queue`.
  var report: (@Sendable (ReportOutput) throws -> Void)?
  var log: (@Sendable (LogOutput) throws -> Void)?
  var diff: (@Sendable (DiffOutput) throws -> Void)?
  var doctor: (@Sendable (DoctorOutput) -> Void)?

  /// Whether people read the format, so that a list has the columns of a table.
  var isForPeople: Bool { ["table", "markdown", "html"].contains(name) }

  /// The commands that offer the format.
  var commands: [String] {
    // These are separate statements because the type checker takes seconds for a single large expression.
    var names: [String] = []
    if list != nil { names.append("list") }
    if search != nil { names.append("search") }
    if show != nil { names.append("show") }
    if stats != nil { names.append("stats") }
    if report != nil { names += ["series", "loans", "next", "queue"] }
    if log != nil { names.append("log") }
    if diff != nil { names.append("diff") }
    if doctor != nil { names.append("doctor") }
    return names
  }

  static let all: [OutputFormat] = [
    text, table, markdown, html, tsv, csv, excel, json, jsonl, yaml, ids, github, sarif,
  ]

  static let text = OutputFormat(
    name: "text", help: "for people",
    show: { try $0.writePage() }, log: { try $0.writeText() }, diff: { try $0.writeText() },
    doctor: { $0.writeText() })

  static let table = OutputFormat(
    name: "table", help: "for people, as a table",
    list: { try $0.writeTable() }, search: { try $0.writePage() }, stats: { try $0.writePage() },
    report: { try $0.writeTable() })

  static let markdown = OutputFormat(
    name: "markdown", help: "a Markdown table",
    list: { try $0.writeMarkdown() }, report: { try $0.writeMarkdown() })

  static let html = OutputFormat(
    name: "html", help: "a web page with a table",
    list: { try $0.writeHTML() }, report: { try $0.writeHTML() })

  static let tsv = OutputFormat(
    name: "tsv", help: "tab-separated values",
    list: { try $0.writeTSV() }, search: { try $0.writeTSV() }, stats: { try $0.writeTSV() },
    report: { try $0.writeTSV() })

  static let csv = OutputFormat(
    name: "csv", help: "comma-separated values with a heading",
    list: { try $0.writeCSV() }, search: { try $0.writeCSV() },
    report: { try $0.writeCSV() })

  static let excel = OutputFormat(
    name: "excel", help: "CSV that Excel opens, with semicolons where numbers have a decimal comma",
    list: { try $0.writeCSV($0.context.excelWriter) }, search: { try $0.writeCSV($0.context.excelWriter) },
    report: { try $0.writeCSV($0.context.excelWriter) })

  static let json = OutputFormat(
    name: "json", help: "JSON",
    list: { try $0.writeJSON(isLines: false) }, search: { try $0.list.writeJSON(isLines: false) },
    show: { try $0.writeJSON() }, stats: { try $0.writeJSON() }, report: { try $0.writeJSON(isLines: false) },
    log: { try $0.writeJSON(isLines: false) },
    diff: { try $0.writeJSON() }, doctor: { DoctorJSON($0.report).write(to: $0.output) })

  static let jsonl = OutputFormat(
    name: "jsonl", help: "JSON, one object per line",
    list: { try $0.writeJSON(isLines: true) }, search: { try $0.list.writeJSON(isLines: true) },
    report: { try $0.writeJSON(isLines: true) },
    log: { try $0.writeJSON(isLines: true) })

  static let yaml = OutputFormat(
    name: "yaml", help: "the files, unchanged",
    list: { try $0.writeYAML() }, search: { try $0.list.writeYAML() }, show: { try $0.writeYAML() })

  static let ids = OutputFormat(
    name: "ids", help: "only the ids", list: { try $0.writeIDs() }, search: { try $0.list.writeIDs() })

  static let github = OutputFormat(
    name: "github", help: "annotations in a GitHub workflow",
    doctor: { DoctorGitHub($0.report).write(to: $0.output) })

  static let sarif = OutputFormat(
    name: "sarif", help: "the Static Analysis Results Interchange Format",
    doctor: { DoctorSARIF($0.report, version: ProgramVersion.number).write(to: $0.output) })
}

extension Context {
  /// The CSV writer for Excel. It uses a decimal comma if this is customary in the library's language or, for a library
  /// without a language, in the user's locale.
  fileprivate var excelWriter: CSVWriter {
    let locale = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = memory.library?.manifest.language?.code ?? locale
    return CSVWriter(excelWithDecimalComma: Context.languagesWithDecimalComma.contains(String(language.prefix(2))))
  }

  private static let languagesWithDecimalComma: Set = [
    "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt", "lv", "nb", "nl", "nn",
    "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi",
  ]
}
