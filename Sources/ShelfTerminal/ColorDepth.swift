/// How many colours the reader of the output can show.
package enum ColorDepth: Int, Comparable, Sendable {
  /// No escape sequence at all, not even bold.
  case none
  case sixteen
  case palette
  case trueColor

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension ColorDepth {
  /// Decides from the option, the environment and whether the output is a terminal.
  ///
  /// The option takes precedence over everything. Then `NO_COLOR` (set and not empty) turns colour off, `FORCE_COLOR`
  /// (https://force-color.org; `0` and `false` turn it off, `2` and `3` say how many colours there are at least, as for
  /// programs on Node.js) and `CLICOLOR_FORCE` (set, neither empty nor `0`) turn it on, and otherwise a terminal that is
  /// not `dumb` gets colour.
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

  /// Reads what `TERM` and `COLORTERM` say.
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
