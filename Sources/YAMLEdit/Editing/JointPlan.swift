/// Makes many edits with a single parse.
extension Document {
  /// Returns the document with several edits in different places made at once, or nil if they have to be made one by
  /// one.
  ///
  /// Supports removing children, setting scalars and setting comments. All paths refer to the document before the
  /// edits. The result is the same as when the edits are made one by one, from the end of the document to its start.
  public func applying(together edits: [Edit]) -> Document? {
    var plan = JointPlan(self)
    for edit in edits {
      guard plan.add(edit) else { return nil }
    }
    return plan.result
  }
}

/// A plan for making several edits together.
///
/// Making a hundred edits one by one would require parsing the document a hundred times. The plan instead turns each
/// edit into a `ProposedChange` of the original document, applies all splices together and checks the result once, with
/// `ProposedChange.moves`. This requires that the splices be independent. A single removal whose splices depend on
/// neighboring children, such as the removal of the last child, can be made afterwards as an ordinary edit. In all
/// other cases, the plan gives up, and the caller makes the edits one by one.
private struct JointPlan {
  private let document: Document
  private let style: WritingStyle
  private var changes: [ProposedChange] = []
  /// The comment that each node must have in the result.
  private var comments: [Int: [UInt8]] = [:]
  /// The items and entries to remove, by collection.
  private var removed: [Int: [(child: Int, value: Int)]] = [:]
  /// A cache of the children of collections. The children of a mapping are its keys and values.
  private var children: [Int: [Int]] = [:]
  private var values: [Key: Int] = [:]

  private struct Key: Hashable {
    var mapping: Int
    var name: String
  }

  init(_ document: Document) {
    self.document = document
    style = document.style
  }

  /// Adds an edit. Returns false if it cannot be made together with other edits.
  mutating func add(_ edit: Edit) -> Bool {
    switch edit {
    case .remove(let path):
      guard let node = node(at: path), document.nodes[node].parent >= 0 else { return false }
      removed[document.nodes[node].parent, default: []].append((document.key(of: node) ?? node, node))
      return true
    case .set(let path, .scalar(let scalar)):
      guard let node = node(at: path) else { return false }
      return set(scalar, at: node)
    case .setComment(let path, let comment):
      guard let node = node(at: path) else { return false }
      return setComment(comment, of: node)
    default: return false
    }
  }

  /// The document with all edits made, or nil if the result would not be exact.
  var result: Document? {
    var plan = self
    // A child that cannot be removed together with its neighbors is removed last.
    var late: [(collection: Int, position: Int)] = []
    for (collection, children) in removed {
      guard let position = plan.remove(children, of: collection) else { return nil }
      if position >= 0 { late.append((collection, position)) }
    }
    guard late.count <= 1, let together = plan.applied() else { return nil }
    guard let last = late.first else { return together }
    guard let path = path(to: last.collection) else { return nil }
    let step: Step = document.nodes[last.collection].kind == .sequence ? .index(last.position) : .entry(last.position)
    return try? together.applying(.remove(path + [step]))
  }

  private func applied() -> Document? {
    guard let bytes = Splice.apply(changes.flatMap(\.splices), to: document.bytes),
      let result = try? Document(
        bytes, limits: document.limits, keepsDuplicateKeys: document.keepsDuplicateKeys),
      let moved = ProposedChange.moves(changes, from: document, to: result)
    else { return nil }
    for (node, text) in comments {
      let comment = moved[node] < 0 ? nil : CommentSlot(of: moved[node], in: result)?.comment
      guard (comment.map { Array(result.bytes[$0]) } ?? []) == text else { return nil }
    }
    return result
  }

  // MARK: - Paths

  private mutating func node(at path: [Step]) -> Int? {
    guard !document.nodes.isEmpty else { return nil }
    var node = 0
    for step in path {
      guard let child = child(step, of: node) else { return nil }
      node = child
    }
    return node
  }

  private mutating func child(_ step: Step, of node: Int) -> Int? {
    func at(_ position: Int, _ children: [Int]) -> Int? {
      children.indices.contains(position) ? children[position] : nil
    }
    switch step {
    case .key(let name):
      let key = Key(mapping: node, name: name)
      if let value = values[key] { return value }
      values[key] = document.entry(named: name, of: node)?.value
      return values[key]
    case .entry(let index): return document.nodes[node].kind == .mapping ? at(2 * index + 1, childNodes(of: node)) : nil
    case .index(let index): return document.nodes[node].kind == .sequence ? at(index, childNodes(of: node)) : nil
    }
  }

