import ShelfText

/// A bar chart in the form of a table with a bar in each row, so that it is readable without graphics.
struct Bars {
  /// The heading of the first column.
  let head: String
  let rows: [Row]
  let text: SiteText

  struct Row {
    let label: String
    /// The HTML attributes of the label, such as the language of a title.
    var attributes: [HTMLAttribute] = []
    /// The text for screen readers, or nil if it is the same as the label.
    var spoken: String?
    let count: Int
    /// The page that the label links to.
    var path: SitePath?
    /// The CSS class of a genre's color.
    var color: String?
  }

  func write(from page: SitePath, _ html: inout HTML) {
    let maximum = rows.map(\.count).max() ?? 1
    html.element(.table, [.class("bars")]) { html in
      html.element(.thead, [.class("unseen")]) { html in
        html.element(.tr) { html in
          for name in [head, text.words.share, text.words.number] {
            html.element(.th, [HTMLAttribute(.scope, "col")], text: name)
          }
        }
      }
      html.element(.tbody) { html in
        for row in rows {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { label(row, page, &$0) }
            html.element(.td) { Bars.bar(row.count, of: maximum, color: row.color, &$0) }
            html.element(.td, [.class("number")], text: text.number(row.count))
          }
        }
      }
    }
  }

  private func label(_ row: Row, _ page: SitePath, _ html: inout HTML) {
    if let path = row.path {
      html.element(.a, [.href(.to(path, from: page))]) { $0.element(.bdi, row.attributes, text: row.label) }
    } else if let spoken = row.spoken {
      html.element(
        .span, [.class("stars"), HTMLAttribute(.role, "img"), HTMLAttribute(.ariaLabel, spoken)], text: row.label)
    } else {
      html.element(.bdi, text: row.label)
    }
  }

  /// Writes a bar whose length is proportional to `count`.
  static func bar(_ count: Int, of maximum: Int, color: String? = nil, _ html: inout HTML) {
    html.element(
      .svg,
      [
        .class("bar"), HTMLAttribute(.viewBox, "0 0 1000 10"), HTMLAttribute(.preserveAspectRatio, "none"),
        HTMLAttribute(.ariaHidden, "true"),
      ]
    ) { html in
      let width = maximum > 0 ? max(count > 0 ? 4 : 0, 1000 * count / maximum) : 0
      html.element(
        .rect, [.class("fill", color ?? ""), HTMLAttribute(.width, width), HTMLAttribute(.height, 10)])
    }
  }

  /// Writes a progress bar.
  static func part(_ count: Int, of all: Int, _ text: SiteText, _ html: inout HTML) {
    let words = Template.filled(text.words.partOf, ["count": String(count), "all": String(all)])
    html.element(
      .svg,
      [
        .class("part"), HTMLAttribute(.viewBox, "0 0 1000 10"), HTMLAttribute(.preserveAspectRatio, "none"),
        HTMLAttribute(.role, "img"), HTMLAttribute(.ariaLabel, words),
      ]
    ) { html in
      html.element(.rect, [.class("rest"), HTMLAttribute(.width, 1000), HTMLAttribute(.height, 10)])
      html.element(
        .rect, [.class("fill"), HTMLAttribute(.width, all > 0 ? 1000 * count / all : 0), HTMLAttribute(.height, 10)])
    }
  }
}
