import ShelfModel
import ShelfWording

extension Context {
  /// Reads the moment that `--since` names: a day, a time, `yesterday`, or an age such as `7d`, `2w`, `6m`, `1y`.
  func since(_ text: String) throws(CommandError) -> Timestamp {
    let day = today.daysSince1970
    switch text.lowercased() {
    case "today": return Timestamp(secondsSince1970: localTime.start(ofDay: day))
    case "yesterday": return Timestamp(secondsSince1970: localTime.start(ofDay: day - 1))
    default: break
    }
    if let moment = localTime.read(text) { return moment }
    let days: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
    if let unit = text.last.flatMap({ days[$0] }), let count = Int(text.dropLast()), (0...10_000).contains(count) {
      return Timestamp(secondsSince1970: now.secondsSince1970 - count * unit * 86_400)
    }
    throw CommandError(
      .usage, "“\(Wording.short(text))” is not a date", hint: "write 2026-11-21, yesterday, or an age: 7d, 2w, 6m, 1y")
  }
}
