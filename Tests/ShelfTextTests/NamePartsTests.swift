import Testing

@testable import ShelfText

/// Tests how the parts and the sort form of a name are guessed.
@Suite struct NamePartsTests {
  @Test(arguments: [
    ("Jane Austen", "Austen, Jane"), ("Ursula K. Le Guin", "Le Guin, Ursula K."), ("Plato", "Plato"),
    ("Vincent van Gogh", "Gogh, Vincent van"), ("Vincent Van Gogh", "Van Gogh, Vincent"),
    ("Klaus von der Heide", "Heide, Klaus von der"), ("Jean de La Fontaine", "La Fontaine, Jean de"),
    ("Daphne du Maurier", "du Maurier, Daphne"), ("José Ortega y Gasset", "Ortega y Gasset, José"),
    ("Máirtín Ó Cadhain", "Ó Cadhain, Máirtín"), ("Carlos Drummond de Andrade", "Andrade, Carlos Drummond de"),
    ("Martin Luther King, Jr.", "King, Martin Luther, Jr."), ("Kurt Vonnegut Jr.", "Vonnegut, Kurt, Jr."),
    ("Gail Perry, CPA", "Perry, Gail, CPA"), ("Meri Raffetto, RD, LDN", "Raffetto, Meri, RD, LDN"),
    ("bell hooks", "hooks, bell"), ("e. e. cummings", "cummings, e. e."), ("Dr. Seuss", "Seuss, Dr."),
    ("Elizabeth II", "Elizabeth II"), ("Baji S.", "Baji S."), ("Malcolm X", "X, Malcolm"),
    ("The Unicode Consortium", "The Unicode Consortium"), ("Oxford University Press", "Oxford University Press"),
    ("Musée du Louvre (Paris)", "Musée du Louvre (Paris)"), ("Wizards RPG Team", "Wizards RPG Team"),
    ("MIT Press", "MIT Press"), ("Springer GmbH", "Springer GmbH"), ("Kirkus Reviews", "Reviews, Kirkus"),
    ("Charlotte Church", "Church, Charlotte"), ("Gabrielle Union", "Union, Gabrielle"),
    ("夏目漱石", "夏目漱石"), ("김영하", "김영하"), ("Austen, Jane", "Austen, Jane"), ("50 Cent", "50 Cent"), ("", ""),
    (",", ","), ("Jr.", "Jr."), ("Sammy Davis Jr. III", "Davis, Sammy, Jr. III"),
  ])
  func guess(_ name: String, _ form: String) { #expect(NameParts(guessing: name).sortForm == form) }

  @Test(arguments: [
    ("Ursula K. Le Guin", "u le guin", true), ("U. K. Le Guin", "ursula k le guin", true),
    ("Ursula K. Le Guin", "ursula m le guin", false), ("Karl Le Guin", "u le guin", false),
    ("Ursula Le Guin", "le guin", false), ("J.R.R. Tolkien", "john ronald tolkien", true),
    ("Vincent van Gogh", "v van gogh", true), ("Plato", "p plato", false), ("Ann L. Beattie", "ann lee", false),
  ])
  func abbreviated(_ name: String, _ words: String, _ isNamed: Bool) {
    #expect(NameParts(guessing: name).isNamed(by: words.split(separator: " ").map(String.init)) == isNamed)
  }

  @Test(arguments: [
    ("García Márquez, Gabriel", "Gabriel", "", "García Márquez", ""),
    ("Gogh, Vincent van", "Vincent", "van", "Gogh", ""),
    ("van Gogh, Vincent", "Vincent", "", "van Gogh", ""),
    ("King, Martin Luther, Jr.", "Martin Luther", "", "King", "Jr."),
    ("King, Jr., Martin Luther", "Martin Luther", "", "King", "Jr."), ("Davis, Jr.", "", "", "Davis", "Jr."),
    ("King Jr., Martin Luther", "Martin Luther", "", "King", "Jr."), ("Kirkus Reviews", "", "", "Kirkus Reviews", ""),
    ("夏目, 漱石", "漱石", "", "夏目", ""), ("", "", "", "", ""),
  ])
  func formToSortBy(_ form: String, _ given: String, _ particle: String, _ family: String, _ suffix: String) {
    #expect(
      NameParts(sortForm: form) == NameParts(given: given, particle: particle, family: family, suffix: suffix))
  }

  /// A sort form has the same parts as the guess that it was made from.
  @Test(arguments: [
    "Jane Austen", "Ursula K. Le Guin", "Vincent van Gogh", "Martin Luther King, Jr.", "Jean de La Fontaine",
    "The Unicode Consortium", "Gail Perry, CPA", "José Ortega y Gasset",
  ])
  func theFormKeepsTheParts(_ name: String) {
    let guess = NameParts(guessing: name)
    #expect(NameParts(sortForm: guess.sortForm) == guess && guess.name == name)
  }
}
