import YAMLEdit

extension Check {
  static let outOfRange = Check(
    "out-of-range", .error, "a number beyond what its field can hold",
    reason: "A rating has up to five stars. A number beyond that counts as if it were not there.",
    example: "rating: 7",
    repair: "Writes the nearest number that fits, or takes the field out.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        guard case .integer(let range) = field.type else { return [] }
        let items = record.items(of: field)
        guard items.count == 1, items[0].index == nil, let number = Int(items[0].text), !range.contains(number) else {
          return []
        }
        let nearest = String(min(max(number, range.lowerBound), range.upperBound))
        return [
          Finding(
            check, record, field.key, at: items[0].range, "\(number) is not \(field.type.description)",
            repairs: [
              Repair(
                "nearest", "write \(nearest)", .choice, record,
                [.set(items[0].path, .scalar(Scalar(nearest, form: .literal)))]),
              Repair("take-out", "take the field out", .choice, record, [.remove([.key(items[0].key)])]),
            ])
        ]
      }
    })
}
