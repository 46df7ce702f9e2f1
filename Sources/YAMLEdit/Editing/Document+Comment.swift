/// Setting trailing comments.
extension Document {
  func settingComment(_ comment: String?, at path: [Step]) throws(EditRefusal) -> Document {
    let node = try resolve(path)
    let text = comment.map(CommentText.oneLine) ?? []
    guard let slot = CommentSlot(of: node, in: self) else {
      if text.isEmpty {
        return self
      }
      throw EditRefusal(reason: Self.noRoomForComment, offset: nodes[node].range.upperBound)
    }
    guard let splice = slot.splice(writing: comment) else { return self }
    let change = ProposedChange(splices: [splice], removed: 0..<0, added: [])
    let result = try firstExact([change], at: slot.start)
    guard let now = result.node(at: path), let nowSlot = CommentSlot(of: now, in: result),
      (nowSlot.comment.map { Array(result.bytes[$0]) } ?? []) == text
    else { throw EditRefusal(reason: Self.noWay, offset: slot.start) }
    return result
  }
}
