import Testing

@testable import ShelfText

struct JSONWriterTests {
  private func write(_ layout: JSONWriter.Layout = .compact, _ content: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(layout)
    content(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func example(_ json: inout JSONWriter) {
    json.object {
      $0.member("title", "Dune")
      $0.member("rating", 5)
      $0.member("series", nil as String?)
      $0.key("genres")
      $0.array {
        $0.object { $0.member("name", "Fantasy") }
        $0.null()
      }
      $0.member("author", ["Frank", "Brian"])
      $0.member("completed", true)
      $0.key("quotes")
      $0.array { _ in }
      $0.key("more")
      $0.object { _ in }
      $0.key("ratio")
      $0.value(0.5)
    }
    json.endLine()
  }

  @Test func writesMembersInOrder() {
    #expect(
      write { example(&$0) } == """
        {"title":"Dune","rating":5,"series":null,"genres":[{"name":"Fantasy"},null],"author":["Frank","Brian"],\
        "completed":true,"quotes":[],"more":{},"ratio":0.5}

        """)
  }

  @Test func indents() {
    #expect(
      write(.pretty) { example(&$0) } == """
        {
          "title": "Dune",
          "rating": 5,
          "series": null,
          "genres": [
            {
              "name": "Fantasy"
            },
            null
          ],
          "author": [
            "Frank",
            "Brian"
          ],
          "completed": true,
          "quotes": [],
          "more": {},
          "ratio": 0.5
        }

        """)
  }

  @Test(arguments: [
    ("", #""""#),
    (#"a"b\c/d"#, #""a\"b\\c/d""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
    ("Zoë 三体 👩‍🚀 – “x”", #""Zoë 三体 👩‍🚀 – “x”""#),
    ("\u{9B}\u{A0}\u{202E}\u{2028}\u{2010}", "\"\\u009b\u{A0}\\u202e\\u2028\u{2010}\""),
    (#"\"#, #""\\""#),
    (#""""#, #""\"\"""#),
  ])
  func escapes(text: String, expected: String) {
    #expect(write { $0.value(text) } == expected)
    #expect(write { $0.object { $0.member(text, 1) } } == "{\(expected):1}")
  }

  @Test func writesNumbers() {
    #expect(write { $0.value(Int.min) } == "-9223372036854775808")
    #expect(write { $0.value(Double.infinity) } == "null")
    #expect(write { $0.value(Double.nan) } == "null")
    #expect(write { $0.value(1e21) } == "1e+21")
  }

  /// Texts are processed eight bytes at a time. Characters that need escapes must be found at every position.
  @Test func escapesAtEveryPlace() {
    let characters = (0...0x100).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{202E}", "\u{2068}", "三", "🐙"]
    for character in characters {
      let alone = write { $0.value(String(character)) }.dropFirst().dropLast()
      for before in 0...9 {
        let (start, end) = (String(repeating: "<", count: before), String(repeating: "]", count: 17 - before))
        #expect(write { $0.value(start + String(character) + end) } == "\"\(start)\(alone)\(end)\"")
      }
    }
  }

  @Test func streamsLists() {
    var writer = JSONWriter()
    var text = ""
    writer.beginArray()
    for number in 1...3 {
      writer.object { $0.member("n", number) }
      text += String(decoding: writer.take(), as: UTF8.self)
    }
    writer.endArray()
    text += String(decoding: writer.take(), as: UTF8.self)
    #expect(text == #"[{"n":1},{"n":2},{"n":3}]"#)
    #expect(writer.bytes.isEmpty)
  }

  @Test func writesALineForEachObject() {
    let text = write { json in
      for number in 1...2 {
        json.object { $0.member("n", number) }
        json.endLine()
      }
    }
    #expect(text == "{\"n\":1}\n{\"n\":2}\n")
  }
}
