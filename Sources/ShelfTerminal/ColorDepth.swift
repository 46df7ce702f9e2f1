/// The number of colors that the output supports.
package enum ColorDepth: Int, Comparable, Sendable {
  /// No escape sequences at all, not even bold.
  case none
  case sixteen
  case palette
  case trueColor

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension ColorDepth {
  /// Determines the depth from the option, the environment, and whether the output is a terminal.
  ///
  /// The option takes precedence over everything else. Next, `NO_COLOR` turns colors off if it is set and not empty.
  /// Then `FORCE_COLOR` (https://force-color.org) turns colors on if it is not empty; as in Node.js programs, `0` and
  /// `false` turn colors off, and `2` and `3` request at least 256 or 16 million colors. Then `CLICOLOR_FORCE` turns
  /// colors on if it is neither empty nor `0`. Otherwise the output is colored if it is a terminal and `TERM` is
  /// neither empty nor `dumb`.
  package init(choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
    let supported = ColorDepth(environment: environment)
    switch choice {
    case .never:
      self = .none
    case .always:
      self = max(supported, .sixteen)
    case .auto:
      if let value = environment["NO_COLOR"], !value.isEmpty {
        self = .none
      } else if let value = environment["FORCE_COLOR"], !value.isEmpty {
        let least: [String: ColorDepth] = ["0": .none, "false": .none, "2": .palette, "3": .trueColor]
        let depth = least[value] ?? .sixteen
        self = depth == .none ? .none : max(supported, depth)
      } else if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" {
        self = max(supported, .sixteen)
      } else {
        self = isTerminal ? supported : .none
      }
    }
  }

  /// Determines the depth from `TERM` and `COLORTERM`.
  private init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let colors = environment["COLORTERM"] ?? ""
    if terminal.isEmpty || terminal == "dumb" {
      self = .none
    } else if colors == "truecolor" || colors == "24bit" || terminal.hasSuffix("-direct") {
      self = .trueColor
    } else if terminal.hasSuffix("256color") {
      self = .palette
    } else {
      self = .sixteen
    }
  }
}