  private mutating func childNodes(of node: Int) -> [Int] {
    if let known = children[node] { return known }
    let found = document.children(of: node)
    children[node] = found
    return found
  }

  /// Returns the path of a collection after the removals, or nil if the collection itself is removed.
  private func path(to node: Int) -> [Step]? {
    let parent = document.nodes[node].parent
    if parent < 0 { return [] }
    guard let start = path(to: parent) else { return nil }
    let child = document.key(of: node) ?? node
    let gone = Set((removed[parent] ?? []).map(\.child))
    if gone.contains(child) { return nil }
    let isMapping = document.nodes[parent].kind == .mapping
    let children = isMapping ? document.entries(of: parent).map(\.key) : document.items(of: parent)
    guard let position = children.filter({ !gone.contains($0) }).firstIndex(of: child) else { return nil }
    return start + [isMapping ? .entry(position) : .index(position)]
  }

  // MARK: - Scalars and comments

  private mutating func set(_ scalar: Scalar, at node: Int) -> Bool {
    let old = document.nodes[node]
    guard old.kind == .scalar, !old.lacksColon, old.tag.count == 0, !scalar.isNull,
      document.lines(of: scalar, at: node) == nil
    else { return false }
    if !document.textBytes(old.text).elementsEqual(scalar.text.utf8) {
      let slot = ValueSlot(of: node, in: document, ofLines: false)
      guard let rendering = document.writer(replacing: node, style).renderings(of: scalar).first,
        rendering.lines.isEmpty, slot.deleted == nil, let splices = slot.splices(for: rendering, in: document)
      else { return false }
      let added = ProposedChange.nodes(of: .scalar(scalar), at: node, parent: old.parent, anchorOf: node)
      changes.append(ProposedChange(splices: splices, removed: node..<node + 1, added: added))
    }
    // As when a single scalar is set, drop the comment if there is no room for it.
    if let comment = scalar.comment { _ = setComment(comment, of: node) }
    return true
  }

  private mutating func setComment(_ comment: String?, of node: Int) -> Bool {
    guard let slot = CommentSlot(of: node, in: document) else { return false }
    let text = comment.map(CommentText.oneLine) ?? []
    comments[node] = text
    if let splice = slot.splice(writing: comment) {
      changes.append(ProposedChange(splices: [splice], removed: 0..<0, added: []))
    }
    return true
  }

  // MARK: - Removals

  /// Plans the removal of children of a collection, except for a child that has to be removed after the others.
  ///
  /// - Returns: the position of that child once the others are removed, -1 if there is no such child, or nil if the
  ///   children cannot be removed together.
  private mutating func remove(_ removed: [(child: Int, value: Int)], of collection: Int) -> Int? {
    let isFlow = document.nodes[collection].style == .flow
    let all = childNodes(of: collection)
    let step = document.nodes[collection].kind == .mapping ? 2 : 1
    let gone = Set(removed.map(\.child))
    let isWhole = gone.count * step == all.count
    // Removing all children from brackets that contain comments is left to single edits.
    if isWhole, isFlow, document.bytes[document.nodes[collection].content].contains(ASCII.hash) { return nil }
    var late = -1
    for (child, value) in removed.sorted(by: { $0.child < $1.child }) {
      let isLast = document.nodes[value].next == document.nodes[collection].next
      let end = document.endOfLine(after: document.nodes[value].range.upperBound)
      let sharesBreak = end.map { document.breakLength(at: $0) == 0 } ?? true
      if isWhole && !isFlow ? child == collection + 1 : isLast && (isFlow || sharesBreak) {
        late = stride(from: 0, to: all.count, by: step).count { all[$0] < child && !gone.contains(all[$0]) }
        continue
      }
      let splices: [Splice]
      if isFlow {
        splices = FlowRemoval(of: child, through: value, in: document).splices
      } else {
        let start = document.entryStart(child)
        guard document.startsLine(start), let candidates = try? document.waysToRemoveLines(from: child, through: value),
          let way = candidates.first
        else { return nil }
        splices = way
      }
      changes.append(ProposedChange(splices: splices, removed: child..<document.nodes[value].next, added: []))
    }
    return late
  }
}
