import Testing

@testable import ShelfModel
@testable import YAMLEdit

@Suite struct ManifestReaderTests {
  private func reader(_ text: String) throws -> ManifestReader {
    try ManifestReader(Array(text.utf8), limits: Limits())
  }

  @Test func formatAndName() throws {
    #expect(try reader("format: 1\nname: My Books\n").name == "My Books")
    #expect(try reader("format: 1\n").name == "Library")
    #expect(try reader("\u{FEFF}# c\r\nname: 'No'\r\nformat: \"1\"\r\n").name == "No")
    #expect(try reader("{format: 2}").format == 2)
    #expect(try reader("format: 1\nfields:\n").declaredFields().isEmpty)
    #expect(try reader("format: 1\nfields: {}\n").declaredFields().isEmpty)
  }

  @Test(arguments: [
    ("", "shelf.yaml:1:1"), ("# nothing\n", "shelf.yaml:1:1"), ("name: x\n", "shelf.yaml:1:1"),
    ("- format: 1\n", "shelf.yaml:1:1"), ("name: x\nformat: one\n", "shelf.yaml:2:9"),
    ("format: 0\n", "shelf.yaml:1:9"), ("format: -1\n", "shelf.yaml:1:9"), ("format: 1.0\n", "shelf.yaml:1:9"),
    ("format: [1]\n", "shelf.yaml:1:9"), ("format:\n", "shelf.yaml:1:8"),
    ("format: 1\nformat: 1\n", "shelf.yaml:2:1"), ("format: 1\nname: [x\n", "shelf.yaml:2:7"),
    ("format: 1\n--- \nformat: 1\n", "shelf.yaml:2:1"),
  ])
  func refuses(_ text: String, _ location: String) {
    let error = #expect(throws: UnreadableFile.self) { try reader(text) }
    #expect(error?.location == location)
    #expect(error?.reason.isEmpty == false)
  }

