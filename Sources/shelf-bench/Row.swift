/// One line of the report.
struct Row {
  let scope: String
  let what: String
  let figure: String
  var yardstick = ""
  var yardstickFigure = ""
  var ratio = ""
  var bar = ""

  static let titles = Row(
    scope: "records", what: "what", figure: "median", yardstick: "yardstick", yardstickFigure: "median",
    ratio: "ratio", bar: "at most")

  var cells: [String] {
    [scope, what, figure, yardstick, yardstickFigure, ratio, bar]
  }
}
