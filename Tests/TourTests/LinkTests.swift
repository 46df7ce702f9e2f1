import Foundation
import Testing

/// The links between pages have valid targets.
@Suite struct LinkTests {
  /// The paths of the project's pages.
  static let pages = Project.pages + ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Sources/README.md"]

  @Test(arguments: pages) func everyLinkLeadsSomewhere(_ path: String) throws {
    let file = Project.root.appending(path: path)
    let text = LinkTests.prose(of: try String(contentsOf: file, encoding: .utf8))
    for match in text.matches(of: /\]\((?<target>[^)\s]+)\)/) {
      let target = String(match.target)
      if target.contains("://") || target.hasPrefix("mailto:") { continue }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let other = parts[0].isEmpty ? file : file.deletingLastPathComponent().appending(path: parts[0])
      #expect(FileManager.default.fileExists(atPath: other.path), "\(path): \(target)")
      guard parts.count == 2, let page = try? String(contentsOf: other, encoding: .utf8) else { continue }
      #expect(LinkTests.anchors(of: page).contains(parts[1]), "\(path): \(target)")
    }
  }

  /// The README links to every page of the manual, and is no longer than 200 lines.
  @Test func everyPageIsLinkedFromTheReadme() throws {
    let readme = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
    for page in Project.pages where page != "README.md" { #expect(readme.contains("](\(page))"), "\(page)") }
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  /// Returns a page without its code blocks.
  private static func prose(of page: String) -> String {
    var isCode = false
    return page.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }.joined(separator: "\n")
  }

  /// Returns the anchors that forges generate for the headings of a page.
  private static func anchors(of page: String) -> Set<String> {
    let headings = prose(of: page).split(separator: "\n").filter { $0.hasPrefix("#") }
    let anchors = headings.map { heading in
      let words = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
      return words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
    }
    return Set(anchors)
  }
}
