/// The table that the benchmark prints, with notes below it.
struct Report {
  var rows: [Row] = []
  var notes: [String] = []

  /// The table with its columns aligned, followed by the notes.
  var text: String {
    let lines = [Row.titles.cells] + rows.map(\.cells)
    let widths = Row.titles.cells.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { cells in
      let padded = cells.indices.map { Self.pad(cells[$0], to: widths[$0], right: Self.isNumeric($0)) }
      return Self.withoutTrailingSpaces(padded.joined(separator: "  "))
    }
    return (table + (notes.isEmpty ? [] : [""]) + notes).joined(separator: "\n")
  }

  /// Formats a number of milliseconds.
  static func milliseconds(_ value: Double) -> String {
    "\(decimal(value)) ms"
  }

  /// Formats a multiple.
  static func times(_ value: Double) -> String {
    "\(decimal(value, places: 2)) ×"
  }

  /// Formats a number of bytes as megabytes.
  static func megabytes(_ bytes: Int) -> String {
    "\(decimal(Double(bytes) / 1_000_000)) MB"
  }

  /// Formats a whole number with thousands separators.
  static func count(_ value: Int) -> String {
    value < 1000 ? "\(value)" : "\(count(value / 1000)),\(String("00\(value % 1000)".suffix(3)))"
  }

  private static func decimal(_ value: Double, places: Int = 1) -> String {
    let scale = places == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    return "\(count(scaled / scale)).\(String("0\(scaled % scale)".suffix(places)))"
  }

  /// Columns of numbers are aligned to the right, and columns of words to the left.
  private static func isNumeric(_ column: Int) -> Bool {
    column != 1 && column != 3 && column != 7
  }

  private static func pad(_ text: String, to width: Int, right: Bool) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return right ? space + text : text + space
  }

  private static func withoutTrailingSpaces(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
