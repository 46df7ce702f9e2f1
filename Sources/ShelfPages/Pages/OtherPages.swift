import ShelfText

/// The "not found" page, and redirects from former addresses of books.
struct OtherPages: Sendable {
  let content: SiteContent
  let layout: Layout

  private var words: PageWords { content.words }

  static let notFound = SitePath("404.html")

  /// The page for unknown addresses. A server shows it for an address in any folder, so its link works only if the
  /// site's URL is known or the site is at the root of its host.
  var notFound: SitePage {
    SitePage(OtherPages.notFound) {
      layout.page(OtherPages.notFound, Layout.Head(title: words.notFound, isHidden: true)) { html in
        html.element(.h1, text: words.notFound)
        html.element(.p, [.class("lead")]) { html in
          html.text(words.pageIsMissing + " ")
          let home = content.source.url.map { Address.absolute(Layout.home, base: $0) }
          html.element(.a, [.href(home ?? .to(Layout.home, from: OtherPages.notFound))], text: words.goHome)
        }
      }
    }
  }

  /// Returns a page that redirects from a former address of a book to the current one.
  func moved(from old: SitePath, to book: PageBook) -> SitePage {
    SitePage(old) {
      var html = HTML()
      let target = Address.to(book.path, from: old)
      html.documentType()
      html.element(.html, Layout.attributes(content.text)) { html in
        html.element(.head) { html in
          Frames.begin(&html)
          html.element(.title, text: book.title)
          html.element(.meta, [HTMLAttribute(.httpEquiv, "refresh"), HTMLAttribute(.content, "0; url=\(target.text)")])
          html.element(.meta, [HTMLAttribute(.name, "robots"), HTMLAttribute(.content, "noindex")])
          let canonical = content.source.url.map { Address.absolute(book.path, base: $0) } ?? target
          html.element(.link, [HTMLAttribute(.rel, "canonical"), .href(canonical)])
        }
        html.element(.body) { html in
          html.element(.p) {
            $0.element(.a, [.href(target)], and: content.text.isStated ? book.languageAttributes : [], text: book.title)
          }
        }
      }
      html.endLine()
      return html.bytes
    }
  }
}
