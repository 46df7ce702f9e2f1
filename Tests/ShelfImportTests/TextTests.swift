import Foundation
import ShelfModel
import Testing

@testable import ShelfFormats
@testable import ShelfImport

@Suite struct ExchangeTextTests {
  /// The results agree with the examples in RFC 9562 and FIPS 180-4.
  @Test func derivesIDs() throws {
    let dns = try #require(RecordID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(RecordID.derived(from: "www.example.com", in: dns).description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    let digest = SHA1.digest(Array("abc".utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digest == "a9993e364706816aba3e25717850c26c9cd0d89d")
    for length in [55, 56, 63, 64, 65, 119, 120] {
      #expect(SHA1.digest([UInt8](repeating: 1, count: length)).count == 20)
    }
  }

  @Test(arguments: [
    ("9780306406157", "9780306406157"), ("0-306-40615-2", "9780306406157"), ("ISBN 0306406152", "9780306406157"),
    ("=\"080442957X\"", "9780804429573"), ("urn:isbn:978-0-306-40615-7", "9780306406157"),
  ])
  func readsISBNs(_ text: String, _ digits: String) { #expect(ISBN(exported: text)?.digits == digits) }

  @Test(arguments: ["", "9780306406158", "0306406153", "B0TESTASIN", "9.78053E+12", "1234567890123", "x", "９７８"])
  func refusesISBNs(_ text: String) { #expect(ISBN(exported: text) == nil) }

  @Test(arguments: [
    ("2020/05/20", "2020-05-20"), ("2024/09", "2024-09"), ("2024", "2024"), ("May 20, 2020", "2020-05-20"),
    ("20 May 2020", "2020-05-20"), ("10/12/2022", "2022"), ("11th March 2024", "2024-03-11"),
    ("March 1st, 2024", "2024-03-01"), ("the 22nd of March 2024", "2024-03-22"), ("Mon 3RD Jun 2024", "2024-06-03"),
    ("1er mars 2024", "2024-03-01"), ("1º de marzo de 2024", "2024-03-01"), ("12-03-2024", "2024"),
    ("5/5/2024", "2024-05-05"),
    ("12/13/2024", "2024-12-13"), ("13/12/2024", "2024-12-13"), ("05/06/07", "2007"), ("20.05.2020", "2020-05-20"),
    ("Sunday, November 28, 2021 5:19:35 PM", "2021-11-28"), ("2023-01-02T03:04:05Z", "2023-01-02"),
    ("20200520", "2020-05-20"), ("Montag, 28. Dezember 2020 um 21:33:49", "2020-12-28"),
    ("lunes 28 de diciembre de 2020 21:33:49", "2020-12-28"), ("2016年1月27日星期三 下午10:13:22", "2016-01-27"),
    ("суббота, 3 апреля 2021 г. в 13:49:51", "2021-04-03"), ("2020-1-5", "2020-01-05"), ("March 2021", "2021-03"),
    ("samedi 20 février 2021 10:11:12", "2021-02-20"), ("2021-00-00", "2021"), ("05/00/2020", "2020-05"),
    ("00.05.2020", "2020-05"), ("25/00/2020", "2020"), ("00/00/2020", "2020"),
  ])
  func readsDays(_ text: String, _ day: String) { #expect(DateParser.day(text)?.description == day, "\(text)") }

  @Test(arguments: ["", "soon", "0101-01-01", "2020-13-40", "12", "n/a", "99/99/9999"])
  func refusesDays(_ text: String) { #expect(DateParser.day(text) == nil) }

  @Test(arguments: [
    ("5:19:35 PM", "17:19:35"), ("12:05 AM", "00:05:00"), ("下午10:13:22", "22:13:22"), ("22H46' GMT", "22:46:00"),
    ("13:02:03", "13:02:03"), ("5:19:35 p. m.", "17:19:35"), ("12:00:00 PM", "12:00:00"),
  ])
  func readsTimes(_ text: String, _ time: String) { #expect(DateParser.timeOfDay(text) == time) }

  @Test func readsHTML() {
    #expect(HTMLText.plain("a<br/>b &amp; <i>c</i>") == "a\nb & *c*")
    #expect(
      HTMLText.plain("<p>One.</p><p>Two &#8217;tis <a href=\"https://x.org/a\">there</a></p>")
        == "One.\n\nTwo ’tis there (https://x.org/a)")
    #expect(HTMLText.plain("1 < 2 & 3 > 2") == "1 < 2 & 3 > 2")
    #expect(HTMLText.plain("<ul><li>a</li><li>b</li></ul>") == "- a\n- b")
    #expect(HTMLText.plain("x<script>alert(1)</script>y<!-- z -->") == "xy")
  }

  @Test func decodes() {
    #expect(TextDecoding(Array("é".utf8)).encoding == nil)
    let utf16 = TextDecoding([0xFF, 0xFE, 0x41, 0, 0xE9, 0])
    #expect(String(decoding: utf16.bytes, as: UTF8.self) == "Aé" && utf16.encoding == .utf16)
    let windows = TextDecoding([0x63, 0x61, 0x66, 0xE9, 0x20, 0x93])
    #expect(String(decoding: windows.bytes, as: UTF8.self) == "café “" && windows.encoding == .windows1252)
    let library = TextDecoding(Array("é Cort".utf8) + [0xE2] + Array("azar".utf8), hasMARC8: true)
    #expect(String(decoding: library.bytes, as: UTF8.self).elementsEqual("é Cortázar") && library.encoding == .marc8)
  }

  /// LibraryThing's table is UTF-8 with fragments in MARC-8, where an accent precedes its letter. A byte that is
  /// neither is dropped and counted.
  @Test func strayBytesOfLibraryThing() throws {
    let head = "Book Id\tTitle\tPrimary Author\tSubjects\tEntry Date\tCollections\tISBNs\n1\tSól\tCort"
    let bytes = Array(head.utf8) + [0xE2] + Array("azar, Julio\t".utf8) + [0x8F] + Array("x\t[2006-07-25]\t\t\n".utf8)
    let text = TextDecoding(bytes + Array(repeating: [0xE2, 0x61], count: 2).joined(), hasMARC8: true)
    #expect(text.encoding == .marc8 && text.undecodable == 1)
    #expect(String(decoding: text.bytes, as: UTF8.self).contains("Sól\tCortázar, Julio\tx"))
  }

  /// A table that a spreadsheet program saved again is in Windows-1252, where accented letters have the same bytes as
  /// the accents in MARC-8.
  @Test(arguments: [
    "Cien años de soledad\tGarcía Márquez, Gabriel", "L'étranger\tCamus, Albert", "Über allen Gipfeln\tGoethe, Johann",
    "Os Lusíadas\tCamões, Luís de", "Café\tMañana", "À la recherche du temps perdu\tProust, Marcel", "Noël\tFrançois",
  ])
  func aSpreadsheetsTableOfLibraryThing(_ text: String) {
    let head = "Book Id\tTitle\tPrimary Author\n1\t"
    let bytes = (head + text + "\n").unicodeScalars.map { UInt8($0.value) }
    let read = TextDecoding(bytes, hasMARC8: true)
    #expect(String(decoding: read.bytes, as: UTF8.self) == head + text + "\n")
    #expect(read.encoding == .windows1252)
  }

  /// In a table without letters encoded in UTF-8, MARC-8 accents are recognized by the letters that they can combine
  /// with.
  @Test(arguments: [
    ("Cort\u{E2}azar, Julio", "Cortázar, Julio"), ("Garc\u{E2}ia M\u{E2}arquez", "García Márquez"),
    ("Dvo\u{E9}r\u{E2}ak", "Dvořák"), ("H\u{E8}older", "Hölder"), ("Fran\u{F0}cois", "François"),
    ("a\u{E4}no", "año"), ("\u{E2}Etranger", "Étranger"), ("caf\u{E2}e", "café"),
  ])
  func accentsBeforeTheirLetters(_ raw: String, _ name: String) {
    let read = TextDecoding(raw.unicodeScalars.map { UInt8($0.value) }, hasMARC8: true)
    #expect(String(decoding: read.bytes, as: UTF8.self) == name)
    #expect(read.encoding == .marc8)
  }

  @Test func dividesTitles() {
    func split(_ title: String) -> [String] {
      let (title, series) = SeriesName.split(title: title)
      return [title] + series
    }
    #expect(split("A Wizard of Earthsea (Earthsea Cycle, #1)") == ["A Wizard of Earthsea", "Earthsea Cycle 1"])
    #expect(split("Gideon the Ninth (The Locked Tomb #1)") == ["Gideon the Ninth", "The Locked Tomb 1"])
    #expect(split("W (Warspite #1, Ark Royal #4)") == ["W", "Warspite 1", "Ark Royal 4"])
    #expect(split("W (Fringe, #6, Rogue, Two, #2)") == ["W", "Fringe 6", "Rogue, Two 2"])
    #expect(split("W (Fringe, #1-3, 5)") == ["W", "Fringe 1-3, 5"])
    #expect(split("1984 (Signet Classics)") == ["1984 (Signet Classics)"])
    #expect(SeriesName.text("Shores (#2.0)") == "Shores 2")
  }

  /// Excel for Mac still writes tables in the encoding of the first Macs. Only the letters in them distinguish these
  /// tables from tables made on Windows.
  @Test(arguments: [
    "Title,Author\rLes Misérables,Victor Hugo\rThérèse Raquin,Émile Zola\r",
    "Titel,Autor\nDie Räuber,Schiller\nFür mich,Döblin\n", "Titel,Autor\nDie Räuber,SCHILLER\nFür mich,DÖBLIN\n",
    "Título,Autor\nEl coronel no tiene quien le escriba – «años»,Gabriel García Márquez\nPérez,José\n",
  ])
  func textsOfOldMacs(_ text: String) throws {
    let codes: [Character: UInt8] = [
      "á": 0x87, "ä": 0x8A, "é": 0x8E, "è": 0x8F, "í": 0x92, "ñ": 0x96, "ö": 0x9A, "ü": 0x9F, "É": 0x83, "Ö": 0x85,
      "«": 0xC7,
      "»": 0xC8, "–": 0xD0,
    ]
    let decoding = TextDecoding(text.map { codes[$0] ?? $0.asciiValue ?? 0 })
    #expect(decoding.encoding == .macRoman && String(decoding: decoding.bytes, as: UTF8.self) == text)
    let windows = TextDecoding(Array(try #require(text.data(using: .windowsCP1252))))
    #expect(windows.encoding == .windows1252 && String(decoding: windows.bytes, as: UTF8.self) == text)
  }

  /// Text in any other encoding is read as Windows-1252.
  @Test(arguments: [
    ("Žena, škola – „Božena“ to, Řím, ťava, ďábel\n", String.Encoding.windowsCP1250),
    ("Война и мир, Толстой\n", .windowsCP1251), ("羅生門,芥川龍之介\n", .shiftJIS),
    ("“Don’t”, he said – €5…\n", .windowsCP1252),
  ])
  func textsOfOthers(_ text: String, _ encoding: String.Encoding) throws {
    #expect(TextDecoding(Array(try #require(text.data(using: encoding)))).encoding == .windows1252)
    // For these bytes, DOS has lower-case letters and the Mac has capital letters.
    #expect(TextDecoding([0x66, 0x81, 0x72, 0x20, 0x8D, 0x20, 0x8D]).encoding == .windows1252)
  }
}
