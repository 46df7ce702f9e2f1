import ShelfText

/// The role of a person who contributed to a book without being its author. The raw values are the words in files.
///
/// The table in `otherNames` maps codes, and words in several languages, to roles. Alphabetic codes come from the MARC
/// relators (https://www.loc.gov/marc/relators/), and numeric codes come from UNIMARC and INTERMARC.
package enum ContributorRole: String, CaseIterable, Sendable {
  case translator, editor, compiler, illustrator, photographer, narrator
  case foreword, introduction, afterword, commentator, adapter

  /// The roles that have a variable of the same name in CSL:
  /// https://docs.citationstyles.org/en/stable/specification.html#name-variables
  package static let ofCSL: [ContributorRole] = [.translator, .editor, .compiler, .illustrator, .narrator]

  /// Creates the role for a word or code: `trl`, `Translator`, `Übersetzerin`, `translated by`. Returns nil if it is
  /// unknown.
  package init?(called text: String) {
    // A code can be written as a URI, such as http://id.loc.gov/vocabulary/relators/trl.
    let word = Folding.fold(text.split(separator: "/").last.map(String.init) ?? "").filter {
      $0.isLetter || $0.isNumber || $0 == " "
    }.trimmed
    guard let role = ContributorRole.roles[word] else { return nil }
    self = role
  }

  private static let roles = Dictionary(
    allCases.flatMap { role in role.names.map { (Folding.fold($0), role) } }, uniquingKeysWith: { first, _ in first })

  /// The words and codes for the role.
  package var names: [String] { [rawValue] + otherNames.split(separator: ",").map(\.trimmed) }

  private var otherNames: String {
    switch self {
    case .translator:
      """
      trl, 730, 680, trans, tr, transl, translators, translated by, translation, übersetzer, übersetzerin, bersetzer, übers, übersetzt, \
      übersetzung, traducteur, traductrice, traduction, traductor, traductora, traduttore, traduttrice, vertaler, \
      översättare, oversetter, oversætter, kääntäjä, tłumacz, překladatel, переводчик
      """
    case .editor:
      """
      edt, 340, 360, ed, eds, editors, edited by, volume editor, hrsg, hg, herausgeber, herausgeberin, herausgegeben, éditeur scientifique, \
      directeur de publication, curatore, redacteur, redaktör, toimittaja, redaktor, редактор
      """
    case .compiler: "com, 220, compilers, compiled by, zusammenstellender, compilateur, koonnut"
    case .illustrator:
      """
      ill, 440, illus, illustr, illustrators, illustrated by, illustrations, illustriert, illustratorin, illustrateur, illustratrice, \
      ilustrador, ilustradora, illustratore, illustratrice, tekenaar, illustratör, kuvittaja, ilustrator, иллюстратор
      """
    case .photographer: "pht, 600, photographers, photographs, photographs by, fotograf, fotografin, photographe"
    case .narrator:
      """
      nrt, 550, narrators, narrated by, read by, reader, erzähler, erzählerin, sprecher, sprecherin, narrateur, narratrice, \
      lukija, uppläsare
      """
    case .foreword:
      """
      wfw, wpr, author of foreword, author of the foreword, writer of foreword, writer of preface, foreword by, preface, \
      preface by, vorwort, préface, préfacier, prólogo, prefazione, förord
      """
    case .introduction:
      """
      aui, win, 080, author of introduction, author of the introduction, writer of introduction, \
      author of introduction etc, introduction by, einleitung, introducción, introduzione, johdanto
      """
    case .afterword:
      """
      aft, 075, author of afterword, author of the afterword, writer of afterword, author of afterword colophon etc, \
      afterword by, nachwort, postface, postfacier, epílogo, postfazione, efterord
      """
    case .commentator:
      "cwt, cmm, ann, annotator, commentator for written text, commentary, annotated by, notes by, kommentator"
    case .adapter: "adp, 010, adapted by, adaptation, adapteur, bearbeiter, bearbeiterin"
    }
  }
}
