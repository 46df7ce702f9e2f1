import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let oldFieldName = Check(
    "old-field-name", .warning, "a field with the name that it had in an earlier format",
    reason: "shelf still reads the old name, but other programs and queries know only the current name.",
    example: "summary: A desert planet.",
    repair: """
      Renames the field and keeps its value. If the record has both names, combines the values if they are lists; \
      otherwise, removes the field with the older name. If a different value would be lost, this repair is not made \
      automatically; you must choose it.
      """,
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        field.formerKeys.filter { record.keys.contains($0) }.map { key in
          OldFieldName.finding(check, record, field, key, examination.library)
        }
      }
    })
}

private enum OldFieldName {
  static func finding(
    _ check: Check, _ record: Record, _ field: Field, _ key: String, _ library: Library
  ) -> Finding {
    let range = record.range(ofKey: key)
    if record.key(of: field) == key {
      return Finding(
        check, record, field.key, at: range, "“\(key)” is now called “\(field.key)”",
        repairs: [
          Repair(
            "rename", "rename it to “\(field.key)”", record.isDoubtful(library.schema) ? .consent : .nothing, record,
            [.renameKey([.key(key)], to: field.key)])
        ])
    }
    let old = record.unknownFields.first { $0.key == key }?.texts ?? []
    let isEmpty = old.allSatisfy(\.isEmpty)
    let isSame = isEmpty || old == record.texts(of: field)
    let removal = Repair("take-out", "remove “\(key)”", isSame ? .nothing : .choice, record, [.remove([.key(key)])])
    let merging = isSame || !field.type.isList ? nil : OldList(record, field, key)?.merging(in: library)
    return Finding(
      check, record, field.key, at: range,
      "“\(key)” is the old name of “\(field.key)”, which the record also has"
        + (isEmpty ? "; it is empty" : isSame ? ", with the same value" : ""),
      advice: "combine the two values, and remove “\(key)”", repairs: [merging, removal].compactMap { $0 })
  }
}

extension Field {
  /// Returns whether the text is a valid value or item of the field. A reference is valid if its target exists and has
  /// the right kind.
  func accepts(_ text: String, in library: Library) -> Bool {
    guard let target = type.target else { return type.read([text]) != nil }
    return RecordID(text).flatMap { library.record($0)?.kind } == target
  }
}

/// A list under a former key, in a record that also has the field under its current key.
private struct OldList {
  let record: Record
  let field: Field
  let key: String
  private let document: Document
  private let node: Int

  /// Finds the list. The result is nil if either value contains anything but text.
  init?(_ record: Record, _ field: Field, _ key: String) {
    guard let document = try? Document(record.source), let node = document.node(at: [.key(key)]),
      let present = record.key(of: field), present != key, !record.items(of: field).contains(where: \.isNested)
    else { return nil }
    self.record = record
    self.field = field
    self.key = key
    self.document = document
    self.node = node
  }

  /// Returns the repair that adds the missing items to the other list. It is safe if no comment is lost and all added
  /// items are valid values of the field.
  func merging(in library: Library) -> Repair? {
    let isList = document.nodes[node].kind == .sequence
    let items = isList ? document.items(of: node) : [node]
    let texts = items.compactMap { document.text(of: $0) }
    guard texts.count == items.count else { return nil }
    let known = record.texts(of: field).map(comparable)
    var seen = Set(known)
    var edits: [Edit] = []
    var comments = 0
    var isValid = true
    for (index, text) in texts.enumerated() where !text.isEmpty {
      let comment = document.trailingComment(at: isList ? [.key(key), .index(index)] : [.key(key)])
      if seen.insert(comparable(text)).inserted {
        comments += comment == nil ? 0 : 1
        isValid = isValid && field.accepts(text, in: library)
        edits.append(.append(Scalar(text, form: field.type.form, comment: comment), to: [.key(present)]))
      }
    }
    return Repair(
      "merge", "add the missing items to “\(present)”, and remove “\(key)”",
      isValid && comments == commentCount ? .nothing : .consent, record,
      edits + [.remove([.key(key)])])
  }

  private var present: String { record.key(of: field) ?? field.key }

  /// Returns the canonical form of a reference. Any other text is returned unchanged.
  private func comparable(_ text: String) -> String {
    RecordID(text)?.description ?? text
  }

  /// The number of comments in the entry, including those after items that the other list already has.
  private var commentCount: Int {
    let range = document.nodes[node].range
    let end = document.bytes[range.upperBound...].firstIndex(of: 0x0A) ?? document.bytes.count
    let start = document.entries(of: 0).first { $0.value == node }.map { document.nodes[$0.key].range.lowerBound }
    let lines = document.bytes[(start ?? range.lowerBound)..<max(end, range.lowerBound)].split(separator: 0x0A)
    return lines.count { line in
      var last: UInt8 = 0x20
      for byte in line {
        if byte == UInt8(ascii: "#"), last == 0x20 || last == 0x09 { return true }
        last = byte
      }
      return false
    }
  }
}
