import ShelfModel
import ShelfStore
import ShelfText

/// Conventions of Zotero's users, for data that Zotero has no field for.
extension Draft {
  /// Sets the status from tags such as `_read` and `to-read`, as programs about reading do with their shelves, and
  /// returns the other tags.
  ///
  /// A word with an underscore in front may be any word for a status. Without one, it must not be a word that may also
  /// be the topic of a book, such as `reading` or `past`. If the tags name several states, the one that was reached
  /// last counts.
  mutating func setStatus(fromTags tags: [String]) -> [String] {
    var states: [ReadingStatus] = []
    let others = tags.filter { tag in
      let plain = tag.trimmed
      let state =
        plain.hasPrefix("_")
        ? ReadingStatus(plain.trimmingStart("_"))
        : Draft.statusTags.contains(Folding.letters(plain)) ? ReadingStatus(plain) : nil
      if let state { states.append(state) }
      return state == nil
    }
    let order: [ReadingStatus] = [.inProgress, .paused, .abandoned, .completed, .wanted, .onShelf]
    if self[.status].isEmpty, let state = order.first(where: states.contains) { replace(.status, [state.rawValue]) }
    return others
  }

  private static let statusTags: Set<String> = [
    "read", "toread", "wanttoread", "toberead", "tbr", "unread", "currentlyreading", "didnotfinish", "dnf",
  ]

  /// Moves the line `Citation Key: x`, which Better BibTeX writes in Zotero's field `Extra`, from the notes to the
  /// field of the citation key, if the library declares it. Otherwise, the key becomes a source, as in an import of a
  /// BibTeX file.
  ///
  /// - Parameter stated: the citation key from a separate field of the source, or an empty string.
  mutating func takeCitationKey(_ options: ImportOptions, stated: String = "") {
    let lines = (first(.notes) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let found = lines.indices.first { Draft.citationKey(in: lines[$0]) != nil }
    let key = stated.isEmpty ? found.flatMap { Draft.citationKey(in: lines[$0]) } ?? "" : stated
    if options.declaredType(of: .citationKey, .book) != nil {
      if key.isEmpty { return }
      if self[.citationKey].isEmpty { set(.citationKey, key) }
    } else {
      guard CitationKeys.isPossible(key) else { return }
      sources.append("bibtex:\(key)")
    }
    guard let found else { return }
    var others = lines
    others.remove(at: found)
    replace(.notes, [others.joined(separator: "\n").trimmed].filter { !$0.isEmpty })
  }

  private static func citationKey(in line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"),
      ["citationkey", "citekey"].contains(Folding.letters(String(line[..<colon])))
    else { return nil }
    let key = line[line.index(after: colon)...].trimmed
    return key.isEmpty || key.contains(where: \.isWhitespace) ? nil : key
  }
}
