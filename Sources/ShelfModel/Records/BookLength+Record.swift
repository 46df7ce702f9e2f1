extension BookLength {
  package init(of record: Record, _ schema: Schema) {
    func value(_ role: FieldRoles) -> FieldValue? {
      schema.field(role, of: record.kind).flatMap { record.value(of: $0) }
    }
    var (pages, time): (Int?, PlayingTime?)
    if case .integer(let stated)? = value(.extent) { pages = stated }
    if case .duration(let stated)? = value(.playingTime) { time = stated }
    self.init(pages: pages, time: time)
  }
}
