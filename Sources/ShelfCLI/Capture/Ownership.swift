import ShelfModel
import ShelfStore

/// The records that a new one may belong to: for a quote, the books.
struct Ownership {
  let library: Library
  /// The kind of those records.
  let target: Kind

  /// The records that are in the middle of something: the books that are being read, those begun last first.
  var current: [Record] {
    guard let state = library.schema.field(.state, of: target), let during = state.states?.during else { return [] }
    let began = library.schema.field(.began, of: target)
    func beginning(_ record: Record) -> String { began.flatMap { record.texts(of: $0).first } ?? "" }
    return library.records(of: target).filter { $0.value(of: state)?.text == during.value }
      .sorted { (beginning($1), $0.title) < (beginning($0), $1.title) }
  }
}
