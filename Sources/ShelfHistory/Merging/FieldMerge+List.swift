import ShelfModel
import ShelfText
import YAMLEdit

/// Merges lists that both sides changed.
extension FieldMerge {
  /// Merges a list as a set. Returns nil if it is not a list in every version.
  func mergedList() -> MergedField? {
    let entries = [ours, base, theirs]
    guard entries.allSatisfy({ content($0).items != nil }) else { return nil }
    let lists = entries.map { MergedList($0) }
    let (first, middle, second) = (lists[0], lists[1], lists[2])
    // If our side changed only comments or quoting, their order applies.
    let (leading, following) = content(ours) == content(base) ? (second, first) : (first, second)
    let all = PieceOrder.merged(ours: leading.names, theirs: following.names) { name in
      let (inOurs, inTheirs) = (first.values.contains(name.item), second.values.contains(name.item))
      if name.occurrence > 0, leading.table[name] == nil { return false }
      return inOurs && inTheirs || !middle.values.contains(name.item)
    }
    let texts = second.table.merging(first.table) { $1 }.mapValues(\.text)
    let names = field?.mergeRule == .days ? FieldMerge.days(all) { texts[$0] ?? "" } : all
    if names.isEmpty {
      if content(ours) == .nothing { return settled(for: .ours) }
      if content(theirs) == .nothing { return settled(for: .theirs) }
      return MergedField(nil)
    }
    let items = FieldContent.items(names.map(\.item))
    for lines in [merged(first, middle, second, names), written(first, middle, second, names)] {
      guard let lines = lines.map({ withHead($0) }), let entry = read(lines), entry.content == items else {
        continue
      }
      return MergedField(lines, items)
    }
    return nil
  }

  /// Returns the entry with the most progress for each date, sorted by date. Entries without a date come first.
  private static func days(_ names: [MergedList.Name], _ text: (MergedList.Name) -> String) -> [MergedList.Name] {
    let read = names.map { (name: $0, day: ReadingDay(text($0))) }
    var best: [CalendarDate: (name: MergedList.Name, progress: ReadingProgress)] = [:]
    for (name, day) in read {
      guard let day else { continue }
      if let known = best[day.day], !known.progress.isBefore(day.progress) { continue }
      best[day.day] = (name, day.progress)
    }
    return read.filter { $0.day == nil }.map(\.name) + best.sorted { $0.key < $1.key }.map(\.value.name)
  }

  /// Returns the lines with a merged key and a merged comment after the key or the brackets.
  private func withHead(_ lines: [TextLine]) -> [TextLine] {
    func headComment(_ entry: FieldEntry?) -> String? {
      let isList = entry?.document.map { $0.nodes[FieldEntry.valueNode].kind == .sequence } ?? false
      return isList ? trailingComment(entry) : nil
    }
    let comment = FieldMerge.comment(
      ours: headComment(ours), base: headComment(base), theirs: headComment(theirs))
    guard let entry = read(lines), let document = entry.document else { return lines }
    var edits: [Edit] = []
    if comment != headComment(entry), document.nodes[FieldEntry.valueNode].kind == .sequence {
      edits.append(.setComment([.key(entry.key)], comment))
    }
    if entry.key != mergedKey { edits.append(.renameKey([.key(entry.key)], to: mergedKey)) }
    guard !edits.isEmpty, let result = try? document.applying(edits) else { return lines }
    return TextLine.lines(of: result.bytes, ending: end)
  }

  // MARK: - Lists with one item per line

  /// Merges the lines of lists in block style. Returns nil if a side has a different style.
  private func merged(
    _ first: MergedList, _ middle: MergedList, _ second: MergedList, _ names: [MergedList.Name]
  ) -> [TextLine]? {
    guard first.isBlock || first.items.isEmpty, second.isBlock || second.items.isEmpty else { return nil }
    let model = first.isBlock ? first : second
    let others = [middle, second].map { $0.isBlock ? $0.indented(to: model.column) : $0 }
    guard let middle = others[0], let second = others[1] else { return nil }
    let (ourItems, oldItems, theirItems) = (first.table, middle.table, second.table)
    let kept = Set(names)
    var carried: [TextLine] = []
    var above: [MergedList.Name: [TextLine]] = [:]
    for item in first.items where first.isBlock {
      let theirs = theirItems[item.name]?.above ?? []
      let old = oldItems[item.name]?.above ?? []
      if kept.contains(item.name) {
        let isShared = theirItems[item.name] != nil
        above[item.name] =
          carried + (isShared ? PieceOrder.above(ours: item.above, base: old, theirs: theirs) : item.above)
        carried = []
      } else {
        carried += PieceOrder.above(ours: item.above, base: old, theirs: theirs)
      }
    }
    var lines = head(first, middle, second)
    for name in names {
      guard let item = item(ourItems[name], oldItems[name], theirItems[name]) else { return nil }
      lines += (above[name] ?? theirItems[name]?.above ?? []) + item
    }
    return lines.map { $0.terminated(end) } + carried
  }

  private func head(_ first: MergedList, _ middle: MergedList, _ second: MergedList) -> [TextLine] {
    guard first.isBlock else { return second.head }
    return second.isBlock && first.head.contents == middle.head.contents ? second.head : first.head
  }

  /// Returns the lines of an item that is kept. If both sides changed them, returns our lines with both comments.
  private func item(_ ours: MergedList.Item?, _ base: MergedList.Item?, _ theirs: MergedList.Item?) -> [TextLine]? {
    guard let ours else { return theirs?.lines }
    guard let theirs, theirs.lines.contents != base?.lines.contents else { return ours.lines }
    if ours.lines.contents == base?.lines.contents { return theirs.lines }
    let comment = FieldMerge.comment(ours: ours.comment, base: base?.comment, theirs: theirs.comment)
    if comment == ours.comment { return ours.lines }
    guard let document = try? Document(ours.lines.joined),
      let result = try? document.applying(.setComment([.index(0)], comment))
    else { return nil }
    return TextLine.lines(of: result.bytes, ending: end)
  }

  // MARK: - Other lists

  /// Writes the merged items into our lines, or into theirs if our list has no items.
  private func written(
    _ first: MergedList, _ middle: MergedList, _ second: MergedList, _ names: [MergedList.Name]
  ) -> [TextLine]? {
    guard let model = first.items.isEmpty ? theirs : ours, let document = model.document else { return nil }
    let (ourItems, oldItems, theirItems) = (first.table, middle.table, second.table)
    let scalars = names.map { name in
      let item = ourItems[name] ?? theirItems[name]
      let comment = FieldMerge.comment(
        ours: ourItems[name]?.comment, base: oldItems[name]?.comment, theirs: theirItems[name]?.comment)
      return Scalar(item?.text ?? "", form: field?.type.form ?? .text, comment: comment)
    }
    let isText = document.nodes[FieldEntry.valueNode].kind == .scalar && scalars.count == 1
    let value: Value = isText ? .scalar(scalars[0]) : .list(scalars)
    guard let result = try? document.applying(.set([.key(model.key)], value)) else { return nil }
    return TextLine.lines(of: result.bytes, ending: end)
  }
}
