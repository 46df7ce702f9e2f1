import ShelfModel
import ShelfStore
import ShelfText

/// The citation keys that a document contains, in the order in which they first occur.
package struct CitedKeys {
  package private(set) var keys: [String] = []
  private var known: Set<String> = []
  /// Whether the document cites all books, with `\nocite{*}`.
  package private(set) var isWhole = false

  /// Reads a document.
  ///
  /// In every document, the commands of LaTeX are read, as in `\parencite[12]{key}`, and the entries of an `.aux` file.
  /// In documents other than those of LaTeX, so are the citations of Pandoc, Quarto, Org and Typst, as in `[@key, p.
  /// 12]`.
  package init(_ text: String, isLaTeX: Bool) {
    let arguments = /\s{0,100}(?:\[[^\]]{0,2000}\]|\([^)]{0,2000}\)|\{[^{}]*\})/
    var rest = (isLaTeX ? CitedKeys.code(of: text) : text)[...]
    while let command = rest.firstMatch(of: /\\([A-Za-z@]*[Cc]it[ea][A-Za-z@]*)\*?/) {
      rest = rest[command.range.upperBound...]
      var groups: [Substring] = []
      while let argument = rest.prefixMatch(of: arguments) {
        let written = argument.output.drop(while: \.isWhitespace)
        if written.first == "{" { groups.append(written.dropFirst().dropLast()) }
        rest = rest[argument.range.upperBound...]
      }
      let name = command.1.lowercased()
      if name.hasSuffix("style") { continue }
      // `\cites` has several arguments with keys, and `\volcite` has a volume before the key.
      let isNumbered = name.contains("vol") || name.contains("aux@cite")
      let cited = name.hasSuffix("cites") ? groups : Array(isNumbered ? groups.suffix(1) : groups.prefix(1))
      for key in cited.flatMap({ $0.split(separator: ",") }) { add(String(key).trimmed) }
    }
    if isLaTeX { return }
    let citation =
      #/
      (?:^|[^\p{L}\p{N}\\@.])@
      (?:\{([^{}]+)\} | ([\p{L}\p{N}_](?:[\p{L}\p{N}_]|[.:\#$%&+?<>~/\-]+(?=[\p{L}\p{N}_]))*))
      /#
    for found in text.matches(of: citation) { add(String(found.1 ?? found.2 ?? "")) }
  }

  /// Returns the names of the files that a LaTeX document or an `.aux` file includes, without their endings.
  package static func filesIncluded(in text: String) -> [String] {
    withoutComments(text)
      .matches(of: /\\(?:(?:@?input|include|subfile)\s{0,100}\{([^{}]{1,1000})\}|input\s{1,100}([^\s{}\\%]{1,1000}))/)
      .map { String($0.1 ?? $0.2 ?? "").trimmed }
  }

  /// Returns the text without its comments and its verbatim text. A verbatim environment that does not end is ignored.
  private static func code(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let (begin, end) = (#"\begin{verbatim}"#, #"\end{verbatim}"#)
    let lastEnd = lines.lastIndex { $0.contains(end) } ?? -1
    var isVerbatim = false
    return lines.enumerated().map { place, line in
      var (code, rest) = ("", String(line))
      while true {
        if isVerbatim {
          guard let range = rest.firstRange(of: end) else { return code }
          rest = String(rest[range.upperBound...])
          isVerbatim = false
        }
        rest = withoutComments(rest.replacing(/\\verb\*?([^A-Za-z0-9\s*])[^\n]*?\1/, with: ""))
        guard place <= lastEnd, let range = rest.firstRange(of: begin) else { return code + rest }
        code += rest[..<range.lowerBound]
        rest = String(rest[range.upperBound...])
        isVerbatim = true
      }
    }.joined(separator: "\n")
  }

  private static func withoutComments(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(/(^|[^\\])%.*/) { $0.1 } }.joined(separator: "\n")
  }

  private mutating func add(_ key: String) {
    if key == "*" { isWhole = true }
    if CitationKeys.isPossible(key), key != "*", known.insert(key).inserted { keys.append(key) }
  }
}

extension CitationKeys {
  /// Returns the books among the given records that a document cites, and the keys that no book has.
  package func books(citedBy cited: CitedKeys, among books: [Record]) -> (books: [Record], unknown: [String]) {
    var byKey: [String: Record] = [:]
    for book in books { for key in names(of: book) { byKey[key] = book } }
    let ids = Set(cited.keys.compactMap { byKey[$0]?.id })
    return (cited.isWhole ? books : books.filter { ids.contains($0.id) }, cited.keys.filter { byKey[$0] == nil })
  }
}
