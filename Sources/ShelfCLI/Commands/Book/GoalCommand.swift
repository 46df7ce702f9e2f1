import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfWording

/// `shelf goal`: shows or sets the number of books to finish in a year.
struct GoalCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "goal", abstract: "Show or set the reading goal of a year.",
    discussion: """
      shelf goal            show your progress towards this year's goal
      shelf goal 20         set a goal of 20 books this year
      shelf goal 2027 20    set a goal for another year
      shelf goal 0          remove the goal

      The goal is stored in the library's shelf.yaml: goal: {2026: 20}.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(
    help: ArgumentHelp(
      "The number of books to finish, after a year if it is not this one; 0 removes the goal.", valueName: "books"))
  var words: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The year. (default: this year)", valueName: "year"))
  var year: Int?

  func run(in context: Context) throws {
    var words = words
    // `goal 30 books`
    if words.count > 1, [Kind.book.singular, Kind.book.plural].contains(words[words.count - 1].lowercased()) {
      words.removeLast()
    }
    guard words.count < 3, words.count < 2 || self.year == nil else {
      throw CommandError(
        .usage, "a goal is one number of books", hint: "write `shelf goal 20`, or `shelf goal 2027 20`")
    }
    let isYear = words.count == 2
    if isYear, Int(words[0]) == nil {
      throw CommandError(
        .usage, "“\(Wording.short(words[0]))” is not a year", hint: "write `shelf goal 20`, or `shelf goal 2027 20`")
    }
    let books = words.last
    let year = (isYear ? Int(words[0]) : self.year) ?? context.today.year
    guard (1000...9999).contains(year) else {
      throw CommandError(.usage, "--year must be a year such as 2026, not \(year)")
    }
    if let books {
      var change = try CommandChange(change, in: context)
      _ = try change.plan(SetGoal(year: year, books))
      return try change.commit()
    }
    let context = try change.library.context(context)
    let library = try change.library.load(in: context)
    let goals = library.manifest.goals.filter { $0.key == year }
    let rows = Statistics.goals(goals, Array(library.records(of: .book)), library.schema, today: context.today)
    guard let row = rows.first else {
      let setting = "shelf goal 20" + (year == context.today.year ? "" : " --year \(year)")
      throw CommandError(.no, "there is no goal for \(year)", hint: "set it with `\(setting)`")
    }
    let line = GoalLine(row, terminal: context.terminal)
    if context.terminal.isTerminal { try context.print(line.text) } else { try context.print(line.words) }
  }
}
