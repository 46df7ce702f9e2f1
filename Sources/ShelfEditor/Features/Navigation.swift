import ShelfModel
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns the locations of the record that a reference points to. If a file has been copied, the record has several
  /// locations.
  func definition(at offset: Int) -> JSON? {
    guard let reference = reference(at: offset), let id = RecordID(reference.text) else { return nil }
    let targets = library.records(sharing: id)
    if targets.isEmpty { return nil }
    return .array(
      targets.map { target in
        let range = nameRange(of: target)
        guard client.hasLocationLinks else { return location(target.path, target.source, range) }
        let index = TextIndex(target.source, client.encoding)
        return [
          "originSelectionRange": self.index.json(reference.range), "targetUri": .text(paths.uri(target.path)),
          "targetRange": index.json(range), "targetSelectionRange": index.json(range),
        ]
      })
  }

  /// Returns all references to the record that the reference at the offset points to, or all occurrences of the person
  /// or series at the offset. Elsewhere in the text, returns all references to the text's own record.
  func references(at offset: Int, withDeclaration: Bool) -> JSON? {
    if reference(at: offset) == nil, let place = name(at: offset) { return references(to: place) }
    guard let target = subject(at: offset) else { return nil }
    var places = referring(to: target).map { location($0.record.path, $0.record.source, $0.item.range) }
    if withDeclaration { places.insert(location(target.path, target.source, nameRange(of: target)), at: 0) }
    return .array(places)
  }

  /// Returns the target of the reference at an offset or, if there is no reference, the record of the text.
  func subject(at offset: Int) -> Record? {
    if let reference = reference(at: offset), let target = reference.target { return target }
    return lastRecord
  }

  func referring(to target: Record) -> [(record: Record, item: FieldItem)] {
    guard let position = library.position(of: target.id) else { return [] }
    return library.referrers[position].map { library.records[$0] }.sorted { $0.path < $1.path }
      .map { $0.path == path ? record ?? $0 : $0 }
      .flatMap { source in
        references(in: source).filter { RecordID($0.item.text).flatMap { library.record($0)?.id } == target.id }
          .map { (source, $0.item) }
      }
  }

  /// Returns the ranges in this text that refer to the same record.
  func highlights(at offset: Int) -> JSON? {
    guard let reference = reference(at: offset), let record else { return nil }
    let same = references(in: record).filter { $0.item.text.lowercased() == reference.text.lowercased() }
    return .array(same.map { ["range": index.json($0.item.range), "kind": 2] })
  }

  /// Returns the references in the text as links to files.
  func links() -> JSON? {
    guard let record else { return nil }
    return .array(
      references(in: record).compactMap { item, _ in
        guard let target = RecordID(item.text).flatMap({ library.record($0) }) else { return nil }
        return .members([
          "range": index.json(item.range), "target": .text(paths.uri(target.path)), "tooltip": .text(target.title),
        ])
      })
  }

  /// Returns the code lenses above the first line: the number of records that refer to this one, its next state, and
  /// the number of files that show an outdated name.
  func lenses(staleNames: Int = 0) -> JSON? {
    guard let record else { return nil }
    let counts = Kind.allCases.compactMap { kind -> String? in
      let count = library.count(of: kind, referringTo: record)
      return count == 0 ? nil : kind.counted(count)
    }
    var commands: [JSON] = []
    func add(_ command: ServerCommand, _ title: String) { commands.append(command.json(title, uri: text.uri)) }
    if !counts.isEmpty { add(.references, counts.joined(separator: " · ")) }
    if let (command, phase) = next(of: record), let verb = record.kind.verb(of: phase) { add(command, verb) }
    if staleNames > 0 {
      add(.renewNames, "Show the new name in \(staleNames == 1 ? "1 place" : "\(staleNames) places")")
    }
    return .array(commands.map { ["range": index.json(index.line(0)), "command": $0] })
  }

  /// Returns the command for the record's next state, or nil if the state is unknown or final.
  func next(of record: Record) -> (ServerCommand, FieldStates.Phase)? {
    guard let field = library.schema.field(.state, of: record.kind), let states = field.states else { return nil }
    let value = record.value(of: field)?.text ?? field.defaultText
    if value == states.before.value { return states.during == nil ? (.finish, .done) : (.start, .during) }
    switch states.phase(of: value) {
    case .during: return (.finish, .done)
    case .paused: return (.start, .during)
    default: return nil
    }
  }
}
