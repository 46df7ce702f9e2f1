import ShelfKit

/// All public records in the format of `export json`, and its JSON Schema.
enum LibraryFile {
  static let path = SitePath("library.json")
  static let schemaPath = SitePath("library.schema.json")

  static func pages(_ content: SiteContent) -> [SitePage] {
    [
      SitePage(path) {
        let selection = ExportSelection(content.source.library.records, of: content.source.library)
        return ExportFormat.json.write(selection).first?.bytes ?? []
      },
      SitePage(schemaPath) { Array(schema.utf8) },
    ]
  }

  private static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A published library: books, quotes and genres",
      "type": "array",
      "items": {
        "type": "object",
        "required": ["kind", "id"],
        "properties": {
          "kind": {"enum": ["book", "quote", "genre"]},
          "id": {"type": "string", "format": "uuid"},
          "title": {"type": "string"},
          "author": {"type": "array", "items": {"type": "string"}},
          "status": {"enum": ["wanted", "onShelf", "inProgress", "paused", "completed", "abandoned"]},
          "rating": {"type": "number", "minimum": 0, "maximum": 5, "multipleOf": 0.25},
          "genres": {"type": "array", "items": {"$ref": "#/$defs/reference"}},
          "contributors": {"type": "array", "items": {"type": "string"}},
          "series": {"type": "array", "items": {"type": "string"}},
          "isbn": {"type": "string"},
          "publisher": {"type": "string"},
          "place": {"type": "string"},
          "year": {"type": "integer"},
          "editionDate": {"type": "string"},
          "edition": {"type": "string"},
          "originalTitle": {"type": "string"},
          "pages": {"type": "integer", "minimum": 0},
          "duration": {"type": "string", "pattern": "^[0-9]+:[0-5][0-9]$"},
          "language": {"type": "string"},
          "dateStarted": {"type": "string"},
          "dateCompleted": {"type": "string"},
          "dateAbandoned": {"type": "string"},
          "readings": {"type": "array", "items": {"type": "string"}},
          "synopsis": {"type": "string"},
          "review": {"type": "string"},
          "book": {"$ref": "#/$defs/reference"},
          "page": {"type": "string"},
          "chapter": {"type": "string"},
          "creationDate": {"type": "string"},
          "text": {"type": "string"},
          "name": {"type": "string"},
          "color": {"type": "string", "pattern": "^[0-9A-F]{6}$"}
        }
      },
      "$defs": {
        "reference": {
          "type": "object",
          "required": ["id"],
          "properties": {"id": {"type": "string", "format": "uuid"}, "name": {"type": ["string", "null"]}}
        }
      }
    }

    """#
}
