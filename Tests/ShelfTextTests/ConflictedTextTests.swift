import Testing

@testable import ShelfText

struct ConflictedTextTests {
  private func ours(_ text: String) -> String? {
    ConflictedText.ours(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func oursIsKept() {
    #expect(ours("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd") == "a\nb\nd")
    #expect(ours("<<<<<<< HEAD\r\nb\r\n||||||| base\r\na\r\n=======\r\n>>>>>>> x\r\n") == "b\r\n")
    #expect(ours("<<<<<<< a\n=======\nc\n>>>>>>> x\n-\n<<<<<<< b\n1\n=======\n2\n>>>>>>> x") == "-\n1\n")
  }

  @Test func whatDoesNotFitIsLeftAlone() {
    #expect(ours("a\nb\n") == nil)
    #expect(ours("<<<<<<< HEAD\nb\n=======\nc\n") == nil)
    #expect(ours("<<<<<<< HEAD\n<<<<<<< x\n=======\n>>>>>>> y\n") == nil)
    #expect(ours("a\n=======\nb\n") == nil)
    #expect(ours("<<<<<<<< HEAD\nb\n========\nc\n>>>>>>>> x\n") == nil)
  }
}
