import ShelfModel
import ShelfText

/// The numbers of the copies of a record, such as barcodes.
///
/// A custom field whose name says that it numbers copies contains them, as the items of a list, or in one text, between
/// semicolons or commas. If a record has several such fields, the one with the most numbers is used. A single number
/// belongs to the title, not to a copy, if the record has several copies, or if the number is a call number.
package struct CopyNumbers {
  /// The numbers, as the record contains them.
  package let all: [String]
  /// The field that contains the numbers, or nil if there are none.
  package let field: Field?

  /// - Parameter includingShared: whether to include a single number of several copies. They all share it, or the
  ///   numbers of the others are not recorded.
  package init(_ record: Record, _ schema: Schema, includingShared: Bool = false) {
    var (best, source): ([String], Field?) = ([], nil)
    let copies = schema.field(.copies, of: record.kind).flatMap { record.texts(of: $0).first }.flatMap { Int($0) } ?? 1
    for field in CopyNumbers.fields(of: record.kind, schema) where record.has(field) {
      let numbers = CopyNumbers.numbers(in: record.texts(of: field), of: field)
      if numbers.count == 1, copies > 1 && !includingShared || CopyNumberName.isOfTitle(field.key) { continue }
      if numbers.count > best.count { (best, source) = (numbers, field) }
    }
    (all, field) = (best, source)
  }

  /// Returns the custom fields of a kind that number copies.
  package static func fields(of kind: Kind, _ schema: Schema) -> [Field] {
    schema.customFields(of: kind).filter { field in
      if case .integer = field.type { return CopyNumberName.matches(field.key) }
      return (field.type == .text || field.type == .textList) && !field.isLong && CopyNumberName.matches(field.key)
    }
  }

  /// Returns the custom fields whose numbers identify single copies, unlike call numbers, which identify titles.
  package static func uniqueFields(of kind: Kind, _ schema: Schema) -> [Field] {
    fields(of: kind, schema).filter { !CopyNumberName.isOfTitle($0.key) }
  }

  /// Returns whether a field of a kind numbers copies.
  package static func areIn(_ field: Field, of kind: Kind, _ schema: Schema) -> Bool {
    fields(of: kind, schema).contains { $0.index == field.index }
  }

  /// Returns the number in the record that a user typed, or nil if it has none. Spreadsheets drop leading zeros.
  package subscript(typed: String) -> String? {
    let exact = all.first { CopyNumbers.letters($0) == CopyNumbers.letters(typed) }
    let counted = CopyNumbers.letters(typed, isCounting: true)
    return counted.isEmpty ? nil : exact ?? all.first { CopyNumbers.letters($0, isCounting: true) == counted }
  }

  /// Returns the numbers in a text.
  package static func split(_ text: String) -> [String] {
    text.split { ";,|\n".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the numbers in the texts of a field. A call number may contain commas.
  package static func numbers(in texts: [String], of field: Field) -> [String] {
    if !CopyNumberName.isOfTitle(field.key) { return texts.flatMap(split) }
    return texts.flatMap { text in text.split { ";|\n".contains($0) } }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns a text in the form that is used for comparing numbers.
  ///
  /// - Parameter isCounting: whether to ignore leading zeros.
  static func letters(_ text: String, isCounting: Bool = false) -> [UInt8] {
    let letters = RecordFinder.withoutPunctuation(Folding.fold(text))
    let zero = UInt8(ascii: "0")
    let isNumber = isCounting && letters.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Array(letters.drop { $0 == zero }) : letters
  }

  /// Returns a number in a form that is the same for all ways to write it.
  package static func key(_ number: String) -> String {
    String(decoding: letters(number, isCounting: true), as: UTF8.self)
  }

  /// Returns whether two numbers are the same.
  package static func areSame(_ a: String, _ b: String) -> Bool { key(a) == key(b) }
}
