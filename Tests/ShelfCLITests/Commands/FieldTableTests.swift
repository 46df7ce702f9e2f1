import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfWording

/// Tests the tables of fields, and the options, columns and help that are derived from them.
struct FieldTableTests {
  /// A field with a valid value, as a user types it.
  struct Sample: CustomTestStringConvertible, Sendable {
    let kind: Kind
    let field: Field
    let value: String

    var testDescription: String { "\(kind.singular).\(field.key)" }
  }

  static let samples = Kind.allCases.flatMap { kind in
    kind.fields.filter { !$0.isAutomatic }.map { Sample(kind: kind, field: $0, value: value(of: $0)) }
  }

  private static func value(of field: Field) -> String {
    switch field.type {
    case .integer(let range): String(max(range.lowerBound, min(range.upperBound, 3)))
    case .rating: "3"
    case .intervals: "2019-06-02/2019-06-30"
    case .boolean: "true"
    case .duration: "12:30"
    case .date: "2024-02-29"
    case .timestamp: "2024-02-29T12:00:00Z"
    case .choice(let words): words[words.count - 1]
    case .color: "12AB34"
    case .reference(let kind), .references(let kind):
      [.book: "Emma", .quote: "Fear", .genre: "Horror", .tag: "buy", .issue: "hall"][kind]!
    case .text where field.has(.progress): "40%"
    case .textList where field.has(.loans): "2026-03-02/2026-04-11 Anna"
    case .textList where field.has(.log): "2026-11-20 212"
    default: "Some text"
    }
  }

  @Test(arguments: Kind.allCases)
  func namesAreUnique(_ kind: Kind) {
    let names = kind.fields.flatMap { [$0.key] + $0.formerKeys }
    #expect(Set(names).count == names.count)
    let options = kind.fields.filter { !$0.isAutomatic }.map(FieldHelp.optionName)
    #expect(Set(options).count == options.count)
    let columns = Column.all(of: kind, Schema()).map(\.key)
    #expect(Set(columns).count == columns.count)
    #expect(kind.fields.contains { $0.key == kind.titleKey && $0.isRequired })
    #expect(kind.fields.first?.type == .id)
  }

  @Test(arguments: Kind.allCases)
  func everyFieldHasHelp(_ kind: Kind) {
    for field in kind.fields {
      #expect(field.help.first?.isUppercase == true && !field.help.hasSuffix("."), "\(field.key)")
    }
  }

  @Test(arguments: Kind.allCases)
  func everyListHasItsDefaultColumns(_ kind: Kind) throws {
    let files = try TestLibrary()
    files["issues/a.yaml"] = "id: f0000009-0000-4000-8000-000000000000\ntitle: A\ndue: 2026-12-01\n"
    let used = try Library.load(at: files.root, fileSystem: files.fileSystem, threads: 1)
    #expect(ListLayout.defaultColumns(of: kind, in: used).map(\.key) == kind.definition.columns)
  }

  @Test(arguments: samples)
  func isAnOptionOfAdd(_ sample: Sample) throws {
    let library = try TestLibrary()
    let option = "--" + FieldHelp.optionName(of: sample.field)
    #expect(try library.run("\(sample.kind.singular) add --help").contains("\(option) ") || isTitle(sample))
    let title = isTitle(sample) ? [] : ["Some title"]
    let output = try library.run("\(sample.kind.singular) add", title + [option, sample.value])
    #expect(output.hasPrefix("Added "), "\(output)")
    #expect(try shown("90000001", sample, library).contains(sample.value))
  }

  @Test(arguments: samples)
  func canBeSetShownListedAndCleared(_ sample: Sample) throws {
    let library = try TestLibrary()
    let (kind, key) = (sample.kind.singular, sample.field.key)
    let record = [.book: "b0000004", .quote: "c0000002", .genre: "e0000003", .tag: "a0000002", .issue: "f0000002"][
      sample.kind]!
    #expect(try library.run("\(kind) set --help").contains("\n  \(key) "))
    let output = try library.run("\(kind) set \(record)", ["\(key)=\(sample.value)"])
    #expect(output.hasPrefix("“"), "\(output)")
    #expect(try shown(record, sample, library).contains(sample.value))
    #expect(try library.run("\(kind) list --columns \(key)").contains(sample.value))
    #expect(try library.run("\(kind) list --sort \(key):desc --limit 1 --columns \(key)") != "\n")
    #expect(try library.run("\(kind) show \(record)").isEmpty == false)
    if sample.field.isRequired {
      _ = try library.refused("\(kind) set \(record) \(key)=")
    } else {
      _ = try library.run("\(kind) set \(record) \(key)= --yes")
      // A book on the shelf counts as owned even without a value.
      if sample.field.has(.owned) { return }
      let missing = sample.field.defaultText.map { sample.field.type == .boolean ? $0 : "\"\($0)\"" } ?? "null"
      #expect(try shown(record, sample, library) == "{\"\(key)\":\(missing)}\n")
    }
  }

  private func isTitle(_ sample: Sample) -> Bool { sample.field.key == sample.kind.titleKey }

  /// Returns the field of a record as JSON on one line.
  private func shown(_ id: String, _ sample: Sample, _ library: TestLibrary) throws -> String {
    let lines = try library.run("\(sample.kind.singular) list --format jsonl --json id,\(sample.field.key)")
    let line = try #require(lines.split(separator: "\n").first { $0.contains("\"id\":\"\(id)") })
    return "{" + line.drop { $0 != "," }.dropFirst() + "\n"
  }
}
