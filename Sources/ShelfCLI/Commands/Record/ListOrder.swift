import ShelfModel
import ShelfQuery
import ShelfWording

/// The sort order of a list, from its options.
struct ListOrder {
  private let sort: String?
  private let newest: Bool
  private let oldest: Bool

  init(_ sort: String?, newest: Bool, oldest: Bool) throws(CommandError) {
    if newest, oldest { throw CommandError(.usage, "--newest and --oldest cannot be combined") }
    (self.sort, self.newest, self.oldest) = (sort.map(ParserArguments.unmarked), newest, oldest)
  }

  /// Returns the sort order.
  ///
  /// `--newest` and `--oldest` set the direction of each date in `--sort` that does not specify one. If `--sort` has no
  /// dates, these options break its ties by the creation date.
  func order(of kind: Kind, _ schema: Schema) throws(CommandError) -> RecordOrder {
    let parts = try sort.map { text throws(CommandError) in try Column.readOrder(text, of: kind, schema) } ?? []
    guard newest || oldest else {
      return parts.isEmpty ? .standard(of: kind, schema) : RecordOrder(parts.map { $0.key(newest: nil) })
    }
    let word = newest ? "--newest" : "--oldest"
    if let part = parts.first(where: { $0.isDate && ($0.isDescending.map { $0 != newest } ?? false) }) {
      throw CommandError(
        .usage, "“\(part.text)” and \(word) contradict each other", hint: "use only one")
    }
    var keys = parts.map { $0.key(newest: newest) }
    if !parts.contains(where: \.isDate) {
      guard let made = schema.field(.created, of: kind) else {
        throw CommandError(.usage, "\(kind.plural) have no date for \(word)", hint: "use --sort FIELD")
      }
      keys.append(RecordOrder.Key(.field(made), isDescending: newest))
    }
    return RecordOrder(keys)
  }
}
