/// Renaming keys.
extension Document {
  func renamingKey(at path: [Step], to name: String) throws(EditRefusal) -> Document {
    guard case .key(let old)? = path.last else { throw EditRefusal(reason: Self.nothingThere) }
    _ = try resolve(path)
    let mapping = try resolve(Array(path.dropLast()))
    guard let key = entry(named: old, of: mapping)?.key else { throw EditRefusal(reason: Self.nothingThere) }
    if Array(old.utf8) == Array(name.utf8) {
      return self
    }
    if let present = entry(named: name, of: mapping) {
      throw EditRefusal(reason: Self.keyExists, offset: nodes[present.key].range.lowerBound)
    }
    var writer = ScalarWriter(isInFlow: isInFlow(key), quotes: style.quotes)
    writer.replacing = nodes[key].isBlockScalar ? nil : nodes[key].style
    let added = ProposedChange.nodes(
      of: .scalar(Scalar(name)), at: key, parent: mapping, anchorOf: key, tag: tag(of: key))
    let content = nodes[key].content
    let changes = writer.renderings(of: Scalar(name)).flatMap { rendering in
      let blank: [UInt8] = [ASCII.space]
      let candidates = [rendering.inline, blank + rendering.inline, blank + rendering.inline + blank]
      return (content.isEmpty ? candidates : [rendering.inline]).map { text in
        ProposedChange(splices: [Splice(content, text)], removed: key..<nodes[key].next, added: added)
      }
    }
    return try firstExact(changes, at: content.lowerBound)
  }
}
