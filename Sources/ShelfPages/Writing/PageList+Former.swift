import ShelfModel

/// The former addresses of pages, which redirect to the current addresses.
///
/// The page of a book or a genre is identified by the record's id, so all paths that the list contains for the id are
/// addresses of the page. Authors and series have no ids, and can be renamed by shelf, in an editor or by a merge. So
/// the list also contains, for each public book, the paths of its authors and series. If such a page is gone, and its
/// books now share exactly one author (or series) that they did not have before, this is its new name. From then on,
/// the list contains the old path under an id that is derived from the new path.
extension PageList {
  /// Adds the current and former addresses of a site to this list.
  ///
  /// - Parameter old: the list from the last run.
  /// - Returns: the former paths of pages, by the ids of the pages.
  mutating func remember(_ site: Site, _ old: PageList) -> [RecordID: [SitePath]] {
    var former: [RecordID: [SitePath]] = [:]
    func note(_ known: [String], _ page: PermanentPage) {
      let others = known.filter { $0 != page.path.text }.compactMap { SitePath(reading: Array($0.utf8)[...]) }
        .filter { $0.parts.first == page.path.parts.first && $0.parts.count == 3 }
      if !others.isEmpty { former[page.id] = Set(others).sorted() }
    }
    for page in site.recordPages {
      add(page.path.text, of: page.id)
      let known = old.addresses[page.id] ?? []
      if known.contains(where: { $0 != page.path.text && !Site.isGroup($0) }) { note(known, page) }
    }
    let groups = site.groupPages
    let paths = Set(groups.map(\.path.text))
    let renamed = old.renamedGroups(site, paths)
    for page in groups {
      let known = (old.addresses[page.id] ?? []) + (renamed[page.path.text] ?? [])
      // A former path that is in use again belongs to another page, so it does not redirect.
      if !known.isEmpty { note(known.filter { !paths.contains($0) }, page) }
    }
    for (id, paths) in former { for path in paths { add(path.text, of: id) } }
    for (book, paths) in site.groupsOfBooks { for path in paths { add(path, of: book) } }
    return former
  }

  /// Returns the former paths of authors and series that have been renamed since this list was written, by their new
  /// paths.
  ///
  /// - Parameter current: the paths of all authors and series.
  private func renamedGroups(_ site: Site, _ current: Set<String>) -> [String: [String]] {
    // For each page that is gone, its books, each with its current author and series pages and with its paths in this
    // list.
    var gone: [String: [(now: Set<String>, before: [String])]] = [:]
    for (book, paths) in site.groupsOfBooks {
      guard let before = addresses[book] else { continue }
      for path in before where Site.isGroup(path) && !current.contains(path) {
        gone[path, default: []].append((Set(paths), before))
      }
    }
    var renamed: [String: [String]] = [:]
    for (path, books) in gone {
      var new = books[0].now.filter { $0.prefix { $0 != "/" } == path.prefix { $0 != "/" } }
      for book in books { new = new.intersection(book.now).subtracting(book.before) }
      guard new.count == 1, let new = new.first else { continue }
      renamed[new, default: []] += [path] + (addresses[RecordID(ofPath: path)] ?? [])
    }
    return renamed
  }
}

extension RecordID {
  /// Creates the id under which the list contains the former paths of an author's or a series' page.
  init(ofPath path: String) {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    let digest = SHA1.digest(Array(path.utf8))
    self.init(high: number(digest[..<8]), low: number(digest[8..<16]))
  }
}
