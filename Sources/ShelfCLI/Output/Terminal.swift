#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What is known about the place that output goes to.
struct Terminal: Hashable, Sendable {
  /// A size in cells.
  struct Size: Hashable, Sendable {
    var columns: Int
    var rows: Int
  }

  /// Whether somebody watches; false for a pipe or a file.
  var isTerminal: Bool
  /// The width in cells that text is laid out for, at least 1.
  var width: Int
  /// The height in lines, at least 1.
  var height: Int
  var depth: ColorDepth

  /// Decides from what the caller found out.
  ///
  /// The size is the terminal's own if it tells one, else `COLUMNS` and `LINES`, else 80 by 24.
  init(isTerminal: Bool, size: Size? = nil, environment: [String: String] = [:], color: ColorChoice = .auto) {
    func dimension(_ measured: Int?, _ variable: String, _ fallback: Int) -> Int {
      if let measured, measured > 0 { return measured }
      if let value = environment[variable].flatMap({ Int($0) }), value > 0 { return value }
      return fallback
    }
    self.isTerminal = isTerminal
    width = dimension(size?.columns, "COLUMNS", 80)
    height = dimension(size?.rows, "LINES", 24)
    depth = ColorDepth(choice: color, isTerminal: isTerminal, environment: environment)
  }

  /// The width a table is fitted to: none where nobody watches, so that a pipe gets every cell whole.
  var fittingWidth: Int? { isTerminal ? width : nil }
}

extension Terminal {
  /// Returns the terminal behind a file descriptor, usually standard output; the one place that asks the system.
  static func current(
    descriptor: Int32 = 1, environment: [String: String], color: ColorChoice = .auto
  ) -> Terminal {
    let isTerminal = isatty(descriptor) == 1
    var measured: Size?
    if isTerminal {
      var window = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 {
        measured = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
      }
    }
    return Terminal(isTerminal: isTerminal, size: measured, environment: environment, color: color)
  }
}
