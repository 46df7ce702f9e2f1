import Testing

@testable import ShelfText

struct WordBeginningsTests {
  @Test(arguments: [
    ("shin", "the shining", true), ("shin", "fishing", false), ("shin", "fishing for shin", true),
    ("shin", "shining", true), ("the sh", "on the shore", true), ("o", "l'ordre", true), ("三", "(三体)", true),
    ("体", "三体", false), ("b", "“b”", true), ("7", "m7", false), ("aa", "baaa aa", true), ("x", "", false),
  ])
  func findsBeginnings(_ typed: String, _ text: String, _ begins: Bool) {
    #expect(WordBeginnings.contains(typed, in: text) == begins)
  }
}
