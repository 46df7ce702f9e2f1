import Foundation
import Testing

@testable import ShelfModel

/// The tables in `SECURITY.md`: the programs that a command may run, and the paths that it may write to.
struct SecurityPage {
  private let programs: Set<String>
  /// A mapping from the names of programs to the paths in a library that they may write to.
  ///
  /// A path that ends with `/` includes everything in that folder.
  private var paths: [String: [String]] = [:]

  init() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../SECURITY.md").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func names(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }
    // The table of programs has two columns, and the table of paths has three.
    programs = Set(rows.filter { $0.count == 2 }.flatMap { names($0[0]) })
    for row in rows where row.count == 3 {
      for program in names(row[1]) {
        paths[program, default: []] += names(row[0]).flatMap { name in
          name == "KIND/" ? Kind.allCases.map { $0.folder + "/" } : [name]
        }
      }
    }
    try #require(!programs.isEmpty && !paths.isEmpty)
  }

  func allows(_ start: SystemTrace.Start, _ line: [String]) -> Bool {
    let name = (start.program as NSString).lastPathComponent
    // `edit` runs the test's editor in a shell.
    if line.prefix(2).contains("edit"), ["sh", "true"].contains(name) { return true }
    if name != "git", !start.program.contains("/git-core/") { return false }
    // git consists of several programs in a separate folder.
    if start.program.contains("/git-core/") { return programs.contains("git") }
    return programs.contains(name)
      && ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
        start.program == $0 + name
      }
  }

  func allows(_ write: SystemTrace.Write, in root: String, home: String?) -> Bool {
    let harmless = ["/dev/null", "/dev/tty"]
    if harmless.contains(write.path) { return true }
    if let home, write.path.hasPrefix(home + "/") { return true }
    let program = write.program.hasPrefix("git") ? "git" : write.program
    guard write.path.hasPrefix(root + "/") else { return false }
    let path = write.path.dropFirst(root.count + 1)
    return paths[program, default: []].contains { allowed in
      allowed.hasSuffix("/") ? (path + "/").hasPrefix(allowed) : path == allowed
    }
  }
}
