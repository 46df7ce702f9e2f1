import ShelfSystem

/// What is known about where output goes.
package struct Terminal: Hashable, Sendable {
  /// A size in cells.
  package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
  }

  /// Whether it is a terminal; false for a pipe or a file.
  package var isTerminal: Bool
  /// The width in cells that text is laid out for, at least 1.
  package var width: Int
  /// The height in lines, at least 1.
  package var height: Int
  package var depth: ColorDepth
  /// Whether text may lead somewhere; only a terminal takes links, and not each.
  package var hasLinks: Bool

  /// Decides from what the caller has found out.
  ///
  /// The size is the terminal's own if it reports one, then `COLUMNS` and `LINES`, then 80 by 24.
  package init(isTerminal: Bool, size: Size? = nil, environment: [String: String] = [:], color: ColorChoice = .auto) {
    func dimension(_ measured: Int?, _ variable: String, _ fallback: Int) -> Int {
      let number = measured.flatMap { $0 > 0 ? $0 : nil } ?? environment[variable].flatMap { Int($0) } ?? 0
      return number > 0 ? min(number, Terminal.largest) : fallback
    }
    self.isTerminal = isTerminal
    width = dimension(size?.columns, "COLUMNS", 80)
    height = dimension(size?.rows, "LINES", 24)
    depth = ColorDepth(choice: color, isTerminal: isTerminal, environment: environment)
    // The console of Linux shows their addresses as text.
    hasLinks = isTerminal && depth != .none && environment["TERM"] != "linux"
  }

  /// The most columns and lines that are believed: what is drawn grows with them.
  private static let largest = 10_000

  /// The width a table is fitted to: nil if it is not a terminal, so that a pipe gets every cell in full.
  package var fittingWidth: Int? { isTerminal ? width : nil }
}

extension Terminal {
  /// Returns the terminal behind a file descriptor, usually standard output.
  package static func current(
    descriptor: Int32 = 1, environment: [String: String], color: ColorChoice = .auto
  ) -> Terminal {
    let isTerminal = Streams.isTerminal(descriptor)
    let measured = isTerminal ? Streams.terminalSize(descriptor) : nil
    let size = measured.map { Size(columns: $0.columns, rows: $0.rows) }
    return Terminal(isTerminal: isTerminal, size: size, environment: environment, color: color)
  }
}
