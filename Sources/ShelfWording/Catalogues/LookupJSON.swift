import ShelfImport
import ShelfLookup
import ShelfModel
import ShelfText

/// The results from catalogues as JSON.
package enum LookupJSON {
  package static func bytes(_ results: [Lookup.CatalogueResult], _ isbn: ISBN) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("isbn", isbn.digits)
      json.key("catalogues")
      json.array { json in
        for statement in results {
          json.object { json in
            json.member("name", statement.catalogue.name)
            switch statement.result {
            case .success(let found?): write(found, to: &json)
            case .success(nil): json.member("isKnown", false)
            case .failure(let failure): json.member("problem", Wording.reason(failure))
            }
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }

  package static func bytes(
    _ books: [FoundBook], _ failures: [(catalogue: Catalogue, failure: CatalogueFailure)]
  ) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.key("books")
      json.array { json in
        for book in books {
          json.object { json in
            json.member("name", book.catalogue)
            write(book, to: &json)
          }
        }
      }
      json.key("problems")
      json.array { json in
        for (catalogue, failure) in failures {
          json.object { json in
            json.member("name", catalogue.name)
            json.member("problem", Wording.reason(failure))
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }

  private static func write(_ found: FoundBook, to json: inout JSONWriter) {
    let book = found.book
    json.member("isKnown", true)
    json.key("fields")
    json.object { json in
      for field in FoundText.fields {
        let texts = book.draft[field]
        if texts.isEmpty { continue }
        if [.author, .contributors].contains(field) {
          json.member(field.key, texts)
        } else {
          json.member(field.key, texts[0])
        }
      }
    }
    json.member("sources", book.draft.sources)
    json.member("editionYear", book.editionYear)
    json.member("series", book.series)
    json.member("subjects", book.subjects)
    json.key("contributors")
    json.array { json in
      for person in book.contributors {
        json.object { json in
          json.member("role", person.role)
          json.member("name", person.name)
        }
      }
    }
  }
}
