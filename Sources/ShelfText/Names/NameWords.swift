/// The words that identify the parts of a name.
///
/// The rule that guesses a family name (`NameParts`) and the code that reads names in sources use the same lists.
package enum NameWords {
  // MARK: - Particles

  /// Particles that usually belong to the family name when names are sorted: articles, and other particles if they are
  /// capitalized. Vincent van Gogh is sorted under G, and Vincent Van Gogh under V.
  package static let sorted: Set<String> = words(
    "le la les du des Le La Les Du Des De Del Della Dello Degli Di Da Dal Dalla Das Dos Van Von Den Der Ter Ten",
    "Vander Vom Zu Zum Zur Ó O Ní Nic Mac Mc St. St Saint Sainte San Santa Santo São Sant' El Al Ben Bin Ibn Abu Lo Las",
    "Los")

  /// Lowercase particles, which are printed with the family name but ignored when names are sorted.
  package static let ignored: Set<String> = words(
    "van von de der den het 't ten ter te 'd d' da do das dos di del della delle dello degli dei dal dalla du des la le",
    "les zu zum zur vom vande vanden vander op in 'n af av al el bin ibn bint ben abu à den und")

  /// Words that join two family names: José Ortega y Gasset.
  package static let joining: Set<String> = ["y", "i"]

  /// Returns whether a word, in lower case or capitalized, can start a family name.
  package static func isParticle(_ word: some StringProtocol) -> Bool {
    let word = String(word)
    return readable.contains(word)
  }

  private static let readable: Set<String> = {
    let plain = words(
      "de da do dos das di del della degli du des la le van von der den ten ter zu zum zur af av al el bin ibn ben st. san",
      "santa y d'")
    return plain.union(plain.map { $0.prefix(1).uppercased() + $0.dropFirst() }).union(["of"])
  }()

  // MARK: - Suffixes

  /// Returns whether the text is a generational suffix: `Jr.`, `III`.
  package static func isGeneration(_ text: some StringProtocol) -> Bool {
    generations.contains(String(text.filter { $0 != "." }).lowercased())
  }

  private static let generations = words("jr sr jnr snr junior senior ii iii iv filho neto júnior")

  /// Returns whether a word is a Roman numeral of two or more letters, as in `Elizabeth II`.
  package static func isNumeral(_ word: some StringProtocol) -> Bool {
    word.count > 1 && word.allSatisfy { "IVX".contains($0) }
  }

  /// Returns whether the part after a comma is a generational suffix, a degree, or the legal form of a company.
  package static func isSuffix(_ text: String) -> Bool {
    let plain = text.filter { $0.isLetter || $0.isNumber }
    return suffixes.contains(plain) || degrees.contains(plain)
  }

  /// Returns whether the part after a comma is a suffix. After a single family name, initials such as `J.D.` and `MS`
  /// count as given names, and so does a title: `Seuss, Dr.`
  package static func isSuffix(_ text: String, of name: String) -> Bool {
    guard isSuffix(text), !name.contains(" ") else { return isSuffix(text) }
    let plain = text.filter { $0.isLetter || $0.isNumber }
    if plain.lowercased() == "dr" || !suffixes.contains(plain) { return false }
    return text.wholeMatch(of: /(?:\p{Lu}\.\s?)+/) == nil
  }

  /// Suffixes and degrees as usually written, in upper case, and in lower case. `Edd` and `Ma` are not included,
  /// because they are names.
  private static let suffixes: Set<String> = {
    let usual = words(
      "Jr Sr II III IV MD PhD Dr Esq MA MSc BA RN DDS JD MBA DO LCSW PsyD EdD SJ Inc Ltd LLC GmbH Co Corp OP OSB OFM CBE",
      "OBE")
    return usual.union(usual.map { $0.uppercased() }).union(usual.map { $0.lowercased() })
  }()

  /// Degrees, licenses and religious orders that are recognized only if written as in this list.
  private static let degrees: Set<String> = words(
    "AIA APRN BCBA BD BS BSc BSN CA CBE CFA CFP CMA CNM CNS CPA CPCC CSCS CSsR DBA DC DD DDiv DMD DMin DNP DPhil DPT DSc",
    "DVM EA EdS EdM FACC FACP FACS FAIA FBA FCA FRCP FRCS FRS FRSL GBE KBE DBE LAc LCPC LDN LLB LLD LLM LMFT LMHC LMSW",
    "LPC LSW MAcc MBE MBBS MD MDiv MEd MFA MFT MLIS MLS MP MPA MPH MPhil MRCP MS MSN MSW MTh ND NP OAM OCarm OCD OCSO",
    "OSA OSF OT OTR PA PE PharmD PMP PT QC KC RD RDN RPh ScD STD STL SSJ CSC CSP CM MSF ThD ThM VMD Hon USA USN USMC")

  // MARK: - Titles

  /// Titles that catalogues place after the given name but that are not part of the name: `Scott, Walter, Sir`.
  package static let titles: Set<String> = words(
    "sir dame lord lady baron baroness count countess earl duke duchess viscount viscountess marquess marquis marquise",
    "prince princess king queen emperor empress tsar czar pope saint st bishop archbishop cardinal abbot abbess mrs mr ms",
    "miss mme mlle monsieur madame frau herr fräulein prof professor rev reverend father mother brother sister rabbi imam",
    "captain capt colonel col general gen major admiral lieutenant sergeant graf gräfin freiherr freifrau herzog fürst",
    "baronet bart comte comtesse duc duchesse chevalier abbé conte marchese cardinale sainte heilige heiliger")

  /// Titles that can take the place of given names: `Augustine, Saint`.
  package static let soleTitles: Set<String> = words("saint st pope sainte papst pape")

  // MARK: - Organizations

  /// Words that occur only in the names of organizations.
  package static let institutions: Set<String> = words(
    "academy agency association authority bureau center centre college commission committee company",
    "conference congress consortium convention corporation council department directorate division federation foundation",
    "government institute institution laboratories laboratory library ministry museum nations network organisation",
    "organization parliament publications publishers publishing secretariat services society",
    "studio studios university verlag inc ltd llc gmbh",
    "académie akademie accademia association bibliothek bibliothèque biblioteca editora éditions ediciones edizioni",
    "gesellschaft institut instituto istituto instytut ministère ministerio ministerium musée musées museo museu musei",
    "société sociedad stiftung universität université universidad universidade università universiteit universitet",
    "uniwersytet verband verein wydawnictwo")

  /// Words that occur both in names of organizations and as family names.
  package static let ambiguous: Set<String> = words(
    "board church group office press project school service staff team trust union")

  /// The ambiguous words that end names of organizations more often than two-word personal names.
  private static let endings: Set<String> = words("group office press project team trust staff board")

  package static let prepositions: Set<String> = ["of", "for", "on", "in"]

  /// Returns whether the text is the name of an organization, where `and`, `&` and commas are ordinary words.
  ///
  /// Some words of organizations are also family names, as in `Mary Church Terrell & Bill Press`. Such a word counts
  /// only if a preposition follows it.
  package static func isOrganization(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map { $0.lowercased() }
    return words.indices.contains { place in
      institutions.contains(words[place])
        || ambiguous.contains(words[place]) && place + 1 < words.count && prepositions.contains(words[place + 1])
    }
  }

  /// Returns whether the last word shows that a name belongs to an organization.
  static func endsAsOrganization(_ words: [Substring]) -> Bool {
    guard words.count > 1, let last = words.last?.lowercased() else { return false }
    if endings.contains(last) { return true }
    return ambiguous.contains(last) && (words.count > 3 || words[0].count > 1 && words[0].allSatisfy(\.isUppercase))
  }

  // MARK: - Scripts

  /// Returns whether a name contains Han characters, kana or hangul. In such a name, the family name comes first,
  /// without a comma.
  package static func isEastAsian(_ name: some StringProtocol) -> Bool {
    name.unicodeScalars.contains(where: isEastAsian)
  }

  /// Returns whether all letters of a name are Han characters, kana or hangul.
  package static func isWhollyEastAsian(_ name: some StringProtocol) -> Bool {
    isEastAsian(name)
      && name.unicodeScalars.allSatisfy { isEastAsian($0) || !$0.properties.isAlphabetic || $0.value == 0x3005 }
  }

  /// Returns whether a name is written in katakana, like the names of foreigners in Japanese, which begin with the
  /// given name.
  package static func isKatakana(_ name: some StringProtocol) -> Bool {
    name.unicodeScalars.allSatisfy { (0x30A0...0x30FF).contains($0.value) || !$0.properties.isAlphabetic }
  }

  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
      || (0xAC00...0xD7AF).contains(scalar.value) || (0x20000...0x323AF).contains(scalar.value)
  }

  private static func words(_ lines: String...) -> Set<String> {
    Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
  }
}
