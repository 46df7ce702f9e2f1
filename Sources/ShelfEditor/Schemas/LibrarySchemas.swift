import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfText
import ShelfWording

/// The JSON Schemas (draft-07) of a library's files, including its custom fields.
///
/// Editors and validators use them without shelf's language server. Draft-07 is the version that all of them support,
/// even old ones.
package struct LibrarySchemas: Sendable {
  private let schema: Schema

  package init(_ schema: Schema) { self.schema = schema }

  /// The names of all schemas: the kinds, and the library's settings.
  package static let names = Kind.allCases.map(\.singular) + [library]
  private static let library = "library"

  /// Returns the schema with a name, ending with a newline, or nil if there is none.
  package func text(_ name: String) -> [UInt8]? {
    if name == LibrarySchemas.library { return manifest.prettyBytes }
    return Kind.allCases.first { $0.singular == name }.map { json($0).prettyBytes }
  }

  /// Returns the settings that associate the schemas with files in Visual Studio Code and editors that read the same
  /// settings file.
  ///
  /// - Parameter folder: the folder that contains the schemas, relative to the library.
  package static func settings(folder: String) -> [UInt8] {
    func path(_ name: String) -> String { folder + "/" + name + ".json" }
    let kinds = Kind.allCases.map { kind in
      JSON.Member(
        key: path(kind.singular), value: [.text("\(kind.folder)/**/*.yaml"), .text("\(kind.folder)/**/*.yml")])
    }
    let manifest = JSON.Member(key: path(library), value: .text(Manifest.fileName))
    // Formatting is disabled because a formatter would rewrite the files.
    return JSON.object([
      JSON.Member(key: "yaml.schemas", value: .object(kinds + [manifest])),
      JSON.Member(key: "yaml.format.enable", value: false),
    ]).prettyBytes
  }

  private func json(_ kind: Kind) -> JSON {
    let fields = schema.fields(of: kind)
    var properties = fields.map { JSON.Member(key: $0.key, value: FieldSchema(field: $0, kind: kind).json) }
    for field in fields {
      for key in field.formerKeys where !fields.contains(where: { $0.key == key }) {
        let note = "“\(key)” is an older name of “\(field.key)”"
        properties.append(
          JSON.Member(
            key: key, value: ["description": .text(note), "deprecationMessage": .text(note), "doNotSuggest": true]))
      }
    }
    return .members([
      "$schema": "http://json-schema.org/draft-07/schema#", "$id": .text("urn:shelf:\(kind.singular)"),
      "title": .text(Wording.heading(kind.singular)), "description": .text(kind.definition.help), "type": "object",
      "required": .array(fields.filter(\.isRequired).map { .text($0.key) }), "properties": .object(properties),
      "defaultSnippets": [snippet(kind, fields)],
    ])
  }

  /// Returns a snippet with the required fields of a kind, for a new file.
  private func snippet(_ kind: Kind, _ fields: [Field]) -> JSON {
    let body = fields.filter(\.isRequired).enumerated().map { position, field in
      JSON.Member(key: field.key, value: .text(field.type == .id ? "${\(position + 1):id}" : "${\(position + 1)}"))
    }
    return [
      "label": .text("new \(kind.singular)"), "description": .text("The fields that every \(kind.singular) has"),
      "body": .object(body),
    ]
  }

  // MARK: shelf.yaml

  /// The settings under `publish`.
  private var publish: JSON {
    let fields = PublishSettings.kinds.flatMap { schema.fields(of: $0) }
      .filter { $0.has(.shown) && !$0.has(.title) && !$0.has(.owner) }.map(\.key)
    let hidden = (fields + ["covers", "goal"]).reduce(into: [] as [String]) { if !$0.contains($1) { $0.append($1) } }
    func list(_ words: [String], _ description: String) -> JSON {
      let words: JSON = ["enum": .array(words.map(JSON.text))]
      return ["anyOf": [words, ["type": "array", "items": words]], "description": .text(description)]
    }
    var statuses: [String] = []
    if case .choice(let words)? = schema.field(.state, of: .book)?.type { statuses = words }
    return [
      "statuses": list(statuses, "The statuses of the books to show"),
      "books": ["type": ["string", "number"], "description": "A query that the books must match"],
      "quotes": ["type": ["string", "number"], "description": "A query that the quotes must match, or none"],
      "hide": list(hidden, "The fields to hide"),
      "fetchedCovers": ["type": ["boolean", "string"], "description": "Whether fetched covers are shown"],
      "goal": ["type": ["boolean", "string"], "description": "Whether reading goals are shown"],
      "quoteLength": ["type": "integer", "minimum": 1, "maximum": 100_000],
      "dates": ["enum": ["day", "month", "year"], "description": "The precision of dates"],
      "about": ["type": ["string", "number"], "description": "Markdown for the first page"],
      "url": ["type": "string", "description": "The address of the pages"],
      "robots": ["enum": ["all", "none"], "description": "Whether search engines are asked to stay away"],
    ]
  }

  /// The settings under `import`, for each format.
  private var imports: JSON {
    let words = ShelvesChoice.allCases.map { JSON.text($0.rawValue) }
    let settings: JSON = [
      "type": ["object", "null"], "additionalProperties": false,
      "properties": [
        "shelves": ["enum": .array(words + [.null]), "description": "What shelves, tags and subjects become"]
      ],
    ]
    return .object(LibrarySetting.formats.map { JSON.Member(key: $0, value: settings) })
  }

  /// The schema of `shelf.yaml`.
  var manifest: JSON {
    let severities: [JSON] = ["error", "warning", "note", "off", false]
    let kinds: JSON = .array(Kind.allCases.map { .text($0.singular) })
    let field: JSON = [
      "type": "object", "additionalProperties": false,
      "properties": [
        "type": [
          "enum": .array(FieldType.names.map(JSON.text)),
          "description": "The type of the field; the default is text",
        ],
        "to": ["enum": kinds, "description": "The kind of record that a reference leads to"],
        "choices": [
          "type": "array", "items": ["type": ["string", "number", "boolean"]], "description": "The values of a choice",
        ],
        "help": ["type": "string", "description": "A one-line description of the field"],
        "unit": ["type": ["string", "null"], "description": "The unit that is shown after numbers"],
        "long": ["type": ["boolean", "string"], "description": "Whether it is long text"],
        "public": ["type": ["boolean", "string"], "description": "Whether published pages show it"],
      ],
    ]
    let customFields = Kind.allCases.map { kind in
      JSON.Member(key: kind.singular, value: ["type": ["object", "null"], "additionalProperties": field])
    }
    let codes = Check.all.map { check in
      JSON.Member(key: check.code, value: ["enum": .array(severities), "description": .text(check.summary)])
    }
    let number: JSON = ["type": "integer", "minimum": 1, "maximum": 1_000_000]
    func group(_ description: String, _ properties: JSON) -> JSON {
      [
        "type": ["object", "null"], "additionalProperties": false, "properties": properties,
        "description": .text(description),
      ]
    }
    return [
      "$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:shelf:library", "title": "Library",
      "description": "The settings of a library", "type": "object", "required": ["format"],
      "properties": [
        "format": ["const": .integer(Manifest.format), "description": "The format of the files"],
        "name": ["type": ["string", "number", "null"], "description": "The library's name"],
        "language": [
          "enum": .array(PageLanguage.all.map { .text($0.code) } + [.null]),
          "description": "The language of published pages",
        ],
        "fields": group("The library's custom fields, by kind", .object(customFields)),
        "merge": [
          "enum": .array(MergePolicy.allCases.map { .text($0.rawValue) } + [.null]),
          "description": "How to resolve a field that two branches changed",
        ],
        "undo": group("How much of the history to keep", ["entries": number, "megabytes": number]),
        "git": group(
          "How git is used",
          ["commit": ["type": ["boolean", "string"], "description": "Whether each change is committed"]]),
        "doctor": group(
          "The severities of problems, and the problems that are accepted",
          [
            "severity": [
              "type": ["object", "null"], "properties": .object(codes),
              "description": "The severity of problems in this library",
            ],
            "accept": ["type": ["array", "null"], "items": ["type": "string"], "description": "Accepted problems"],
          ]),
        "names": [
          "type": ["object", "null"], "additionalProperties": ["type": "string"],
          "description": "The forms to sort names of people by: “Family, Given”, or a name that is not divided",
        ],
        "import": group("What to do with the data of other programs, by format", imports),
        "goal": [
          "type": ["object", "null"], "propertyNames": ["pattern": "^[0-9]+$"],
          "additionalProperties": ["type": ["integer", "string"]],
          "description": "How many books to finish in a year, by year",
        ],
        "progress": group(
          "How the progress of a book is recorded",
          ["log": ["type": ["boolean", "string"], "description": "Whether progress is logged day by day"]]),
        "queue": [
          "type": ["array", "null"], "items": ["type": ["string", "null"]],
          "description": "The ids of the books to read, in order",
        ],
        "publish": group("What the published pages show", publish),
        "filters": [
          "type": ["object", "null"], "additionalProperties": ["type": ["string", "number", "boolean"]],
          "description": "Saved queries, by name",
        ],
      ],
    ]
  }
}
