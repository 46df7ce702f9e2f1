import Testing

@testable import YAMLEdit

/// The properties that every edit of every document must have, checked independently of the code that makes edits.
struct EditProperty {
  /// The number of edits that were made, and the number of refused edits by reason.
  struct Counts {
    var made = 0
    var unchanged = 0
    var refused: [String: Int] = [:]
    var failures = 0

    static func + (left: Counts, right: Counts) -> Counts {
      Counts(
        made: left.made + right.made, unchanged: left.unchanged + right.unchanged,
        refused: left.refused.merging(right.refused, uniquingKeysWith: +), failures: left.failures + right.failures)
    }

    var summary: String {
      let all = refused.values.reduce(0, +)
      let reasons = refused.sorted { $0.value > $1.value }.map { "\n    \($0.value) × \($0.key)" }.joined()
      return "\(made) made, \(unchanged) changed nothing, \(all) refused\(reasons)"
    }
  }

  let name: String
  let document: Document
  let tree: Tree?
  var counts = Counts()

  init(name: String, document: Document) {
    self.name = name
    self.document = document
    tree = Tree.of(document)
  }

  mutating func check(_ edit: Edit) {
    let result: Document
    do {
      result = try document.applying(edit)
    } catch {
      let reason = "\(Self.kind(of: edit)): \(error.reason)"
      counts.refused[reason, default: 0] += 1
      if Corpus.isVerbose {
        let text = String(decoding: document.bytes, as: UTF8.self).debugDescription
        print("refused \(reason)\n  in \(name) \(edit)\n  \(text)")
      }
      return
    }
    if result.bytes == document.bytes {
      counts.unchanged += 1
    } else {
      counts.made += 1
    }
    let problem = problem(of: edit, result)
    if let problem {
      counts.failures += 1
      let before = String(decoding: document.bytes.prefix(600), as: UTF8.self).debugDescription
      let after = String(decoding: result.bytes.prefix(600), as: UTF8.self).debugDescription
      Issue.record("\(problem)\n  in \(name)\n  \(edit)\n  before \(before)\n  after  \(after)")
    }
  }

  static func kind(of edit: Edit) -> String {
    switch edit {
    case .set(_, .scalar): "set"
    case .set(_, .list): "set list"
    case .set(_, .sequence): "set sequence"
    case .set(_, .mapping): "set mapping"
    case .insert: "insert"
    case .append: "append"
    case .remove: "remove"
    case .setComment: "comment"
    case .renameKey: "rename"
    }
  }

  // MARK: - The properties

  private func problem(of edit: Edit, _ result: Document) -> String? {
    guard let again = try? Document(result.bytes) else { return "the result cannot be read" }
    var after = Tree.of(again)
    if case .set(let path, .list) = edit {
      after = after?.withoutPropertiesOfItems(at: path)
    }
    // Inserting an existing value changes nothing.
    let isKnown = result.bytes == document.bytes && Self.kind(of: edit) == "insert"
    if !isKnown, !Tree.after(edit, on: tree).contains(after) {
      return "the result is not the document with this change"
    }
    if let problem = problemOfBytes(edit, result.bytes) ?? problemOfRepetition(edit, result) {
      return problem
    }
    return problemOfComment(edit, again) ?? problemOfComments(edit, again)
  }

  /// Checks that all comments are preserved, unless the edit removes a node that can contain comments.
  private func problemOfComments(_ edit: Edit, _ result: Document) -> String? {
    let mayChange: Bool
    switch edit {
    case .set(let path, .scalar), .append(_, let path):
      let isScalar = document.node(at: path).map { document.nodes[$0].kind == .scalar } ?? false
      mayChange = !(isScalar || Self.kind(of: edit) == "append")
    case .insert, .renameKey:
      mayChange = false
    case .set, .remove, .setComment:
      mayChange = true
    }
    var expected = CommentLines.of(document)
    let comments = CommentLines.of(result)
    if comments.count > expected.count {
      switch edit {
      case .append(let scalar, _): expected += [scalar.comment].compactMap { $0 }
      case .insert(_, .list(let items), _, _): expected += items.compactMap(\.comment)
      default: break
      }
    }
    return mayChange || comments.sorted() == expected.sorted() ? nil : "a comment is gone"
  }

  private func problemOfComment(_ edit: Edit, _ result: Document) -> String? {
    guard case .setComment(let path, let comment) = edit else { return nil }
    let expected = comment.map { String(decoding: CommentText.oneLine($0), as: UTF8.self) }
    return result.trailingComment(at: path) == expected ? nil : "the comment is not the one that was set"
  }

  private func problemOfRepetition(_ edit: Edit, _ result: Document) -> String? {
    switch edit {
    case .set, .setComment, .insert:
      let second = try? result.applying(edit)
      return second?.bytes == result.bytes ? nil : "a second identical edit changes something"
    case .append, .remove, .renameKey:
      return nil
    }
  }

  private func problemOfBytes(_ edit: Edit, _ new: [UInt8]) -> String? {
    let old = document.bytes
    guard old != new else { return nil }
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let field = FieldLines.of(edit, in: document)
    let rest = old.count - field.count
    if prefix < field.lowerBound || suffix < old.count - field.upperBound || new.count < rest {
      return "bytes outside of the field \(field) changed"
    }
    if Self.kind(of: edit) == "insert", !FieldLines.isInBrackets(edit, in: document) {
      // An insertion adds bytes at one position and preserves all old bytes.
      let cut = max(field.lowerBound, old.count - suffix)
      if new.count < old.count || cut > min(field.upperBound, prefix) {
        return "an insertion changed old bytes"
      }
    }
    if old.contains(10), !Self.hasLoneLineFeed(old), Self.hasLoneLineFeed(new) {
      return "a line of a CRLF file ends in LF"
    }
    if !old.isEmpty, tree != nil, old.last != 10, new.last == 10, !Self.mayAddLineBreak(edit) {
      return "a file without a final line break has one"
    }
    return old.last == 10 && new.last != 10 && new.last != 13 ? "the final line break is gone" : nil
  }

  /// Returns whether the edit may add a final line break. If the last entry is removed, a block scalar before it keeps
  /// its line break.
  private static func mayAddLineBreak(_ edit: Edit) -> Bool {
    kind(of: edit) == "remove" || kind(of: edit) == "set list"
  }

  private static func hasLoneLineFeed(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == 10 && ($0 == 0 || bytes[$0 - 1] != 13) }
  }
}
