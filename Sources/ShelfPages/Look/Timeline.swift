import ShelfModel
import ShelfQuery

/// The readings of a book as marks on a timeline.
struct Timeline {
  let readings: [Reading]
  let began: CalendarDate?
  let now: CalendarDate?
  let text: SiteText

  private static let (width, margin) = (360, 10)

  func write(_ html: inout HTML) {
    var spans = readings.map { reading in
      (first: (reading.start ?? reading.end).daysSince1970, last: reading.end.lastDay.daysSince1970)
    }
    if let began { spans.append((began.daysSince1970, max(began, now?.lastDay ?? began).daysSince1970)) }
    guard let first = spans.map(\.first).min(), let last = spans.map(\.last).max() else { return }
    let (from, to) = (CalendarDate(daysSince1970: first).year, CalendarDate(daysSince1970: last).year)
    guard from <= to, to - from < 200, let start = CalendarDate(year: from, month: 1, day: 1),
      let end = CalendarDate(year: to, month: 12, day: 31)
    else { return }
    let (zero, days) = (start.daysSince1970, max(1, end.daysSince1970 - start.daysSince1970))
    func x(_ day: Int) -> Int {
      Timeline.margin + (Timeline.width - 2 * Timeline.margin) * min(max(day - zero, 0), days) / days
    }
    html.element(
      .svg,
      [
        .class("timeline"), HTMLAttribute(.viewBox, "0 0 \(Timeline.width) 46"), HTMLAttribute(.role, "img"),
        HTMLAttribute(
          .ariaLabel,
          text.count(spans.count, text.words.readTimes, ["first": String(from), "last": String(to)])),
      ]
    ) { html in
      html.element(
        .rect,
        [
          .class("rest"), HTMLAttribute(.x, Timeline.margin), HTMLAttribute(.y, 15),
          HTMLAttribute(.width, Timeline.width - 2 * Timeline.margin), HTMLAttribute(.height, 2),
        ])
      for span in spans {
        let (left, right) = (x(min(span.first, span.last)), x(span.last))
        html.element(
          .rect,
          [
            .class("fill"), HTMLAttribute(.x, max(0, left - 4)), HTMLAttribute(.y, 12),
            HTMLAttribute(.width, max(8, right - left + 8)),
            HTMLAttribute(.height, 8), HTMLAttribute(.rx, 4),
          ])
      }
      let step = max(1, (to - from + 6) / 6)
      for year in stride(from: from, through: to, by: step) {
        let day = CalendarDate(year: year, month: 7, day: 1)?.daysSince1970 ?? zero
        html.element(
          .words, [HTMLAttribute(.x, x(day)), HTMLAttribute(.y, 40), HTMLAttribute(.textAnchor, "middle")],
          text: String(year))
      }
    }
  }
}
