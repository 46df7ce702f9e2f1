/// A page of the manual, parsed into its commands.
struct Page {
  private let lines: [String]
  let commands: [Command]
  /// The programs that the page's commands need and that some computers lack, listed in the page's first line, such as
  /// `<!-- tests: jq fzf -->`.
  let programs: [String]

  init(text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    commands = Self.commands(in: lines)
    let head = "<!-- tests:"
    programs =
      lines[0].hasPrefix(head) ? lines[0].dropFirst(head.count).split(separator: " ").dropLast().map(String.init) : []
  }

  /// Returns the page with new outputs. Outputs that match the existing ones are not changed.
  func showing(_ outputs: [[String]]) -> String {
    var lines = lines
    for (command, output) in zip(commands, outputs).reversed()
    where !Output.matches(expected: command.output, actual: output) {
      lines.replaceSubrange(command.outputLines, with: Output.trimmed(output))
    }
    return lines.joined(separator: "\n")
  }

  private static func commands(in lines: [String]) -> [Command] {
    var commands: [Command] = []
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard lines[index] == "```console" else { continue }
      let start = index + 1
      let end = lines[start...].firstIndex(of: "```") ?? lines.count
      commands += transcript(lines[start..<end])
      index = end
    }
    return commands
  }

  private static func transcript(_ block: ArraySlice<String>) -> [Command] {
    var commands: [Command] = []
    var index = block.startIndex
    while let start = block[index...].firstIndex(where: { $0.hasPrefix("$ ") }) {
      var script = [block[start].dropFirst(2)]
      index = start + 1
      while index < block.endIndex, block[index].hasPrefix("> ") {
        script.append(block[index].dropFirst(2))
        index += 1
      }
      let next = block[index...].firstIndex { $0.hasPrefix("$ ") } ?? block.endIndex
      // Blank lines before the next command are part of the page, not of the output.
      let last = block[index..<next].lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? index
      commands.append(
        Command(
          script: script.joined(separator: "\n"), output: Array(block[index..<last]), line: start + 1,
          outputLines: index..<last))
      index = next
    }
    return commands
  }
}
