import ShelfFormats
import ShelfText

/// Parses responses of SRU servers (https://www.loc.gov/standards/sru/), regardless of version and namespace prefixes.
enum SRUAnswer {
  static func parse(_ bytes: [UInt8]) throws(CatalogueProblem) -> XMLElement {
    let root: XMLElement
    do throws(SourceError) {
      root = try XMLTree.parse(SourceFile(path: "answer", bytes: bytes))
    } catch {
      throw .unreadable("it is not XML: \(error.reason)")
    }
    if root.name == "html" { throw .unreadable("it is a web page, not a record") }
    // SRU servers report errors with HTTP status 200.
    if let diagnostic = root.all("diagnostic").first, root.all("recordData").isEmpty {
      let texts = ["message", "details"].compactMap { diagnostic.child($0)?.text.trimmed }.filter { !$0.isEmpty }
      throw .refusal(texts.isEmpty ? diagnostic.child("uri")?.text.trimmed ?? "" : texts.joined(separator: ": "))
    }
    return root
  }

  /// Returns all elements with the name, including the root element itself.
  static func records(_ name: String, in root: XMLElement) -> [XMLElement] {
    (root.name == name ? [root] : []) + root.all(name)
  }
}
