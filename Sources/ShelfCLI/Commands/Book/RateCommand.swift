import ArgumentParser
import ShelfModel
import ShelfStore

/// `shelf book rate`: gives books a rating.
struct RateCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a book, or several, with stars from 0 to 5 in quarters.",
    usage: BookCommand.verbUsage("rate", "(<record> ... | --where <query>) <stars>"),
    discussion: "The stars come last, such as 4.5; none takes a rating away.")

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title; the stars come last.")
  var record: [String] = []

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    guard let stars = record.last, bulk.hasQuery || record.count > 1 else {
      throw CommandError(
        .usage, record.isEmpty ? "a book and its stars are missing" : "the stars are missing",
        hint: "write `shelf book rate \(record.first.map(Wording.shellWord) ?? "TITLE") 4.5`")
    }
    try context.offering(Array(record.dropLast())) { try rate($0, stars, in: context) }
  }

  private func rate(_ names: [String], _ stars: String, in context: Context) throws {
    let isAsking = bulk.isAsking(change)
    var change = try Change(change, in: context, isAsking: isAsking)
    let records = try bulk.records(named: names, .book, change.library, change.context)
    guard let field = change.library.schema.field(.rating, of: .book) else { return }
    var reader = AssignmentReader(context.finder(change.library), today: context.today)
    let text = ["none", "-"].contains(stars.lowercased()) ? "" : stars
    let assignment = try reader.read(key: field.key, .set, text, .book)
    for record in records { try change.plan.change(record, [assignment]) }
    let all = BulkChange(kind: .book, records: records)
    if isAsking { try all.confirm(change.plan, change.context) }
    if json.isWanted {
      return try json.commit(
        change, records.map(\.id), of: [.book], isList: bulk.hasQuery || names.count > 1)
    }
    try change.commit { plan in
      if bulk.hasQuery { return all.report(plan) }
      return records.map { record in
        let phrases = FieldChangeText(plan: plan, record: record).phrases()
        return "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
      }
    }
  }
}
