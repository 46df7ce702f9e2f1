import ShelfModel
import ShelfStore
import YAMLEdit

/// The path from records of one kind to those of another, along the references that the kinds' own tables declare.
struct RelationPath: Sendable {
  /// One reference on the path.
  struct Step: Sendable {
    /// The kind that the step leads to.
    let kind: Kind
    /// The kind whose records have the reference, and the field that holds it.
    let holder: Kind
    let field: String

    /// Whether the step leads from a target to the records that refer to it, rather than the other way round.
    var leadsToHolder: Bool { holder == kind }
  }

  let steps: [Step]

  /// The maximum length of a path; the meaning of three or more references would be unclear.
  private static let limit = 2

  /// Returns the shortest path; nil if it would be too long.
  static func find(from start: Kind, to end: Kind) -> RelationPath? { all(from: start, to: end).first }

  /// Returns all paths of the shortest length: a tag leads to books by issues and by quotes.
  ///
  /// None leads through a kind whose records are mere names: two records with the same tag have nothing else to do with
  /// each other.
  static func all(from start: Kind, to end: Kind) -> [RelationPath] {
    var ways: [(kind: Kind, steps: [Step])] = [(start, [])]
    for _ in 0...limit {
      let found = ways.filter { $0.kind == end }
      if !found.isEmpty { return found.map { RelationPath(steps: $0.steps) } }
      ways = ways.filter { $0.steps.isEmpty || !$0.kind.isMadeByName }.flatMap { way in
        neighbours(of: way.kind).map { ($0.kind, way.steps + [$0]) }
      }
    }
    return []
  }

  private static func neighbours(of kind: Kind) -> [Step] {
    let own = kind.fields.compactMap { field in
      field.type.target.map { Step(kind: $0, holder: kind, field: field.key) }
    }
    let others = Kind.allCases.flatMap { holder in
      holder.fields.filter { $0.type.target == kind && holder != kind }
        .map { Step(kind: holder, holder: holder, field: $0.key) }
    }
    return own + others
  }
}

extension Library {
  /// Returns, for every position in `records`, whether one of the paths leads there from one of these positions.
  func members(from positions: [Int], along paths: [RelationPath]) -> [Bool] {
    members(paths.flatMap { follow($0, from: positions) })
  }

  private func follow(_ path: RelationPath, from positions: [Int]) -> [Int] {
    var current = positions
    for step in path.steps {
      guard let field = schema.field(step.field, of: step.holder) else { return [] }
      current = step.leadsToHolder ? sources(of: current, step.holder, field) : targets(of: current, field)
    }
    return current
  }

  /// Returns the positions of the records of a kind whose field refers to one of these, each at least once.
  func sources(of positions: [Int], _ kind: Kind, _ field: Field) -> [Int] {
    let fields = schema.fields(of: kind)
    let mask = fields.map { $0.index == field.index }
    let isOnly = fields.count { $0.type.target == field.type.target } == 1
    return positions.flatMap { target in
      relations.sources(of: target).map(Int.init).filter { source in
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

  private func members(_ positions: [Int]) -> [Bool] {
    var members = [Bool](repeating: false, count: records.count)
    for position in positions { members[position] = true }
    return members
  }
}
