import ShelfModel
import ShelfText

extension Library {
  /// Returns the authors and contributors for whom `shelf.yaml` does not state a sort form, in alphabetical order.
  package func peopleWithoutForm() -> [String] {
    var people: [String: String] = [:]
    for kind in Kind.allCases {
      for field in schema.fields(of: kind) where field.isOfPeople {
        for record in records(of: kind) {
          for text in record.texts(of: field) {
            let name = field.personName(in: text)
            if !name.isEmpty { people[Folding.fold(name), default: name] = name }
          }
        }
      }
    }
    return people.filter { manifest.names.stated($0.value) == nil }.sorted { $0.key < $1.key }.map(\.value)
  }
}
