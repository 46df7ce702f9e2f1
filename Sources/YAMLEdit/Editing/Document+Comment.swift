/// Trailing comments.
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
    let present = slot.comment.map { Array(bytes[$0]) } ?? []
    if present == text, !text.isEmpty || slot.existing == nil {
      return self
    }
    var splice: Splice
    switch (slot.existing, text.isEmpty) {
    case (nil, _):
      splice = Splice(at: slot.start, CommentText.written(comment))
    case (let existing?, true):
      splice = Splice(slot.start..<existing.upperBound)
    case (let existing?, false):
      let written = CommentText.written(comment)
      splice = Splice(existing, existing.lowerBound > slot.start ? Array(written.dropFirst()) : written)
    }
    let change = Change(splices: [splice], removed: 0..<0, added: [])
    let result = try firstExact([change], at: slot.start)
    guard let now = result.node(at: path), let nowSlot = CommentSlot(of: now, in: result),
      (nowSlot.comment.map { Array(result.bytes[$0]) } ?? []) == text
    else { throw EditRefusal(reason: Self.noWay, offset: slot.start) }
    return result
  }
}