  @Test func ownFieldsOfEveryType() throws {
    let own = try reader(
      """
      format: 1
      fields:
        book:
          shelfmark: {type: text, help: Where it stands}
          translators: {type: text list}
          volumes: {type: integer}
          signed: {type: boolean}
          bought: {type: date}
          lentAt: {type: timestamp}
          spine: {type: color}
          binding: {type: choice, choices: [hard, soft]}
          sequelOf: {type: reference, to: book}
          moods: {type: references, to: tag}
          plain: {}
          blurb: {type: text, long: true}
          empty:
        issue:
          due: {type: date}
      """
    ).declaredFields().byKind
    #expect(
      own[.book]?.map(\.type) == [
        .text, .textList, .integer(Int.min...Int.max), .boolean, .date, .timestamp, .color, .choice(["hard", "soft"]),
        .reference(.book), .references(.tag), .text, .text, .text,
      ])
    #expect(own[.book]?.filter(\.isLong).map(\.key) == ["blurb"])
    #expect(own[.book]?.first?.help == "Where it stands")
    #expect(own[.issue]?.map(\.key) == ["due"])
    let schema = Schema(customFields: own)
    #expect(schema.field("moods", of: .book)?.deleteRule == .nullify)
    #expect(schema.fields(of: .book).map(\.index) == Array(schema.fields(of: .book).indices))
  }

  /// A declaration of a built-in field has no effect if it has the same type; otherwise, it replaces the field.
  @Test func declaredFieldsWin() throws {
    let reader = try reader(
      "format: 1\nfields:\n  book: {notes: {type: text, long: true}, format: {type: integer}, progress: {}}\n")
    let pages = try self.reader("format: 1\nfields: {book: {pages: {type: integer}}}\n").declaredFields()
    #expect(pages.map(\.isIgnored) == [true])
    let declared = try reader.declaredFields()
    #expect(declared.map(\.field.key) == ["notes", "format", "progress"])
    #expect(declared.map(\.isIgnored) == [true, false, true])
    #expect(declared.map(\.range) == [27..<32, 60..<66, 85..<93])
    #expect(declared.byKind[.book]?.map(\.key) == ["format"])
    let schema = Schema(customFields: declared.byKind)
    #expect(schema.field("format", of: .book)?.type == .integer(Int.min...Int.max))
    #expect(schema.field("notes", of: .book)?.isLong == true)
  }

  /// Declaring a field with a built-in key never makes a library unreadable.
  @Test(arguments: Kind.allCases) func everyBuiltInFieldCanBeDeclared(_ kind: Kind) throws {
    for field in kind.fields {
      for key in [field.key] + field.formerKeys {
        let type = field.type == .decimal ? "money" : "decimal"
        let text = "format: 1\nfields: {\(kind.singular): {\(key): {type: \(type)}}}\n"
        let declared = try reader(text).declaredFields()
        let isIdentity = [Field.idKey, Field.formerIDsKey].contains(key)
        #expect(declared.map(\.isIgnored) == [isIdentity], "\(key)")
        let schema = Schema(customFields: declared.byKind)
        #expect(schema.field(key, of: kind)?.type == (isIdentity ? field.type : declared[0].field.type), "\(key)")
        #expect(schema.title(of: kind).has(.title) && schema.title(of: kind).isRequired, "\(key)")
        #expect(schema.fields(of: kind).map(\.index) == Array(schema.fields(of: kind).indices))
      }
    }
  }

  /// A private field stays private when a library declares it, unless the declaration makes it public.
  @Test func declaredFieldsStayPrivate() throws {
    func field(_ settings: String) throws -> Field? {
      let text = "format: 1\nfields: {book: {lentTo: {type: text list\(settings)}}}\n"
      return try Schema(customFields: reader(text).declaredFields().byKind).field("lentTo", of: .book)
    }
    #expect(try field("")?.roles == [.suggests, .confidential])
    #expect(try field(", public: true")?.roles == [.suggests, .shown])
  }

  @Test func goals() throws {
    #expect(try reader("format: 1\ngoal: {2026: 40, 2025: 1}\n").goals() == [2026: 40, 2025: 1])
    #expect(try reader("format: 1\n").goals() == [:])
    #expect(try reader("format: 1\ngoal:\n").goals() == [:])
  }

  @Test(arguments: [
    ("goal: 40\n", "2:7"), ("goal: {2026: many}\n", "2:14"), ("goal: {2026: 0}\n", "2:14"),
    ("goal: {soon: 4}\n", "2:14"),
    ("goal: {2026: -1}\n", "2:14"), ("goal: {12: 4}\n", "2:12"), ("goal: {2026: [4]}\n", "2:14"),
  ])
  func refusesGoals(_ text: String, _ place: String) throws {
    let error = #expect(throws: UnreadableFile.self) { try reader("format: 1\n" + text).goals() }
    #expect(error?.location == "shelf.yaml:" + place)
  }

  /// Invalid declarations, each with the position of the error.
  @Test(arguments: [
    ("fields: [book]\n", "2:9", "a mapping of names to settings"),
    ("fields: text\n", "2:9", "a mapping of names to settings"),
    ("fields:\n  film: {}\n", "3:9", "unknown kind “film”"),
    ("fields:\n  books: {}\n", "3:10", "book, quote, genre, tag, issue"),
    ("fields:\n  book: [shelfmark]\n", "3:9", "a mapping of names to settings"),
    ("fields:\n  book:\n    mark: text\n", "4:11", "a mapping of names to settings"),
    ("fields:\n  book:\n    mark: {typ: text}\n", "4:17", "no setting “typ”"),
    ("fields:\n  book:\n    mark: {type: string}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {long: 7}\n", "4:18", "must be true or false"),
    ("fields:\n  book:\n    mark: {type: date, long: true}\n", "4:11", "only a text can be long"),
    ("fields:\n  book:\n    mark: {type: [text]}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {type: choice}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {type: choice, choices: []}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {type: choice, choices: low}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {type: reference}\n", "4:11", "needs a type"),
    ("fields:\n  book:\n    mark: {type: references, to: film}\n", "4:11", "needs a type"),
  ])
  func wrongDeclarations(_ text: String, _ place: String, _ reason: String) {
    let error = #expect(throws: UnreadableFile.self) { try reader("format: 1\n" + text).declaredFields() }
    #expect(error?.location == "shelf.yaml:" + place)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func policyOfMerging() throws {
    #expect(try reader("format: 1\n").mergePolicy() == .conflict)
    #expect(try reader("format: 1\nmerge:\n").mergePolicy() == .conflict)
    for policy in MergePolicy.allCases { #expect(try reader("format: 1\nmerge: \(policy)\n").mergePolicy() == policy) }
    for text in ["merge: mine\n", "merge: [ours]\n", "merge: {}\n", "merge: Ours\n"] {
      let error = #expect(throws: UnreadableFile.self) { try reader("format: 1\n" + text).mergePolicy() }
      #expect(error?.location == "shelf.yaml:2:8")
      #expect(error?.reason == "merge must be one of conflict, ours, theirs, newest")
    }
  }
}
