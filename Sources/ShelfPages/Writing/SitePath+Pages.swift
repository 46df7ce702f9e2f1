extension SitePath {
  /// The folders that contain pages.
  static let pageFolders: Set<String> = Set(
    [
      GroupPages.authors, GroupPages.genres, GroupPages.series, Listing.books.first, Listing.quotes.first,
      ChartsPage.path, WishListPages.first, YearPages.index,
    ].map(\.parts[0]))

  /// Whether shelf uses such a path for a page, a cover, or a file that only some sites have. The path may belong to
  /// a record that is no longer public, so it need not be a path of the current site.
  var mayBePage: Bool {
    var folders = parts.dropLast()
    guard let first = folders.popFirst() else {
      return [Feeds.json, Feeds.quotes, Robots.sitemap].contains(self)
        || text.hasPrefix("search-") && text.hasSuffix(".js")
    }
    if let name = folders.last, name.hasPrefix("page-"), Int(name.dropFirst("page-".count)) != nil {
      folders.removeLast()
    }
    guard SitePath.pageFolders.contains(first), folders.count < 2,
      parts.last == "index.html" || first == "books" && parts.last == "cover.jpg"
    else { return false }
    guard let name = folders.last else { return parts.last == "index.html" }
    if first == "years" { return Int(name) != nil }
    // The name ends with the first digits of an id, a whole id, or the digits of a hash.
    let digits = name.split(separator: "-", omittingEmptySubsequences: false).last ?? ""
    return [8, 12].contains(digits.utf8.count) && digits.allSatisfy("0123456789abcdef".contains)
  }

  /// Text that shelf has always written near the start of a page with such a path. It distinguishes the page from a
  /// file of the user's own. The redirect from a former path has the same content security policy as any other page.
  var mark: String {
    switch self {
    case Feeds.json: "\"id\": \"urn:uuid:"
    case Feeds.quotes: "<generator>shelf</generator>"
    case Robots.sitemap: "</loc>\n</url>\n<url><loc>"
    default: parts.last == "index.html" ? Frames.policy : ",{\"books\":["
    }
  }
}
