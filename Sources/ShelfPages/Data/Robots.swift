/// Files for crawlers: `robots.txt` and the sitemap.
///
/// A library that asks not to be indexed still lets crawlers fetch its pages, because a crawler that must not fetch a
/// page does not see its `noindex` and may list its address anyway. Such a library has no sitemap, and neither does a
/// library without a URL.
enum Robots {
  static let path = SitePath("robots.txt")
  static let sitemap = SitePath("sitemap.xml")

  /// - Parameter paths: the pages that the sitemap lists.
  static func pages(_ content: SiteContent, _ paths: [SitePath]) -> [SitePage] {
    let robots = SitePage(path) {
      var text = "User-agent: *\nAllow: /\n"
      if let url = content.source.url, !content.source.refusesRobots {
        text += "Sitemap: \(Address.absolute(sitemap, base: url).text)\n"
      }
      return Array(text.utf8)
    }
    guard let url = content.source.url, !content.source.refusesRobots else { return [robots] }
    let map = SitePage(sitemap) {
      var xml = XML()
      xml.declaration()
      xml.element("urlset", [("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")]) { xml in
        for path in paths { xml.element("url") { $0.element("loc", text: Address.absolute(path, base: url).text) } }
      }
      return xml.bytes
    }
    return [robots, map]
  }
}
