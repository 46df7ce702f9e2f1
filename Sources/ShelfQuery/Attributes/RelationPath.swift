import ShelfModel
import ShelfStore

/// A path from records of one kind to records of another, along the references that the kinds' built-in fields declare.
///
/// For `tag:lending` in a search for books, a breadth-first search over the kinds finds the shortest paths from tags to
/// books: tag ← quote → book and tag ← issue → book. The matching tags are resolved first;
/// `Library.members(from:along:)` then follows every path from these tags and marks the records at its end, so that
/// testing a record takes one array lookup. A path has at most two references.
struct RelationPath: Sendable {
  /// A single reference on the path.
  struct Step: Sendable {
    /// The kind of the records to which the step leads.
    let kind: Kind
    /// The kind whose records have the reference, and the key of the field that contains it.
    let holder: Kind
    let field: String

    /// Whether the step leads from a record to the records that refer to it, rather than from a record to its target.
    var leadsToHolder: Bool { holder == kind }
  }

  let steps: [Step]

  /// The maximum length of a path. A path of three or more references would have no obvious meaning.
  private static let limit = 2

  /// Returns one of the shortest paths, or nil if every path would be too long.
  static func find(from start: Kind, to end: Kind) -> RelationPath? { all(from: start, to: end).first }

  /// Returns all paths of the shortest length: for example, a tag leads to books through issues and through quotes.
  ///
  /// The direct path along a field that was added after version 1.0, such as a book's tags, is appended to these paths.
  /// If it replaced them, a query such as `tag:lending` would no longer find the books of issues with that tag.
  ///
  /// No path leads through a kind whose records consist only of a name, such as tags: two records with the same tag are
  /// otherwise unrelated.
  static func all(from start: Kind, to end: Kind) -> [RelationPath] {
    shortest(from: start, to: end) + later(from: start, to: end)
  }

  private static func later(from start: Kind, to end: Kind) -> [RelationPath] {
    end.fields.filter { $0.yieldsToDeclared && $0.type.target == start }.map { field in
      RelationPath(steps: [Step(kind: end, holder: end, field: field.key)])
    }
  }

  private static func shortest(from start: Kind, to end: Kind) -> [RelationPath] {
    var ways: [(kind: Kind, steps: [Step])] = [(start, [])]
    for _ in 0...limit {
      let found = ways.filter { $0.kind == end }
      if !found.isEmpty { return found.map { RelationPath(steps: $0.steps) } }
      ways = ways.filter { $0.steps.isEmpty || !$0.kind.isMadeByName }.flatMap { way in
        neighbors(of: way.kind).map { ($0.kind, way.steps + [$0]) }
      }
    }
    return []
  }

  private static func neighbors(of kind: Kind) -> [Step] {
    let own = kind.fields.filter { !$0.yieldsToDeclared }.compactMap { field in
      field.type.target.map { Step(kind: $0, holder: kind, field: field.key) }
    }
    let others = Kind.allCases.flatMap { holder in
      holder.fields.filter { $0.type.target == kind && holder != kind && !$0.yieldsToDeclared }
        .map { Step(kind: holder, holder: holder, field: $0.key) }
    }
    return own + others
  }
}

extension Library {
  /// Returns, for every position in `records`, whether one of the paths leads to it from one of the given positions.
  func members(from positions: [Int], along paths: [RelationPath]) -> [Bool] {
    [Bool](trueAt: paths.flatMap { follow($0, from: positions) }, count: records.count)
  }

  /// Returns the records of a kind that are related to a record, in no particular order. These are the records that
  /// refer to it. For a genre or a tag, they also include records that are connected with it through other records, if
  /// no record of the kind refers to it directly or if the kind's reference field was added after version 1.0.
  func records(_ kind: Kind, relatedTo record: Record) -> [Record] {
    let direct = records(kind, referringTo: record)
    guard isRelatedThroughOthers(record, kind, direct.count), let position = position(of: record.id) else {
      return direct
    }
    let members = members(from: [position], along: RelationPath.all(from: record.kind, to: kind))
    return members.indices.filter { members[$0] }.map { records[$0] }
  }

  func count(of kind: Kind, relatedTo record: Record) -> Int {
    let count = count(of: kind, referringTo: record)
    return isRelatedThroughOthers(record, kind, count) ? records(kind, relatedTo: record).count : count
  }

  private func isRelatedThroughOthers(_ record: Record, _ kind: Kind, _ count: Int) -> Bool {
    record.kind.isMadeByName
      && (count == 0 || kind.fields.contains { $0.yieldsToDeclared && $0.type.target == record.kind })
  }

  private func follow(_ path: RelationPath, from positions: [Int]) -> [Int] {
    var current = positions
    for step in path.steps {
      guard let field = schema.field(step.field, of: step.holder) else { return [] }
      current = step.leadsToHolder ? sources(of: current, step.holder, field) : targets(of: current, field)
    }
    return current
  }

  /// Returns the positions of the records of a kind whose field refers to one of the given records. A position may
  /// occur several times.
  func sources(of positions: [Int], _ kind: Kind, _ field: Field) -> [Int] {
    let fields = schema.fields(of: kind)
    let mask = fields.map { $0.index == field.index }
    let isOnly = fields.count { $0.type.target == field.type.target } == 1
    return positions.flatMap { target in
      referrers[target].filter { source in
        guard records[source].kind == kind else { return false }
        if isOnly { return true }
        var isFound = false
        records[source].forEachReference(in: mask) { if self.position(of: $1) == target { isFound = true } }
        return isFound
      }
    }
  }

  private func targets(of positions: [Int], _ field: Field) -> [Int] {
    var targets: [Int] = []
    for source in positions {
      let mask = schema.fields(of: records[source].kind).map { $0.index == field.index }
      records[source].forEachReference(in: mask) { _, id in
        if let target = position(of: id), records[target].kind == field.type.target { targets.append(target) }
      }
    }
    return targets
  }
}

extension [Bool] {
  init(trueAt positions: [Int], count: Int) {
    self.init(repeating: false, count: count)
    for position in positions { self[position] = true }
  }
}
