import ShelfText
import Testing

@testable import ShelfFormats

@Suite struct PersonNameTests {
  @Test(arguments: [
    ("Salinger, J.D.", "J.D. Salinger"), ("Tolkien, J. R. R.", "J. R. R. Tolkien"),
    ("Paul Conti, M.D.", "Paul Conti, M.D."),
    ("Dumbill, Edd", "Edd Dumbill"), ("Doe, Jane, PhD", "Jane Doe, PhD"), ("King, Jr.", "King, Jr."),
    ("Ma, Yo-Yo", "Yo-Yo Ma"), ("Yo-Yo, Ma", "Ma Yo-Yo"), ("毛泽东, 沈迈克", "毛泽东, 沈迈克"),
    ("Strasser, Todd (= Morton Rhue)", "Todd Strasser (= Morton Rhue)"),
    ("Clemens, Samuel (Mark Twain)", "Samuel Clemens (Mark Twain)"),
    ("Rhue (= Strasser), Todd", "Todd Rhue (= Strasser)"), ("Gogh, Vincent van (Maler)", "Vincent van Gogh (Maler)"),
    ("Vonnegut, Jr., Kurt (Autor)", "Kurt Vonnegut, Jr. (Autor)"),
    ("Tolkien, J. R. R. (John Ronald Reuel)", "J. R. R. Tolkien"),
  ])
  func turned(_ name: String, _ turned: String) { #expect(PersonName.turned(name) == turned) }

  /// Names as people and programs write them, in a cell whose format is unknown.
  @Test(arguments: [
    ("Salinger, J.D.", ["J.D. Salinger"]), ("Paul Conti, MD", ["Paul Conti, MD"]),
    ("Falla, Manuel de", ["Manuel de Falla"]), ("Bach, Carl Philipp Emanuel", ["Carl Philipp Emanuel Bach"]),
    ("Attwood, Brian and John Arnold", ["Brian Attwood", "John Arnold"]),
    ("Truth and Reconciliation Commission of Canada", ["Truth and Reconciliation Commission of Canada"]),
    ("Ministry of Agriculture, Food and Rural Affairs", ["Ministry of Agriculture, Food and Rural Affairs"]),
    ("Johnson & Johnson Company", ["Johnson & Johnson Company"]),
    ("Stan and Jan Berenstain", ["Stan and Jan Berenstain"]),
    ("Plato, Aristotle and Kant", ["Plato", "Aristotle", "Kant"]),
    ("Gilles Deleuze and Félix Guattari", ["Gilles Deleuze", "Félix Guattari"]),
    ("Jane Doe, Ann Roe, and Bo Poe", ["Jane Doe", "Ann Roe", "Bo Poe"]),
    ("Jane Doe, Ann Roe & Bo Poe", ["Jane Doe", "Ann Roe", "Bo Poe"]),
    ("Doe, Jane and Roe, Ann", ["Jane Doe", "Ann Roe"]), ("Doe, Jane; Roe, Ann", ["Jane Doe", "Ann Roe"]),
    ("Falla, Manuel de;", ["Manuel de Falla"]), ("García Márquez, Gabriel", ["Gabriel García Márquez"]),
    ("van Gogh, Vincent Willem", ["Vincent Willem van Gogh"]), ("Le Guin, Ursula K.", ["Ursula K. Le Guin"]),
    ("Doe, Jane, PhD", ["Jane Doe, PhD"]), ("King, Martin Luther, Jr.", ["Martin Luther King, Jr."]),
    ("Paul Conti, MD, Lady Gaga", ["Paul Conti, MD", "Lady Gaga"]),
    ("Lady Gaga, Paul Conti", ["Lady Gaga", "Paul Conti"]),
    ("Ockham, William of", ["William of Ockham"]), ("La Fontaine, Jean de", ["Jean de La Fontaine"]),
    ("Roe, Ann, Doe, Jane", ["Ann Roe", "Jane Doe"]), ("Plato", ["Plato"]),
    ("Plato and Aristotle", ["Plato", "Aristotle"]),
    ("余华", ["余华"]), ("余华, 莫言", ["余华", "莫言"]),
    ("Terry Pratchett & Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]), ("", []), (" ; ", []), (",", []),
    ("O'Brien, Flann", ["Flann O'Brien"]), ("Brontë, Emily", ["Emily Brontë"]), ("Cher, ", ["Cher"]),
    ("Saint-Exupéry, Antoine de", ["Antoine de Saint-Exupéry"]), ("Knopf, Inc.", ["Knopf, Inc."]),
    ("Department of Health and Human Services", ["Department of Health and Human Services"]),
    ("Ann Lee & Bill Press", ["Ann Lee", "Bill Press"]),
    ("Charlotte Church, Jane Doe", ["Charlotte Church", "Jane Doe"]),
    ("Mary Church Terrell & Ida B. Wells", ["Mary Church Terrell", "Ida B. Wells"]),
    ("Geoffrey of Monmouth and Gerald of Wales", ["Geoffrey of Monmouth", "Gerald of Wales"]),
    ("Katharine of Aragon & Neil Gaiman", ["Katharine of Aragon", "Neil Gaiman"]),
    ("Church, Charlotte", ["Charlotte Church"]), ("Trust, Ann B.", ["Ann B. Trust"]), ("Bill Press", ["Bill Press"]),
    ("Board of Trade & Industry", ["Board of Trade & Industry"]),
    ("Oxford University Press, Inc.", ["Oxford University Press, Inc."]),
    ("Centre for Women and Children", ["Centre for Women and Children"]),
    ("Cher, Bono, Sting, Neil Gaiman", ["Cher", "Bono", "Sting", "Neil Gaiman"]),
    ("Rowling, Joanne Kathleen", ["Joanne Kathleen Rowling"]), ("Rowling, J. K.", ["J. K. Rowling"]),
    ("Erasmus, Thomas More & Jane Doe", ["Erasmus", "Thomas More", "Jane Doe"]),
    ("Doe, Jane and Falla, Manuel de", ["Jane Doe", "Manuel de Falla"]),
  ])
  func anyForm(_ text: String, _ names: [String]) { #expect(PersonName.read(text, .any).names == names) }

  /// Names from a source that writes the family name first.
  @Test(arguments: [
    ("Attwood, Brian and John Arnold", ["Brian Attwood", "John Arnold"]),
    ("Falla, Manuel de; Bach, Carl Philipp Emanuel", ["Manuel de Falla", "Carl Philipp Emanuel Bach"]),
    ("Truth and Reconciliation Commission of Canada", ["Truth and Reconciliation Commission of Canada"]),
    ("Simon and Schuster", ["Simon and Schuster"]), ("Lady Gaga, Paul Conti", ["Paul Conti Lady Gaga"]),
    ("National Gallery (Great Britain)", ["National Gallery (Great Britain)"]), ("Doe, Jane, PhD", ["Jane Doe, PhD"]),
    ("Ann Roe; Doe, Jane", ["Ann Roe", "Jane Doe"]), ("Smith, John and Mary", ["John and Mary Smith"]),
    ("Union, Gabrielle", ["Gabrielle Union"]), ("Church, Charlotte", ["Charlotte Church"]),
    ("Press, Bill & Union, Gabrielle", ["Bill Press", "Gabrielle Union"]),
    ("Ministry of Agriculture, Fisheries", ["Ministry of Agriculture, Fisheries"]),
  ])
  func turnedForm(_ text: String, _ names: [String]) { #expect(PersonName.read(text, .turned).names == names) }

  /// Names are marked as a guess if it is unclear whether a comma separates two people.
  @Test(arguments: [
    ("Rowling, Joanne Kathleen", true), ("Lady Gaga, Paul Conti", false), ("Madonna, Jane Doe", true),
    ("Cher, Bono, Sting, Neil Gaiman", true), ("Falla, Manuel de", false), ("Salinger, J.D.", false),
    ("Doe, Jane; Roe, Ann", false), ("Plato", false),
  ])
  func whatIsGuessed(_ text: String, _ isGuess: Bool) { #expect(PersonName.read(text, .any).isGuess == isGuess) }

  /// Names from a source that separates them with commas.
  @Test(arguments: [
    ("Ann Lee, Bob Ray", ["Ann Lee", "Bob Ray"]), ("Plato, Ann Lee", ["Plato", "Ann Lee"]),
    ("Paul Conti, MD, Ann Lee", ["Paul Conti, MD", "Ann Lee"]), ("Erin B., AshleyNicole", ["Erin B.", "AshleyNicole"]),
  ])
  func plainForm(_ text: String, _ names: [String]) { #expect(PersonName.read(text, .plain).names == names) }

  // MARK: - What is not part of a name

  @Test(arguments: [
    ("Kipling, Rudyard, 1865-1936", ["Rudyard Kipling"], ["1865-1936"]),
    ("Doctorow, Cory, 1971-", ["Cory Doctorow"], ["1971-"]),
    ("Rudyard Kipling (1865-1936)", ["Rudyard Kipling"], ["1865-1936"]),
    ("John Smith (1950-)", ["John Smith"], ["1950-"]),
    ("King, Stephen, b. 1948", ["Stephen King"], ["b. 1948"]),
    ("Shakespeare, William, approximately 1564-1616", ["William Shakespeare"], ["approximately 1564-1616"]),
    (
      "Kipling, Rudyard, 1865-1936; Austen, Jane, 1775-1817", ["Rudyard Kipling", "Jane Austen"],
      ["1775-1817", "1865-1936"]
    ),
    ("Virgil, 70 B.C.-19 B.C.", ["Virgil"], ["70 B.C.-19 B.C."]), ("Scott, Walter, Sir", ["Walter Scott"], ["Sir"]),
    ("Scott, Walter, Sir, 1771-1832", ["Walter Scott"], ["1771-1832", "Sir"]),
    ("Byron, George Gordon Byron, Baron, 1788-1824", ["George Gordon Byron"], ["1788-1824", "Baron"]),
    ("Tolkien, J. R. R. (John Ronald Reuel), 1892-1973", ["J. R. R. Tolkien"], ["1892-1973", "John Ronald Reuel"]),
    ("Perry, Gail, CPA", ["Gail Perry, CPA"], []), ("Gail Perry, CPA", ["Gail Perry, CPA"], []),
    ("Leonhard, Woody.", ["Woody Leonhard"], []), ("King, Martin Luther, Jr.", ["Martin Luther King, Jr."], []),
    ("Salinger, J. D.", ["J. D. Salinger"], []), ("Dr. Seuss", ["Dr. Seuss"], []), ("Seuss, Dr.", ["Dr. Seuss"], []),
    ("Jackson, Major", ["Major Jackson"], []), ("50 Cent", ["50 Cent"], []), ("1865-1936", ["1865-1936"], []),
    ("Baji S., Vallarapu A.", ["Baji S.", "Vallarapu A."], []),
    ("Metropolitan Museum of Art (New York, N.Y.)", ["Metropolitan Museum of Art (New York, N.Y.)"], []),
    ("Wizards RPG Team (Firm)", ["Wizards RPG Team (Firm)"], []),
  ])
  func whatIsRemoved(_ text: String, _ names: [String], _ removed: [String]) {
    let reading = PersonName.read(text, .any)
    #expect(reading.names == names && reading.removed == removed, "\(reading)")
  }

  // MARK: - Forms to sort by

  /// The sort form is set only if it differs from the form that shelf would guess.
  @Test(arguments: [
    ("García Márquez, Gabriel", "García Márquez, Gabriel"), ("Austen, Jane", nil), ("van Gogh, Vincent", nil),
    ("de la Fontaine, Jean", nil), ("King, Jr., Martin Luther", nil), ("King Jr., Martin Luther", nil),
    ("Drummond de Andrade, Carlos", "Drummond de Andrade, Carlos"), ("夏目, 漱石", "夏目, 漱石"),
    ("Kipling, Rudyard, 1865-1936", nil), ("Strasser, Todd (= Morton Rhue)", "Strasser, Todd (= Morton Rhue)"),
  ])
  func statedForms(_ text: String, _ form: String?) {
    #expect(PersonName.found(turned: text).people.first?.sortForm == form)
  }

  @Test(arguments: [
    ("夏目, 漱石", "夏目漱石"), ("村上 春樹", "村上春樹"), ("李, 世民", "李世民"), ("김, 영하", "김영하"),
    ("よしもと, ばなな", "よしもとばなな"), ("マイケル ジャクソン", "マイケル ジャクソン"),
    ("ガブリエル・ガルシア＝マルケス", "ガブリエル・ガルシア＝マルケス"), ("毛泽东, 沈迈克", "毛泽东, 沈迈克"), ("村上春樹", "村上春樹"),
    ("姜儷, Jiang Li", "姜儷, Jiang Li"),
  ])
  func eastAsianNames(_ text: String, _ name: String) { #expect(PersonName.turned(text) == name) }

  /// In East Asian text, a comma separates two names unless the text before it can only be a family name.
  @Test(arguments: [
    ("李, 世民", ["李世民"]), ("太宰, 治", ["太宰治"]), ("余华, 莫言", ["余华", "莫言"]), ("村上春樹, 柴田元幸", ["村上春樹", "柴田元幸"]),
    ("金庸、古龙", ["金庸", "古龙"]), ("（德）歌德（Goethe, J.W.V）", ["（德）歌德（Goethe, J.W.V）"]),
  ])
  func eastAsianLists(_ text: String, _ names: [String]) { #expect(PersonName.read(text, .any).names == names) }

  @Test func longTextsEnd() {
    let text = String(repeating: "(Aa, 1900-1950, Sir ", count: 4000)
    #expect(PersonName.read(text, .any).names.count >= 1)
    #expect(NameParts(guessing: text).family.isEmpty == false)
  }
}
