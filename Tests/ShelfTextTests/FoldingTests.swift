import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfText

@Suite struct FoldingTests {
  @Test(arguments: [
    ("Łódź", "lodz"), ("Ångström", "angstrom"), ("ÉCOLE", "ecole"), ("e\u{301}cole", "ecole"), ("Straße", "strasse"),
    ("STRASSE", "strasse"), ("ẞ", "ss"), ("ﬁnd oﬃce", "find office"), ("Æsop", "aesop"), ("Œuvre", "oeuvre"),
    ("Søren", "soren"), ("Đặng", "dang"), ("Þór", "thor"), ("İstanbul", "istanbul"), ("ılık", "ilik"),
    ("ＡＢＣ１２３", "abc123"), ("①", "1"), ("½", "1⁄2"), ("Ⅳ", "iv"), ("K", "k"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
    ("Ὀδύσσεια", "οδυσσεια"), ("ὈΔΎΣΣΕΙΑ", "οδυσσεια"), ("Ё", "е"), ("ЁЖИК", "ежик"), ("Й", "и"),
    ("it’s “so” – yes", "it's \"so\" - yes"), ("plain ASCII", "plain ascii"),
  ])
  func caseAndAccentsDoNotMatter(_ text: String, _ expected: String) { #expect(Folding.fold(text) == expected) }

  @Test(arguments: [
    ("Müller, Jörg", "Mueller, Joerg"), ("Ægir på Ås", "Ægir paa aas"), ("Bjørn", "Bjoern"),
    ("Mu\u{308}ller", "Mueller"),
    ("Straße", "Straße"), ("Zoë", "Zoë"), ("三体", "三体"), ("Blue", "Blue"), ("", ""),
  ])
  func umlautsAreSpelledOut(_ text: String, _ expected: String) { #expect(Folding.spelledOut(text) == expected) }

  @Test(arguments: [
    "한국어", "삼체", "三体", "とうきょう", "हिन्दी", "ไทย", "עברית", "العربية", "தமிழ்", "ქართული",
  ])
  func lettersOfEveryScriptStay(_ text: String) { #expect(Folding.fold(text) == text) }

  @Test func hangulIsOneTextHoweverItIsComposed() {
    #expect(Folding.fold("\u{1112}\u{1161}\u{11AB}") == "한")
    #expect(Array(Folding.fold("한").unicodeScalars).count == 1)
  }

  /// Marks that form a different letter are kept: か is not が, and a vowel sign is not an accent.
  @Test func marksThatMakeAnotherLetterStay() {
    #expect(Folding.fold("が") != Folding.fold("か"))
    #expect(Folding.fold("か\u{3099}") == Folding.fold("が"))
    #expect(Folding.fold("ｶﾞ") == "ガ")
    #expect(Folding.fold("कि") != Folding.fold("क"))
    #expect(Folding.fold("क\u{93C}") != Folding.fold("क"))
  }

  @Test func pointsOfHebrewAndArabicAreAccents() {
    #expect(Folding.fold("שָׁלוֹם") == "שלום")
    #expect(Folding.fold("مُحَمَّد") == "محمد")
  }

  @Test(arguments: [
    ("  The \t Time\n\nMachine  ", "the time machine"), ("", ""), (" ", ""), ("\u{3000}三体\u{3000}", "三体"),
    ("a\u{A0}b", "a b"), ("é \u{2003} é", "e e"), ("x\r\ny", "x y"), ("\u{2028}é\u{85}x", "e x"),
  ])
  func whiteSpaceIsOneSpace(_ text: String, _ expected: String) { #expect(Folding.fold(text) == expected) }

  /// Invisible characters, such as soft hyphens, are ignored.
  @Test(arguments: ["Buch\u{AD}staben", "Buch\u{200B}staben", "\u{FEFF}Buchstaben", "Buchstaben\u{200E}"])
  func invisibleCharactersDoNotMatter(_ text: String) { #expect(Folding.fold(text) == "buchstaben") }

  @Test func foldingTwiceIsFoldingOnce() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("folding: seed \(SeededGenerator.seedOfRun)")
    for _ in 0..<2000 {
      let text = RandomText.any(using: &random)
      let once = Folding.fold(text)
      guard Folding.fold(once) == once else {
        Issue.record("\(text.debugDescription) folds to \(once.debugDescription), and that further")
        return
      }
      guard Folding.fold(text.decomposedStringWithCanonicalMapping) == once else {
        Issue.record("\(text.debugDescription) folds in another way when it is decomposed")
        return
      }
    }
  }

  @Test func orderOfNames() {
    let names = ["Zebra", "Éclair", "apple", "Apple", "eclair", "Äpfel"]
    #expect(names.sorted(by: Folding.precedes) == ["Äpfel", "Apple", "apple", "eclair", "Éclair", "Zebra"])
  }
}
