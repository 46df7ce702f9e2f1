import Testing

@testable import ShelfText

@Suite struct TOMLParserTests {
  private func json(_ text: String) throws -> String {
    var writer = JSONWriter()
    writer.value(try TOMLParser.parse(Array(text.utf8)))
    return String(decoding: writer.take(), as: UTF8.self).filter { $0 != "\n" && $0 != " " }
  }

  @Test(arguments: [
    ("", "{}"), ("# only\n\n", "{}"), ("a = 1\nb = true # x\r\nc=-1.5e3\n", #"{"a":1,"b":true,"c":-1.5e3}"#),
    ("a = 1_000\nb = +5\nc = 0xff\nd = 0b11\ne = -inf", #"{"a":1000,"b":5,"c":255,"d":3,"e":"-inf"}"#),
    (
      "a = 2001-02-03\nb = 07:32\nc = 1979-05-27T07:32:00Z",
      #"{"a":"2001-02-03","b":"07:32","c":"1979-05-27T07:32:00Z"}"#
    ),
    ("a.b.c = 1\na.b.d = 2\n\"x.y\".'z' = 3", #"{"a":{"b":{"c":1,"d":2}},"x.y":{"z":3}}"#),
    ("a = [1, [2, 3], # x\n 'b',\n]", #"{"a":[1,[2,3],"b"]}"#), ("a = []\nb = {}", #"{"a":[],"b":{}}"#),
    ("a = { b = 1, c.d = 'x' }", #"{"a":{"b":1,"c":{"d":"x"}}}"#),
    ("[a]\nx = 1\n[a.b]\ny = 2\n[ c . d ]\nz = 3", #"{"a":{"x":1,"b":{"y":2}},"c":{"d":{"z":3}}}"#),
    ("[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]\n[[a.c]]", #"{"a":[{"x":1,"b":{"y":2}},{"c":[{}]}]}"#),
    (#"a = "q\"\\\t\u00e9\U0001F600\x41""#, #"{"a":"q\"\\\té😀A"}"#), (#"a = 'C:\no'"#, #"{"a":"C:\\no"}"#),
    ("a = \"\"\"\nx\ny\"\"\"\nb = '''\r\nz'''", #"{"a":"x\ny","b":"z"}"#),
    ("a = \"\"\"x \\\n   \n y\"\"\"", #"{"a":"xy"}"#),
    (#"a = """q""q"""""#, #"{"a":"q\"\"q\""}"#),
    ("\u{2D}a_1 = ''", #"{"-a_1":""}"#),
  ])
  func reads(_ text: String, _ tree: String) throws {
    #expect(try json(text) == tree)
  }

  @Test(arguments: [
    ("a = 1\nb\n", 2, "“=” is expected"), ("a = x\n", 1, "“x” needs quotation marks"),
    ("a =\n", 1, "a value is expected"),
    ("a = 1\na = 2", 2, "“a” is defined twice"), ("a = 1 2", 1, "“1 2” needs quotation marks"),
    ("a = '1' 2", 1, "the end of the line is expected"),
    ("a = \"x\nb = 1", 1, "a text in quotation marks is not closed"),
    ("\na = [1 # ]", 2, "“,” or “]” is expected"), ("a = [1,", 1, "a value is expected"),
    ("a = [", 1, "a value is expected"),
    ("a = {b = 1", 1, "“,” or “}” is expected"), ("[a", 1, "“]” is expected"), ("[[a]", 1, "“]]” is expected"),
    ("a = 1\n[a.b]", 2, "“a” already has a value"),
    ("[a]\n[[a]]", 2, "“a” is already something other than a list of tables"),
    (#"a = "\q""#, 1, "“\\q” is not an escape"),
    (#"a = "\ud800""#, 1, "4 hexadecimal digits of a character are expected"),
    ("= 1", 1, "a name is expected"), ("a = \"\"\"x", 1, "a text in quotation marks is not closed"),
    ("a = \"\\", 1, "a text in quotation marks is not closed"),
    (String(repeating: "a.", count: 60) + "b = 1", 1, "the tables are nested too deeply"),
    ("a = " + String(repeating: "[", count: 100_000), 1, "the values are nested too deeply"),
    ("a = " + String(repeating: "{a=", count: 100_000), 1, "the values are nested too deeply"),
  ])
  func refuses(_ text: String, _ line: Int, _ reason: String) {
    #expect {
      try json(text)
    } throws: { error in
      guard let error = error as? TOMLParser.Failure else { return false }
      #expect(error.line == line && error.reason == reason, "\(error)")
      return true
    }
  }

  @Test func linesOfTables() throws {
    let tree = try TOMLParser.parse(Array("x = 1\n\n[[books]]\ntitle = '''a\nb'''\nyear = 2\n[[books]]\n".utf8))
    let books = try #require(tree["books"]).items
    #expect(books.map(\.line) == [3, 7] && books[0].value.members.map(\.line) == [4, 6])
  }
}
