import ShelfSystem

/// The properties of an output, which may or may not be a terminal.
package struct Terminal: Hashable, Sendable {
  /// A size in cells.
  package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
  }

  /// Whether the output is a terminal, as opposed to a pipe or a file.
  package var isTerminal: Bool
  /// The width for layouts, in cells, at least 1.
  package var width: Int
  /// The height in lines, at least 1.
  package var height: Int
  package var depth: ColorDepth
  /// Whether text may contain links, which not every terminal supports.
  package var hasLinks: Bool

  /// Derives the properties from the caller's measurements and the environment.
  ///
  /// The size is the one that the terminal reports. If it does not report a size, `COLUMNS` and `LINES` are used, and
  /// if these are not set, the size is 80 by 24.
  package init(isTerminal: Bool, size: Size? = nil, environment: [String: String] = [:], color: ColorChoice = .auto) {
    func dimension(_ measured: Int?, _ variable: String, _ fallback: Int) -> Int {
      let number = measured.flatMap { $0 > 0 ? $0 : nil } ?? environment[variable].flatMap { Int($0) } ?? 0
      return number > 0 ? min(number, Terminal.largest) : fallback
    }
    self.isTerminal = isTerminal
    width = dimension(size?.columns, "COLUMNS", 80)
    height = dimension(size?.rows, "LINES", 24)
    depth = ColorDepth(choice: color, isTerminal: isTerminal, environment: environment)
    // The Linux console would show the URLs as text.
    hasLinks = isTerminal && depth != .none && environment["TERM"] != "linux"
  }

  /// The largest plausible number of columns or lines. It limits the memory that a screen needs.
  private static let largest = 10_000

  /// The width that a table has to fit in, or nil if the output is not a terminal: a pipe gets all cells in full.
  package var fittingWidth: Int? { isTerminal ? width : nil }
}

extension Terminal {
  /// Returns the properties of the terminal behind a file descriptor, usually standard output.
  package static func current(
    descriptor: Int32 = 1, environment: [String: String], color: ColorChoice = .auto
  ) -> Terminal {
    let isTerminal = Streams.isTerminal(descriptor)
    let measured = isTerminal ? Streams.terminalSize(descriptor) : nil
    let size = measured.map { Size(columns: $0.columns, rows: $0.rows) }
    return Terminal(isTerminal: isTerminal, size: size, environment: environment, color: color)
  }
}
