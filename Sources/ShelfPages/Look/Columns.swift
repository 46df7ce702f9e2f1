/// A column chart of values over time, with a table of the same numbers.
struct Columns {
  let rows: [(label: String, short: String, count: Int)]
  let label: String
  let text: SiteText

  private static let (width, height, foot) = (360, 110, 20)

  func write(_ html: inout HTML) {
    let maximum = max(1, rows.map(\.count).max() ?? 1)
    let step = Columns.width / max(1, rows.count)
    html.element(.figure, [.class("chart")]) { html in
      html.element(
        .svg,
        [
          .class("columns"), HTMLAttribute(.viewBox, "0 0 \(Columns.width) \(Columns.height + Columns.foot + 16)"),
          HTMLAttribute(.role, "img"), HTMLAttribute(.ariaLabel, label),
        ]
      ) { html in
        for (index, row) in rows.enumerated() {
          let height = row.count == 0 ? 1 : max(3, Columns.height * row.count / maximum)
          let (x, y) = (index * step + 3, 16 + Columns.height - height)
          html.element(
            .rect,
            [
              .class(row.count == 0 ? "rest" : "fill"), HTMLAttribute(.x, x), HTMLAttribute(.y, y),
              HTMLAttribute(.width, max(2, step - 6)), HTMLAttribute(.height, height), HTMLAttribute(.rx, 1),
            ])
          let middle = index * step + step / 2
          if row.count > 0 { words(text.number(row.count), middle, y - 4, &html) }
          words(row.short, middle, 16 + Columns.height + 15, &html)
        }
      }
      html.element(.details) { html in
        html.element(.summary, text: text.words.asTable)
        html.element(.table) { html in
          html.element(.tbody) { html in
            for row in rows {
              html.element(.tr) { html in
                html.element(.th, [HTMLAttribute(.scope, "row")], text: row.label)
                html.element(.td, [.class("number")], text: text.number(row.count))
              }
            }
          }
        }
      }
    }
  }

  private func words(_ text: String, _ x: Int, _ y: Int, _ html: inout HTML) {
    html.element(
      .words, [HTMLAttribute(.x, x), HTMLAttribute(.y, y), HTMLAttribute(.textAnchor, "middle")], text: text)
  }
}
