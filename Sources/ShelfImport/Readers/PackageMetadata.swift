import ShelfFormats
import ShelfText

/// The `meta` elements of an OPF file: names with their contents (OPF 2), or properties of the book and of other
/// elements (OPF 3, https://www.w3.org/TR/epub-33/#sec-meta-elem).
struct PackageMetadata {
  /// Properties of the book, in file order.
  private(set) var properties: [(name: String, text: String, id: String)] = []
  /// Properties of other elements, by the ids of the elements.
  private var refinements: [String: [(name: String, text: String)]] = [:]

  init(_ root: XMLElement) {
    for meta in root.all("meta") {
      if let name = meta.attributes["name"] {
        properties.append((name, meta.attributes["content"] ?? "", ""))
      } else if let name = meta.attributes["property"] {
        let text = meta.text.trimmed
        if let target = meta.attributes["refines"], target.hasPrefix("#") {
          refinements[String(target.dropFirst()), default: []].append((name, text))
        } else {
          properties.append((name, text, meta.attributes["id"] ?? ""))
        }
      }
    }
  }

  /// Returns a property of an element, or nil if the element does not have it.
  func property(_ name: String, of id: String?) -> String? {
    id.flatMap { refinements[$0]?.first { $0.name == name }?.text }
  }

  /// Returns the code for a person's role, such as `aut` or `trl`, or an empty string if there is none.
  func role(of person: XMLElement) -> String {
    person.attributes["role"] ?? property("role", of: person.attributes["id"]) ?? ""
  }

  func texts(_ name: String) -> [String] { properties.filter { $0.name == name }.map(\.text) }

  /// The collections that the book belongs to, with its positions in them, starting with series.
  var collections: [(name: String, position: String)] {
    let all = properties.filter { $0.name == "belongs-to-collection" && !$0.text.isEmpty }
    func isSeries(_ collection: (name: String, text: String, id: String)) -> Bool {
      property("collection-type", of: collection.id) == "series"
    }
    return (all.filter(isSeries) + all.filter { !isSeries($0) })
      .map { ($0.text, property("group-position", of: $0.id) ?? "") }
  }

  /// Returns the main title with its subtitle, and the number of other titles.
  func title(_ titles: [XMLElement]) -> (text: String, others: Int) {
    func type(_ element: XMLElement) -> String { property("title-type", of: element.attributes["id"]) ?? "" }
    let titles = titles.filter { !$0.text.trimmed.isEmpty }
    guard let main = titles.first(where: { type($0) == "main" }) ?? titles.first else { return ("", 0) }
    let subtitle = titles.first { type($0) == "subtitle" && $0 !== main }
    let text = [main, subtitle].compactMap { $0?.text.trimmed }.joined(separator: ": ")
    return (text, titles.count - (subtitle == nil ? 1 : 2))
  }
}
