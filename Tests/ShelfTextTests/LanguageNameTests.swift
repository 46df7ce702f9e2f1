import Testing

@testable import ShelfText

/// The names and codes of languages.
struct LanguageNameTests {
  @Test(arguments: [
    ("en eng English english Englisch anglais inglés inglese Engels ENGLISH engl.", "en"),
    ("de ger deu German Deutsch allemand alemán tedesco Duits alemão dt. ngerman", "de"),
    ("fr fre fra French Französisch Franzoesisch français francés francese Frans frz.", "fr"),
    ("cs cze Czech Tschechisch čeština", "cs"), ("ja jpn Japanese Japanisch 日本語", "ja"),
  ])
  func oneLanguage(_ names: String, _ tag: String) {
    for name in names.split(separator: " ").map(String.init) {
      #expect(LanguageName.tag(of: name) == tag && LanguageName.keys(of: name) == [tag], "\(name)")
    }
  }

  @Test func otherTexts() {
    #expect(LanguageName.keys(of: "de-AT") == ["de"] && LanguageName.keys(of: "pt_BR") == ["pt"])
    #expect(LanguageName.keys(of: "German, English") == ["de", "en"])
    #expect(LanguageName.keys(of: "Old English") == ["ang"] && LanguageName.keys(of: "Anglo-Saxon") == ["ang"])
    #expect(LanguageName.keys(of: "Klingon") == ["klingon"] && LanguageName.keys(of: " ") == [])
    #expect(LanguageName.tag(of: "German, English") == nil && LanguageName.tag(of: "") == nil)
  }
}
