import ShelfText
import YAMLEdit

/// Parses the settings in `shelf.yaml`.
///
/// The initializer parses the file as YAML and reads its format version, without which nothing else can be interpreted.
/// Each method then parses one setting and throws an error with its position if it is invalid. A missing or empty
/// setting has its default value.
package struct ManifestReader {
  package let format: Int
  let document: Document

  package init(_ bytes: [UInt8], limits: Limits) throws(UnreadableFile) {
    let document: Document
    do throws(YAMLError) {
      document = try Document(bytes, limits: limits)
    } catch {
      throw UnreadableFile(
        path: Manifest.fileName, kind: nil, cause: .text(error.code), reason: error.message, offset: error.offset,
        in: bytes)
    }
    let node = document.node(at: [.key("format")])
    guard let node, let text = document.text(of: node), let number = Int(text), number > 0 else {
      let offset = node.map { document.nodes[$0].range.lowerBound } ?? 0
      throw UnreadableFile(
        path: Manifest.fileName, kind: nil, cause: .value, reason: "needs a line “format: \(Manifest.format)”",
        offset: offset,
        in: bytes)
    }
    format = number
    self.document = document
  }

  /// Parses the settings even if git left an unresolved merge conflict in the file. In that case, our side is used.
  ///
  /// - Returns: the reader, and the conflict if there is one.
  package static func reading(
    _ bytes: [UInt8], limits: Limits
  ) throws(UnreadableFile) -> (reader: ManifestReader, conflict: UnreadableFile?) {
    do throws(UnreadableFile) {
      return (try ManifestReader(bytes, limits: limits), nil)
    } catch {
      guard error.cause == .text(.conflictMarkers), let ours = ConflictedText.ours(bytes),
        let reader = try? ManifestReader(ours, limits: limits)
      else { throw error }
      return (reader, error)
    }
  }

  /// Returns the mistakes in the settings, at most one for each setting.
  ///
  /// - Parameter schema: the fields that the settings for publishing may name.
  package static func problems(in bytes: [UInt8], _ schema: Schema) -> [UnreadableFile] {
    let reader: ManifestReader
    do throws(UnreadableFile) { (reader, _) = try reading(bytes, limits: Limits()) } catch { return [error] }
    if reader.format > Manifest.format, let node = reader.document.node(at: [.key("format")]) {
      let reason = "the library has format \(reader.format), but this version of shelf supports formats up to"
      return [reader.problem(reason + " \(Manifest.format)", at: node)]
    }
    var problems: [UnreadableFile] = []
    func check<Value>(_ read: () throws(UnreadableFile) -> Value) {
      do throws(UnreadableFile) { _ = try read() } catch { problems.append(error) }
    }
    check { () throws(UnreadableFile) in try reader.declaredFields() }
    check { () throws(UnreadableFile) in try reader.goals() }
    check { () throws(UnreadableFile) in try reader.queue() }
    check { () throws(UnreadableFile) in try reader.names() }
    check { () throws(UnreadableFile) in try reader.logsProgress() }
    check { () throws(UnreadableFile) in try reader.mergePolicy() }
    check { () throws(UnreadableFile) in try reader.undoLimits() }
    check { () throws(UnreadableFile) in try reader.commits() }
    check { () throws(UnreadableFile) in try reader.doctorSettings() }
    // If `publish` itself is misspelled, doctor reports an unknown setting.
    if reader.document.node(at: [.key("publish")]) != nil {
      check { () throws(UnreadableFile) in try reader.publishSettings(schema: schema) }
    }
    return (problems + reader.filters().unreadable).sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
  }

  /// The library's name, or “Library” if the manifest gives none.
  var name: String {
    document.node(at: [.key("name")]).flatMap { document.isNull($0) ? nil : document.text(of: $0) } ?? "Library"
  }

  /// Parses `language: pl`.
  func language() -> LanguageSetting? {
    guard let node = document.node(at: [.key("language")]), !isEmpty(node) else { return nil }
    return LanguageSetting(code: document.text(of: node) ?? "", range: document.nodes[node].range)
  }

  /// Parses `fields: {book: {shelfmark: {type: text}}}`.
  package func declaredFields() throws(UnreadableFile) -> [DeclaredField] {
    var declared: [DeclaredField] = []
    for (name, node) in try entries(at: document.node(at: [.key("fields")]), "fields") {
      guard let kind = Kind(singular: name) else {
        let kinds = Kind.allCases.map(\.singular).joined(separator: ", ")
        throw problem("unknown kind “\(name)”; the kinds are \(kinds)", at: node)
      }
      for (key, value) in try entries(at: node, "the fields of \(name)", keys: { $0 }) {
        let name = document.text(of: key) ?? ""
        let builtIn = kind.fields.first { $0.key == name || $0.formerKeys.contains(name) }
        declared.append(
          DeclaredField(
            kind: kind, field: try field(name, value, builtIn), builtIn: builtIn, range: document.nodes[key].range))
      }
    }
    return declared
  }

  /// The known top-level keys.
  package static let settings = [
    "format", "name", "language", "fields", "names", "goal", "queue", "progress", "filters", "import", "doctor", "git",
    "merge", "undo", "publish",
  ]

  /// Returns the unknown top-level keys, with their positions.
  func unknownSettings() -> [(key: String, range: Range<Int>)] {
    guard let root = document.node(at: []) else { return [] }
    return document.entries(of: root).compactMap { key, _ in
      let name = document.text(of: key) ?? ""
      return ManifestReader.settings.contains(name) ? nil : (name, document.nodes[key].range)
    }
  }

  /// Parses `goal: {2026: 40}`, the number of books to finish in a year.
  func goals() throws(UnreadableFile) -> [Int: Int] {
    var goals: [Int: Int] = [:]
    for (year, node) in try entries(at: document.node(at: [.key("goal")]), "goal") {
      guard let number = Int(year), (1000...9999).contains(number) else {
        throw problem("goal: “\(year)” must be a year such as 2026", at: node)
      }
      guard let count = document.text(of: node).flatMap({ Int($0) }), (1...100_000).contains(count) else {
        throw problem("goal: \(year) must be a number of books of at least 1", at: node)
      }
      goals[number] = count
    }
    return goals
  }

  /// Parses `queue: [ID, ID]`. An item that is not an id becomes an entry without an id.
  package func queue() throws(UnreadableFile) -> [QueueEntry] {
    guard let node = document.node(at: [.key("queue")]), !isEmpty(node) else { return [] }
    guard document.nodes[node].kind == .sequence else {
      throw problem("queue must be a list of the ids of books", at: node)
    }
    return document.items(of: node).enumerated().map { index, item in
      let text = document.text(of: item) ?? ""
      return QueueEntry(
        text: text, id: RecordID(text), index: index, range: document.nodes[item].content,
        comment: document.trailingComment(of: item).flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  /// Parses `names: {Gabriel García Márquez: "García Márquez, Gabriel"}`.
  package func names() throws(UnreadableFile) -> PersonNames {
    guard let node = document.node(at: [.key("names")]) else { return PersonNames() }
    var names: [PersonNames.Entry] = []
    for (key, value) in try entries(at: node, "names", keys: { $0 }) {
      let name = document.text(of: key) ?? ""
      guard let form = document.text(of: value)?.trimmed, !document.isNull(value), form.contains(where: \.isLetter)
      else {
        let line = name.split(whereSeparator: \.isNewline).first ?? ""
        throw problem("names: “\(line)” needs the form to sort by, such as “Family, Given”", at: value)
      }
      names.append(PersonNames.Entry(name: name, form: form, range: document.nodes[key].range))
    }
    return PersonNames(names)
  }

  /// Parses `import: {goodreads: {shelves: tags}}`. The names of formats are checked when something is imported.
  func imports() throws(UnreadableFile) -> [ImportSettings] {
    var formats: [ImportSettings] = []
    for (format, node) in try entries(at: document.node(at: [.key("import")]), "import") {
      var settings = ImportSettings(format: format)
      for (setting, value) in try entries(at: node, "import: \(format)") {
        guard setting == "shelves" else {
          throw problem("import: \(format) has no setting “\(setting)”, only shelves", at: value)
        }
        if isEmpty(value) { continue }
        guard let choice = document.text(of: value).flatMap(ShelvesChoice.init) else {
          let words = ShelvesChoice.allCases.map(\.rawValue).joined(separator: ", ")
          throw problem("import: \(format): shelves must be one of \(words)", at: value)
        }
        settings.shelves = choice
      }
      formats.append(settings)
    }
    return formats
  }

  /// Parses `progress: {log: false}`.
  func logsProgress() throws(UnreadableFile) -> Bool {
    try flag("log", of: "progress") ?? true
  }

  /// Parses `merge: conflict`.
  package func mergePolicy() throws(UnreadableFile) -> MergePolicy {
    guard let node = document.node(at: [.key("merge")]), !isEmpty(node) else { return .conflict }
    if let policy = document.text(of: node).flatMap(MergePolicy.init) { return policy }
    let words = MergePolicy.allCases.map(\.rawValue).joined(separator: ", ")
    throw problem("merge must be one of \(words)", at: node)
  }

  /// Parses `undo: {entries: 100, megabytes: 64}`.
  func undoLimits() throws(UnreadableFile) -> UndoLimits {
    var limits = UndoLimits()
    for (setting, node) in try entries(at: document.node(at: [.key("undo")]), "undo") {
      guard let number = document.text(of: node).flatMap({ Int($0) }), (1...1_000_000).contains(number) else {
        throw problem("undo: “\(setting)” must be a number of at least 1", at: node)
      }
      switch setting {
      case "entries": limits.entries = number
      case "megabytes": limits.megabytes = number
      default: throw problem("undo has no setting “\(setting)”; its settings are entries and megabytes", at: node)
      }
    }
    return limits
  }

  /// Parses `git: {commit: true}`.
  func commits() throws(UnreadableFile) -> Bool {
    try flag("commit", of: "git") ?? false
  }

  /// Parses the only setting of a group, which is true or false. Returns nil if it is not set.
  private func flag(_ name: String, of group: String) throws(UnreadableFile) -> Bool? {
    var flag: Bool?
    for (setting, node) in try entries(at: document.node(at: [.key(group)]), group) {
      guard setting == name else { throw problem("\(group) has no setting “\(setting)”, only \(name)", at: node) }
      guard case .boolean(let value) = FieldType.boolean.read([document.text(of: node) ?? ""]) else {
        throw problem("\(group): \(name) must be true or false", at: node)
      }
      flag = value
    }
    return flag
  }

  /// Parses `doctor: {severity: {unused-tag: off}, accept: ["probable-duplicate ID"]}`.
  package func doctorSettings() throws(UnreadableFile) -> DoctorSettings {
    var settings = DoctorSettings()
    for (setting, node) in try entries(at: document.node(at: [.key("doctor")]), "doctor") {
      switch setting {
      case "severity":
        for (code, node) in try entries(at: node, "doctor: severity") {
          settings.severities[code] = try severity(of: code, at: node)
        }
      case "accept":
        for item in document.items(of: node) {
          guard let acceptance = document.text(of: item).flatMap({ DoctorSettings.Acceptance($0) }) else {
            throw problem("doctor: accept must be a list of texts such as “probable-duplicate ID”", at: item)
          }
          settings.accepted.append(acceptance)
        }
      default: throw problem("doctor has no setting “\(setting)”; its settings are severity and accept", at: node)
      }
    }
    return settings
  }

  private func severity(of code: String, at node: Int) throws(UnreadableFile) -> Severity? {
    let text = document.text(of: node) ?? ""
    // YAML 1.1 has several words for false, including `off`.
    if ["off", "no", "false"].contains(text.lowercased()) { return nil }
    guard let severity = Severity(rawValue: text.lowercased()) else {
      throw problem("the severity of “\(code)” must be error, warning, note or off", at: node)
    }
    return severity
  }

  /// Parses `filters: {lent: "issue #lending is:open"}`. The queries are not parsed until they are used.
  ///
  /// - Returns: the filters, and errors for invalid ones, which the library ignores.
  func filters() -> (read: [SavedFilter], unreadable: [UnreadableFile]) {
    var filters: [SavedFilter] = []
    var unreadable: [UnreadableFile] = []
    do throws(UnreadableFile) {
      for (name, node) in try entries(at: document.node(at: [.key("filters")]), "filters") {
        if let text = document.text(of: node) {
          filters.append(SavedFilter(name: name, text: text))
        } else {
          unreadable.append(problem("the filter “\(name)” needs a query", at: node))
        }
      }
    } catch {
      unreadable.append(error)
    }
    return (filters, unreadable)
  }

  /// - Parameter builtIn: the built-in field whose current or former key this is, or nil if there is none.
  private func field(_ key: String, _ node: Int, _ builtIn: Field?) throws(UnreadableFile) -> Field {
    var type = "text"
    var target = ""
    var choices: [String] = []
    var help = "Custom field of this library"
    var unit = ""
    var isLong = false
    var isPublic = false
    for (setting, value) in try entries(at: node, "the field \(key)") {
      switch setting {
      case "type": type = isEmpty(value) ? type : document.text(of: value) ?? ""
      case "to": target = document.text(of: value) ?? ""
      case "choices": choices = document.items(of: value).compactMap { document.text(of: $0) }
      case "help": help = document.text(of: value) ?? help
      case "unit": unit = isEmpty(value) ? "" : document.text(of: value)?.trimmed ?? ""
      case "long": isLong = try flag(value, "“\(key)”: long")
      case "public": isPublic = try flag(value, "“\(key)”: public")
      default:
        throw problem(
          "a field has no setting “\(setting)”; its settings are type, long, choices, to, unit, public and help",
          at: value)
      }
    }
    let typed = type.lowercased()
    guard let type = fieldType(type, choices: choices, target: target) else {
      throw problem(
        "“\(key)” needs a type: text, text list, integer, decimal, money, rating, boolean, date, timestamp, color, choice (with "
          + "choices: […]), interval list, reference or references (with to: a kind)"
          + (typed == "number" ? "; a whole number is an integer" : ""), at: node)
    }
    if isLong, type != .text { throw problem("“\(key)”: only a text can be long", at: node) }
    if !unit.isEmpty {
      guard type.isNumber else { throw problem("“\(key)”: only an integer or a decimal can have a unit", at: node) }
      guard unit.count <= ManifestReader.maxUnit, !unit.contains(where: \.isNewline) else {
        throw problem("“\(key)”: the unit must be one line of at most \(ManifestReader.maxUnit) characters", at: node)
      }
    }
    let suggests = type == .text && !isLong || type == .textList
    var roles: FieldRoles = suggests ? .suggests : []
    // A declaration that replaces a confidential field stays confidential unless it is explicitly public.
    if isPublic { roles.insert(.shown) } else if builtIn?.has(.confidential) ?? false { roles.insert(.confidential) }
    // A replaced title keeps its role regardless of its type, because records are listed by their titles.
    let isTitle = builtIn.map { $0.key == key && $0.has(.title) } ?? false
    if isTitle { roles.insert(.title) }
    return Field(
      key, type, required: isTitle, long: isLong, roles: roles, look: unit.isEmpty ? .plain : Look(unit: unit), help)
  }

  /// The maximum length of a unit, in characters.
  private static let maxUnit = 20

  /// Parses true or false. An empty value is false.
  private func flag(_ node: Int, _ what: String) throws(UnreadableFile) -> Bool {
    if isEmpty(node) { return false }
    guard case .boolean(let flag) = FieldType.boolean.read([document.text(of: node) ?? ""]) else {
      throw problem("\(what) must be true or false", at: node)
    }
    return flag
  }

  private func fieldType(_ name: String, choices: [String], target: String) -> FieldType? {
    let kind = Kind(singular: target)
    return switch name {
    case "text": .text
    case "text list": .textList
    case "integer": .integer(Int.min...Int.max)
    case "decimal": .decimal
    case "money": .money
    case "rating": .rating
    case "boolean": .boolean
    case "date": .date
    case "interval list": .intervals
    case "timestamp": .timestamp
    case "color": .color
    case "choice" where !choices.isEmpty: .choice(choices)
    case "reference": kind.map(FieldType.reference)
    case "references": kind.map(FieldType.references)
    default: nil
    }
  }

  func entries(at node: Int?, _ what: String) throws(UnreadableFile) -> [(name: String, value: Int)] {
    try entries(at: node, what) { document.text(of: $0) ?? "" }
  }

  private func entries<Key>(
    at node: Int?, _ what: String, keys: (_ node: Int) -> Key
  ) throws(UnreadableFile) -> [(name: Key, value: Int)] {
    guard let node, !isEmpty(node) else { return [] }
    guard document.nodes[node].kind == .mapping else {
      throw problem("\(what) must be a mapping of names to settings", at: node)
    }
    return document.entries(of: node).map { (keys($0.key), $0.value) }
  }

  func isEmpty(_ node: Int) -> Bool { document.text(of: node) == "" || document.isNull(node) }

  func problem(_ reason: String, at node: Int) -> UnreadableFile {
    let offset = document.nodes[node].range.lowerBound
    return UnreadableFile(
      path: Manifest.fileName, kind: nil, cause: .value, reason: reason, offset: offset, in: document.bytes)
  }
}
