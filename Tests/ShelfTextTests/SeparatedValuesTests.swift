import ShelfTestSupport
import Testing

@testable import ShelfText

struct SeparatedValuesTests {
  private func csv(_ rows: [[String]]) -> String {
    var writer = CSVWriter()
    for row in rows { writer.row(row) }
    return String(decoding: writer.take(), as: UTF8.self)
  }

  private func tsv(_ rows: [[String]]) -> String {
    var writer = TSVWriter()
    for row in rows { writer.row(row) }
    return String(decoding: writer.take(), as: UTF8.self)
  }

  @Test func quotesCSVWhereNeeded() {
    #expect(csv([["a", "b c", "", "三体"]]) == "a,b c,,三体\n")
    #expect(csv([["a,b", "say \"hi\"", "one\ntwo", "\r"]]) == "\"a,b\",\"say \"\"hi\"\"\",\"one\ntwo\",\"\r\"\n")
    #expect(csv([["=1+1", "-1", " x "]]) == "=1+1,-1, x \n")
  }

  @Test func writesNoEmptyCSVRecord() {
    #expect(csv([[""], ["", ""], ["x"]]) == "\"\"\n,\nx\n")
  }

  @Test func showsCSVOnATerminal() {
    #expect(csv([["\u{1B}[2J"]]) == "\u{1B}[2J\n")
  }

  @Test func escapesTSV() {
    #expect(tsv([["a", "", "b c"], ["", ""]]) == "a\t\tb c\n\t\n")
    #expect(tsv([["a\tb\nc\r\\d\"", "\u{1B}\u{9B}\u{202E}"]]) == "a\\tb\\nc\\r\\\\d\"\t\\u001b\\u009b\\u202e\n")
    #expect(tsv([["Zoë 三体 ’"]]) == "Zoë 三体 ’\n")
  }

  @Test(arguments: NastyTexts.all)
  func keepsOneTSVRecordOnOneLine(nasty: NastyText) {
    let text = nasty.text
    let record = tsv([[text, text]])
    #expect(record.utf8.count { $0 == 0x0A } == 1)
    #expect(record.utf8.count { $0 == 0x09 } == 1)
  }

  @Test func takesBytes() {
    let bytes = Array("a,\tb".utf8)
    var csv = CSVWriter()
    var tsv = TSVWriter()
    bytes.withUnsafeBufferPointer {
      csv.field(utf8: $0)
      tsv.field(utf8: $0)
    }
    #expect(String(decoding: csv.bytes, as: UTF8.self) == "\"a,\tb\"")
    #expect(String(decoding: tsv.bytes, as: UTF8.self) == "a,\\tb")
  }

  @Test func goesOnAfterTaking() {
    var csv = CSVWriter()
    csv.row(["a", "b"])
    #expect(csv.take() == Array("a,b\n".utf8))
    csv.row([""])
    #expect(csv.take() == Array("\"\"\n".utf8))
  }
}
