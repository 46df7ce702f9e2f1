import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Collections of Tellico.
///
/// The sample is invented. It has the elements that Tellico's source writes (`bookcollection.cpp`,
/// `tellicoxmlexporter.cpp`), and the structure of the collections of version 11 that Tellico is tested with.
@Suite struct TellicoTests {
  private static let collection = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE tellico PUBLIC "-//Robby Stephenson/DTD Tellico V11.0//EN" "http://periapsis.org/tellico/dtd/v11/tellico.dtd">
    <tellico xmlns="http://periapsis.org/tellico/" syntaxVersion="11">
     <collection title="My Books" type="2">
      <fields>
       <field title="Rating" name="rating" type="14"><prop name="maximum">10</prop><prop name="minimum">1</prop></field>
      </fields>
      <entry id="1">
       <title>Frankenstein</title>
       <subtitle>Or, The Modern Prometheus</subtitle>
       <authors><author>Mary Shelley</author></authors>
       <editors><editor>Ann Bee</editor></editors>
       <translators><translator>Carl Dee</translator></translators>
       <binding>Hardback</binding>
       <pur_date>2019-03-04</pur_date>
       <publisher>Lackington</publisher>
       <edition>2nd</edition>
       <cr_years><cr_year>1818</cr_year></cr_years>
       <pub_year>1831</pub_year>
       <isbn>978-0-306-40615-7</isbn>
       <pages>280</pages>
       <languages><language>English</language></languages>
       <genres><genre>Gothic, old</genre><genre>Science Fiction</genre></genres>
       <keywords><keyword>lab</keyword></keywords>
       <series>Monsters</series>
       <series_num>3</series_num>
       <read>true</read>
       <rating>8</rating>
       <cover>abc.jpg</cover>
       <plot>A creature.</plot>
       <comments>Mine.</comments>
       <cdate calendar="gregorian"><year>2020</year><month>01</month><day>02</day></cdate>
       <mdate calendar="gregorian"><year>2021</year><month>01</month><day>02</day></mdate>
      </entry>
      <entry id="2">
       <title>Emma</title><pub_year>1815</pub_year><loaned>true</loaned><rating>6 - Good</rating>
       <cdate calendar="gregorian"><year>2020</year><month>01</month><day>02</day></cdate>
      </entry>
     </collection>
     <borrowers>
      <borrower name="Robby" uid="a"><loan entryRef="2" loanDate="2023-10-18" dueDate="2023-10-25" uid="b">A note.</loan></borrower>
     </borrowers>
    </tellico>
    """

  @Test(arguments: [false, true]) func books(_ isPacked: Bool) throws {
    let bytes =
      isPacked ? ZipMaker.archive([("tellico.xml", Self.collection)], packed: true) : Array(Self.collection.utf8)
    let batch = try read([("books.tc", PackedFile(bytes).bytes)])
    #expect(batch.format == "tellico" && batch.read == 2 && batch.preview.isEmpty)
    #expect(batch.titles == ["Frankenstein: Or, The Modern Prometheus", "Emma"])
    let book = batch.drafts(.book)[0]
    for (field, texts) in [
      (FieldHandle.author, ["Mary Shelley"]), (.contributors, ["Ann Bee (editor)", "Carl Dee (translator)"]),
      (.format, ["Hardback"]), (.publisher, ["Lackington"]), (.edition, ["2nd"]), (.year, ["1818"]),
      (.editionDate, ["1831"]), (.isbn, ["9780306406157"]), (.pages, ["280"]), (.language, ["English"]),
      (.series, ["Monsters 3"]), (.status, ["completed"]), (.rating, ["4"]), (.synopsis, ["A creature."]),
      (.notes, ["Mine."]), (.dateAdded, ["2019-03-04"]),
    ] { #expect(book[field] == texts, "\(field)") }
    #expect(book[.genres] == ["Gothic, old", "Science Fiction", "lab"])
    let other = batch.drafts(.book)[1]
    #expect(other[.year] == ["1815"] && other[.editionDate].isEmpty && other[.status].isEmpty)
    #expect(other[.dateAdded] == ["2020-01-02"] && other[.rating] == ["3"])
    let lentTo = FieldHandle(named: "lentTo")
    #expect(other[lentTo] == ["Robby"] && book[lentTo].isEmpty)
    #expect(other[.lentOn] == ["2023-10-18"] && other[.dueOn] == ["2023-10-25"])
  }

  @Test("other collections and broken files are refused with a reason")
  func refuses() {
    for (text, reason) in [
      ("<tellico><collection type=\"3\"><entry><title>A film</title></entry></collection></tellico>", "no books"),
      ("<tellico><collection type=\"5\"><entry><title>A paper</title></entry></collection></tellico>", "as Bibtex"),
      ("<tellico><collection type=\"2\">", "x"),
    ] { #expect { try read(text) } throws: { "\($0)".contains(reason) } }
  }
}
