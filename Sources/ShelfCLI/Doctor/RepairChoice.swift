import ArgumentParser
import ShelfDoctor
import ShelfText
import ShelfWording

extension RepairChoice {
  /// Parses the values of `--fix`: `safe`, or codes such as `unused-tag` and `dangling-reference:take-out`.
  init(_ values: [String], orphans: OrphanChoice?) throws(CommandError) {
    self.init()
    self.orphans = orphans
    isSafe = !values.isEmpty
    for value in values.flatMap({ $0.split(separator: ",").map(String.init) }) where value != "safe" {
      let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
      let check = try Check.find(parts[0])
      guard check.repair != nil else {
        throw CommandError(
          .usage, "\(check.code) has no repair", hint: "`shelf doctor --explain \(check.code)` explains what to do")
      }
      named[check.code] = .some(parts.count > 1 ? parts[1] : nil)
    }
  }
}

extension OrphanChoice: ExpressibleByArgument {}

extension Check {
  /// Returns the check with the code that the user typed.
  static func find(_ code: String) throws(CommandError) -> Check {
    if let check = named(code) { return check }
    let nearest = Nearest.words(to: code, among: all.map(\.code))
    throw CommandError(
      .usage, "unknown check “\(code)”",
      hint: nearest.first.map { "did you mean \($0)?" } ?? "`shelf doctor --list-checks` lists all checks")
  }
}
