import ShelfModel
import Testing

struct ContributorTests {
  @Test(arguments: [
    ("Eleanor Marx (translator)", "Eleanor Marx", "translator"), ("Eleanor Marx", "Eleanor Marx", ""),
    ("Marx (Eleanor) (translator)", "Marx (Eleanor)", "translator"), (" Ann Roe ( notes ) ", "Ann Roe", "notes"),
    ("(translator)", "(translator)", ""), ("", "", ""), ("Ann Roe (translator), Bo", "Ann Roe (translator), Bo", ""),
    ("Ann Roe ()", "Ann Roe", ""),
  ])
  func read(_ text: String, _ name: String, _ role: String) {
    let person = Contributor(text)
    #expect(person.name == name && person.role == role)
  }

  /// A known name for a role becomes the library's word for it. An unknown name is kept in lower case.
  @Test(arguments: [
    ("trl", "translator"), ("http://id.loc.gov/vocabulary/relators/ill", "illustrator"), ("730", "translator"),
    ("Übersetzerin", "translator"), ("Übers.", "translator"), ("kääntäjä", "translator"), ("Hrsg.", "editor"),
    ("Edited by", "editor"), ("Foreword", "foreword"), ("Author of introduction, etc.", "introduction"),
    ("Letterer", "letterer"), ("", ""), (" ", ""), ("/", "/"),
  ])
  func role(_ said: String, _ role: String) {
    #expect(Contributor(name: "A", role: said).role == role)
  }

  @Test func textsAreReadAsTheyAreWritten() {
    for role in ContributorRole.allCases.map(\.rawValue) + ["", "letterer", "notes and maps"] {
      let person = Contributor(name: "Ann Roe", role: role)
      #expect(Contributor(person.description) == person)
      #expect((person.knownRole == nil) == !ContributorRole.allCases.map(\.rawValue).contains(role))
    }
  }

  /// If a word were listed for two roles, only the first role would ever be found.
  @Test func noWordIsForTwoRoles() {
    for role in ContributorRole.allCases {
      for name in role.names {
        #expect(ContributorRole(called: name) == role, "\(name)")
      }
    }
  }
}
