import ShelfText

/// The "not found" page, and redirects from former addresses of pages.
struct OtherPages: Sendable {
  let content: SiteContent
  let layout: Layout

  private var words: PageWords { content.words }

  static let notFound = SitePath("404.html")

  /// The page for unknown addresses.
  ///
  /// A server shows it for addresses in any folder, so relative links would not work. If the site's URL is known, all
  /// links start with the path of the site. They contain no host, so that the page also works on a preview's host. If
  /// the URL is unknown, the page contains its own style, and its only link leads to the root of the host.
  var notFound: SitePage {
    SitePage(OtherPages.notFound) {
      guard let url = content.source.url else { return alone() }
      return layout.page(OtherPages.notFound, Layout.Head(title: words.notFound, isHidden: true)) { html in
        message(Address.onHost(Layout.home, base: url), &html)
      }
    }
  }

  private func message(_ home: Address, _ html: inout HTML) {
    html.element(.h1, text: words.notFound)
    html.element(.p, [.class("lead")]) { html in
      html.text(words.pageIsMissing + " ")
      html.element(.a, [.href(home)], text: words.goHome)
    }
  }

  private func alone() -> [UInt8] {
    var html = HTML()
    html.documentType()
    html.element(.html, Layout.attributes(content.text)) { html in
      html.element(.head) { html in
        Frames.begin(&html, policy: OtherPages.policy)
        html.element(
          .meta, [HTMLAttribute(.name, "viewport"), HTMLAttribute(.content, "width=device-width, initial-scale=1")])
        html.element(.title, text: "\(words.notFound) · \(content.name)")
        Frames.hide(&html)
        html.style(OtherPages.style)
      }
      html.element(.body) { html in html.element(.main) { message(.root, &$0) } }
    }
    html.endLine()
    return html.bytes
  }

  /// The style of a “not found” page that cannot link to the site's stylesheet.
  static let style: StaticString =
    ":root{color-scheme:light dark}body{max-width:36rem;margin:4rem auto;padding:0 1.25rem;font:1.0625rem/1.6 Georgia,serif;overflow-wrap:anywhere}"

  /// The content security policy of such a page, which allows only this style.
  private static let policy: String = {
    let digest = SHA256.digest(style.withUTF8Buffer(Array.init))
    return "default-src 'none'; style-src 'sha256-\(Base64.text(digest))'; base-uri 'none'; form-action 'none'"
  }()

  /// Returns a page that redirects from a former address of a page to the current one.
  func moved(from old: SitePath, to new: PermanentPage) -> SitePage {
    SitePage(old) {
      var html = HTML()
      let target = Address.to(new.path, from: old)
      html.documentType()
      html.element(.html, Layout.attributes(content.text)) { html in
        html.element(.head) { html in
          Frames.begin(&html)
          html.element(.title, text: new.title)
          html.element(.meta, [HTMLAttribute(.httpEquiv, "refresh"), HTMLAttribute(.content, "0; url=\(target.text)")])
          html.element(.meta, [HTMLAttribute(.name, "robots"), HTMLAttribute(.content, "noindex")])
          let canonical = content.source.url.map { Address.absolute(new.path, base: $0) } ?? target
          html.element(.link, [HTMLAttribute(.rel, "canonical"), .href(canonical)])
        }
        html.element(.body) { html in
          html.element(.p) {
            $0.element(.a, [.href(target)], and: new.attributes, text: new.title)
          }
        }
      }
      html.endLine()
      return html.bytes
    }
  }
}
