import Testing

@testable import ShelfModel

@Suite struct PageLabelTests {
  @Test(arguments: [
    ("57", "p. 57"), ("12a", "p. 12a"), ("xiv", "p. xiv"), ("XIV", "p. XIV"), ("57-58", "pp. 57–58"),
    ("57–58", "pp. 57–58"), ("57 — 58", "pp. 57–58"), ("12, 15-16", "pp. 12, 15–16"), ("xi-xiv", "pp. xi–xiv"),
    ("12v", "f. 12v"), ("12r", "f. 12r"),
    ("12v-13r", "ff. 12v–13r"), ("p. 57", "p. 57"), ("pp. 3-4", "pp. 3-4"), ("S. 12", "S. 12"), ("f. 12v", "f. 12v"),
    ("cover", "cover"), ("mild", "mild"),
    ("1-2-3", "1-2-3"), ("12-", "12-"), ("12,", "12,"), ("", ""), ("57 of 300", "57 of 300"), ("12v-13", "12v-13"),
    ("-5", "-5"), ("１２", "１２"),
    ("Kindle page 12", "Kindle page 12"), ("99999999999999999999", "99999999999999999999"),
  ])
  func pages(_ page: String, _ label: String) { #expect(PageLabel.of(page) == label) }
}
