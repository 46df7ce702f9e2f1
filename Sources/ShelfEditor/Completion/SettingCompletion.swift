import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

/// Hover and completion in `shelf.yaml`, based on the schema that `shelf schema library` prints.
extension Snapshot {
  private var settings: JSON { LibrarySchemas(library.schema).manifest }

  /// Returns the part of the schema for a setting, or nil for an unknown one.
  private func schema(of path: [String]) -> JSON? {
    var node: JSON? = settings
    for key in path {
      let others = node?["additionalProperties"]
      node = node?["properties", key] ?? (others.map(Snapshot.isMapping) ?? false ? others : nil)
    }
    return node
  }

  /// Returns a `Hover` with the description of the setting at an offset, and the values that it accepts.
  func settingHover(at offset: Int) -> JSON? {
    guard let place = SettingPlace(at: offset, in: index), place.isInKey, let key = place.key,
      let node = schema(of: place.path)
    else { return nil }
    let markdown = client.hover
    var lines = [markdown.bold(key)]
    if let text = node["description"]?.text { lines.append(markdown.line(text)) }
    let values = Snapshot.values(of: node)
    if !values.isEmpty { lines.append(markdown.line("Takes " + values.joined(separator: ", "))) }
    let keys = Snapshot.members(of: node["properties"]).map(\.key)
    if !keys.isEmpty, keys.count <= Snapshot.maxListedSettings {
      lines.append(markdown.line("Its settings are " + keys.joined(separator: ", ")))
    }
    return lines.count > 1 ? hover(lines.joined(separator: "\n\n"), place.range) : nil
  }

  /// The maximum number of settings that a hover lists.
  private static let maxListedSettings = 20

  /// Returns a `CompletionList` of settings, of values for a setting, or of books for the queue.
  func settingCompletion(at offset: Int) -> JSON? {
    let context = LineContext(at: offset, in: index)
    if context.place == .item(key: "queue") {
      let found = TitleSearch(String(context.typed.prefix { $0 != "#" })).best(
        Snapshot.maxCandidates, of: library.records(of: .book)
      ) { ByteSearch.holds(Array($0.id.description.utf8), in: text.bytes) }
      return list(found.map { reference($0, context) }, context.range, typed: context.typed)
    }
    guard let place = SettingPlace(at: offset, in: index) else { return nil }
    let candidates = place.isInKey ? settings(place, offset) : values(place)
    let typed = Folding.fold(place.typed)
    let matching = candidates.filter { Snapshot.matches(typed, Folding.fold($0.label)) }
    return list(Array(matching.prefix(Snapshot.maxCandidates)), place.range, typed: place.typed)
  }

  private func settings(_ place: SettingPlace, _ offset: Int) -> [Candidate] {
    let present = place.siblings(in: index, at: offset)
    if place.parents == ["names"] { return people(place, but: present) }
    return Snapshot.members(of: schema(of: place.parents)?["properties"]).filter { !present.contains($0.key) }.map {
      member in
      let others = member.value["additionalProperties"]
      let isMapping = member.value["properties"] != nil || others.map(Snapshot.isMapping) ?? false
      let isList = Snapshot.types(of: member.value).contains("array")
      let indent = String(repeating: " ", count: place.indentation + 2)
      let end = String(decoding: text.lineEnd, as: UTF8.self)
      let after = place.key != nil ? "" : isMapping ? ":\(end)\(indent)" : isList ? ":\(end)\(indent)- " : ": "
      return Candidate(
        label: member.key, text: member.key + after, detail: member.value["description"]?.text ?? "", kind: 10)
    }
  }

  /// Returns the people in the library who are not in `names` yet.
  private func people(_ place: SettingPlace, but present: Set<String>) -> [Candidate] {
    library.peopleWithoutForm().filter { !present.contains($0) }.map { name in
      let key = WrittenValue.scalar(name, isFlow: false)
      return Candidate(
        label: name, text: place.key == nil ? key + ": " : key, detail: NameParts(guessing: name).sortForm, kind: 10)
    }
  }

  private func values(_ place: SettingPlace) -> [Candidate] {
    if place.parents == ["names"], let name = place.key {
      return NameParts.possibleForms(of: name).map {
        Candidate(label: $0, text: WrittenValue.scalar($0, isFlow: false), kind: 12)
      }
    }
    let words = schema(of: place.path).map(Snapshot.values) ?? []
    return words.map { Candidate(label: $0, text: $0, kind: 12) }
  }

  /// Returns the words that a setting accepts.
  private static func values(of node: JSON) -> [String] {
    let words = (node["enum"]?.items ?? node["anyOf"]?.items.first?["enum"]?.items ?? []).compactMap(\.text)
    if !words.isEmpty { return words }
    return types(of: node).contains("boolean") ? ["true", "false"] : []
  }

  private static func types(of node: JSON) -> [String] {
    node["type"]?.text.map { [$0] } ?? node["type"]?.items.compactMap(\.text) ?? []
  }

  private static func members(of node: JSON?) -> [JSON.Member] {
    if case .object(let members)? = node { members } else { [] }
  }

  private static func isMapping(_ node: JSON) -> Bool { if case .object = node { true } else { false } }
}
