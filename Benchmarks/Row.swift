/// One line of the report.
struct Row {
  let scope: String
  let what: String
  let figure: String
  var yardstick = ""
  var yardstickFigure = ""
  var ratio = ""
  var bar = ""
  /// Whether the figure exceeds its limit.
  var isOver = false

  static let titles = Row(
    scope: "records", what: "what", figure: "median", yardstick: "yardstick", yardstickFigure: "median",
    ratio: "ratio", bar: "at most")

  var cells: [String] {
    [scope, what, figure, yardstick, yardstickFigure, ratio, bar, isOver ? "over" : ""]
  }
}

extension Row {
  /// Compares a duration with its yardstick, both in milliseconds.
  ///
  /// - Parameter bar: the maximum ratio, or nil if the yardstick is for information only.
  init(
    scope: String, what: String, milliseconds: Double, yardstick: String, yardstickMilliseconds: Double, bar: Double?
  ) {
    let ratio = milliseconds / yardstickMilliseconds
    self.init(
      scope: scope, what: what, figure: Report.milliseconds(milliseconds), yardstick: yardstick,
      yardstickFigure: Report.milliseconds(yardstickMilliseconds), ratio: Report.times(ratio),
      bar: bar.map(Report.times) ?? "", isOver: bar.map { ratio > $0 } ?? false)
  }

  /// Reports the peak memory of a command.
  ///
  /// - Parameter bar: the maximum in megabytes, or nil if there is none.
  init(scope: String, what: String, peakBytes: Int, bar: Double?) {
    self.init(
      scope: scope, what: what, figure: Report.megabytes(peakBytes), bar: bar.map { "\(Int($0)) MB" } ?? "",
      isOver: bar.map { Double(peakBytes) > $0 * 1_000_000 } ?? false)
  }
}
