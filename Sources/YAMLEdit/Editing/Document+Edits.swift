/// Edits that keep every byte outside the edited field.
///
/// An edit first resolves its path to a node. Then it renders the new value in several ways, starting with the one that
/// best fits the document. The layout around the node determines the quotes, the indentation, the line breaks and the
/// style of lists. The last way is usually a safe one, such as double quotes. Each way becomes a few splices, and
/// `firstExact` returns the first result that differs from the document by exactly the intended change. Finally,
/// `applying` checks that no comments were lost except those that belong to a removed value.
///
/// There is one extension for each kind of edit. To make many edits at once, `applying(together:)` parses the result
/// only once.
extension Document {
  /// Returns the document with an edit made. The bytes outside the edited field do not change.
  ///
  /// An edit that changes nothing, such as setting a value to itself, returns the same bytes. Throws `EditRefusal` if
  /// the edit cannot be made, or not without changing other content.
  public func applying(_ edit: Edit) throws(EditRefusal) -> Document {
    let result = try making(edit)
    guard result.bytes == bytes || mayRemoveComments(edit) || keepsComments(in: result) else {
      throw EditRefusal(reason: Self.noWay)
    }
    return result
  }

  /// Returns whether the edit may remove comments along with the content that it replaces or removes.
  private func mayRemoveComments(_ edit: Edit) -> Bool {
    switch edit {
    case .append, .insert, .renameKey: false
    case .set(let path, .scalar(let scalar)): scalar.comment != nil || node(at: path).map { nodes[$0].kind } != .scalar
    case .set, .remove, .setComment: true
    }
  }

  private func making(_ edit: Edit) throws(EditRefusal) -> Document {
    switch edit {
    case .set(let path, let value):
      try setting(path, to: value)
    case .insert(let key, let value, let path, let sibling):
      try inserting(key, value, into: path, after: sibling)
    case .append(let scalar, let path):
      try appending(scalar, to: path)
    case .remove(let path):
      try removing(path)
    case .setComment(let path, let comment):
      try settingComment(comment, at: path)
    case .renameKey(let path, let name):
      try renamingKey(at: path, to: name)
    }
  }

  /// Returns the document with several edits made in order.
  ///
  /// Throws `EditRefusal` for the first edit that cannot be made. The offset in the refusal refers to the document
  /// after the previous edits.
  public func applying(_ edits: [Edit]) throws(EditRefusal) -> Document {
    var document = self
    for edit in edits {
      document = try document.applying(edit)
    }
    return document
  }

  /// Returns the result of the first change that has exactly the intended effect.
  ///
  /// Throws `EditRefusal` with the given offset if there is no such change.
  func firstExact(_ changes: [ProposedChange], at offset: Int) throws(EditRefusal) -> Document {
    var refusal = EditRefusal(reason: Self.noWay, offset: offset)
    for change in changes {
      guard let bytes = Splice.apply(change.splices, to: bytes) else { continue }
      do throws(YAMLError) {
        let result = try Document(bytes, limits: limits, keepsDuplicateKeys: keepsDuplicateKeys)
        if change.isExact(from: self, to: result) {
          return result
        }
      } catch {
        refusal.reason = Self.reason(for: error) ?? refusal.reason
      }
    }
    throw refusal
  }

  // MARK: - Paths

  /// Returns the index of the node at the path, for an edit.
  ///
  /// Throws `EditRefusal` if there is no node at the path, or if the path leads through an alias.
  func resolve(_ path: [Step]) throws(EditRefusal) -> Int {
    if let node = node(at: path) {
      return node
    }
    for length in path.indices {
      if let node = node(at: Array(path[..<length])), nodes[node].kind == .alias {
        throw EditRefusal(reason: Self.throughAlias, offset: nodes[node].range.lowerBound)
      }
    }
    throw EditRefusal(reason: Self.nothingThere)
  }

  /// Returns the line break to use near the offset: that of the previous line or, failing that, of the first line, or
  /// else LF.
  func lineBreak(near offset: Int) -> [UInt8] {
    let before = bytes[..<min(offset, bytes.count)].lastIndex(of: ASCII.lineFeed)
    guard let lineFeed = before ?? bytes.firstIndex(of: ASCII.lineFeed) else { return [ASCII.lineFeed] }
    let isCRLF = lineFeed > 0 && bytes[lineFeed - 1] == ASCII.carriageReturn
    return isCRLF ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
  }

  // MARK: - Messages

  static let nothingThere = "nothing exists at this path"
  static let throughAlias = "the path leads through an alias"
  static let noWay = "the edit would change something else as well"
  static let keyExists = "the mapping already has this key"
  static let notMapping = "the value at this path is not a mapping"
  static let notList = "the value at this path is not a list"
  static let noRoomForComment = "there is no room for a comment on the line"
  static let sharedLine = "something else is on the line"
  static let boundTag = "the tag describes the value that would be removed"
  static let singlePair = "a pair in a list without braces can hold only one entry"

  private static func reason(for error: YAMLError) -> String? {
    switch error.code {
    case .undefinedAlias: "an alias refers to the anchor that would be removed"
    case .duplicateKey: keyExists
    case .tooLarge: "the document would become too large"
    case .tooDeep: "the document would be nested too deeply"
    default: nil
    }
  }
}
