import ShelfText
import YAMLEdit

/// Merges texts that both sides changed.
extension FieldMerge {
  /// Merges text line by line. Returns nil if a version is not text, or if the result cannot be written.
  func mergedText() -> MergedField? {
    guard let ours, let theirs, let first = ours.content.text, let second = theirs.content.text else { return nil }
    guard let middle = base?.content.text ?? (content(base) == .nothing ? [] : nil) else { return nil }
    if let lines = mergedLines(), isBlock(lines), let entry = read(lines), entry.content.text != nil {
      return MergedField(lines, entry.content)
    }
    let merge = TextVersions(ours: first, base: middle, theirs: second, isZealous: !takesBase)
    if merge.hasConflicts, field?.mergeRule == .paragraphs, let text = merge.additions, let result = settled(text) {
      return result
    }
    if !merge.hasConflicts || takesBase || winner != nil {
      guard var result = settled(merge.text(for: winner)) else { return nil }
      if merge.hasConflicts, let winner { result.settled = [settlement(winner)] }
      return result
    }
    return conflict(in: merge)
  }

  /// Returns whether the value is a block scalar and both sides use the same style, so that each line of the file is a
  /// line of the text.
  private func isBlock(_ lines: [TextLine]) -> Bool {
    let styles = [lines, ours?.lines ?? [], theirs?.lines ?? []].map { lines in
      (try? Document(lines.joined)).map { $0.nodes[FieldEntry.valueNode].style }
    }
    return Set(styles).count == 1 && (styles[0] == .literal || styles[0] == .folded)
  }

  private func settled(_ text: [UInt8]) -> MergedField? {
    guard let lines = written(.scalar(Scalar(String(decoding: text, as: UTF8.self)))), let entry = read(lines),
      entry.content == .text(text)
    else { return nil }
    return MergedField(lines, entry.content)
  }

  /// Returns the text with conflict markers around only the conflicting lines. Returns nil unless each line of the file
  /// is a line of the text.
  private func conflict(in merge: TextVersions) -> MergedField? {
    let (first, second) = (merge.text(for: .ours), merge.text(for: .theirs))
    guard let model = settled(first).map({ withComments(ofBoth: $0) }),
      let header = model.lines(for: .ours).first, let margin = margin(of: model.lines(for: .ours)),
      settled(second)?.lines(for: .ours).first == header
    else { return nil }
    func written(_ lines: ArraySlice<[UInt8]>) -> [TextLine] {
      lines.map { TextLine($0.isEmpty ? [] : margin + $0, end) }
    }
    var parts = [MergedField.Part.lines([header])]
    for region in merge.regions {
      switch region {
      case .same(let range), .ours(let range): parts.append(.lines(written(merge.ours[range])))
      case .theirs(let range): parts.append(.lines(written(merge.theirs[range])))
      case .conflict(let ours, let base, let theirs):
        parts.append(
          .conflict(
            ours: written(merge.ours[ours]), base: written(merge.base[base]), theirs: written(merge.theirs[theirs]))
        )
      }
    }
    var result = MergedField(parts, ours: .text(first), theirs: .text(second))
    guard read(result.lines(for: .ours))?.content == .text(first),
      read(result.lines(for: .theirs))?.content == .text(second)
    else { return nil }
    result.rescued = model.rescued
    result.conflicts = [disagreement]
    return result
  }

  /// Returns the indentation of a literal block, or nil if the text is written in another style.
  ///
  /// If the text itself starts with spaces, the returned indentation is too deep, but the caller parses the merged
  /// lines again and notices the difference.
  private func margin(of lines: [TextLine]) -> [UInt8]? {
    guard let document = try? Document(lines.joined), document.nodes[FieldEntry.valueNode].style == .literal,
      let line = lines.dropFirst().first(where: { !$0.isBlank })
    else { return nil }
    return Array(line.content.prefix { $0 == 0x20 })
  }
}
