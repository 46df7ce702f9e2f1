import Testing

@testable import ShelfLookup

/// Answers that a single curl process writes in a row, received in pieces of any size.
struct CurlAnswersTests {
  private func answer(_ body: String, status: Int = 200) -> String { "HTTP/2 \(status)\r\nx: y\r\n\r\n\(body)" }

  /// The mark that curl writes after an answer.
  private func mark(_ answers: CurlAnswers, _ status: Int = 0, _ reason: String = "") -> String {
    answers.format.replacing("%{stderr}", with: "").replacing("\\n", with: "\n")
      .replacing("%{exitcode}", with: String(status)).replacing("%{errormsg}", with: reason)
  }

  /// Adds a text in pieces until no more input is wanted, and returns the bodies.
  private func bodies(_ answers: inout CurlAnswers, _ text: String, pieces size: Int) -> [String] {
    var bodies: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let goesOn = rest.prefix(size).withUnsafeBytes { piece in
        answers.add(piece) {
          bodies.append(String(decoding: $0.body, as: UTF8.self))
          return true
        }
      }
      if !goesOn { break }
      rest = rest.dropFirst(size)
    }
    return bodies
  }

  @Test(arguments: [1, 2, 3, 7, 30, 64, 5000]) func answersComeInPieces(_ size: Int) {
    var answers = CurlAnswers(maxBytes: 1000)
    let text =
      answer("one\n\nshelf-") + mark(answers) + answer("") + mark(answers) + answer("\nshelf-0 0 \n") + mark(answers)
    #expect(bodies(&answers, text, pieces: size) == ["one\n\nshelf-", "", "\nshelf-0 0 \n"])
    #expect(answers.count == 3 && answers.failure == nil)
  }

  @Test(arguments: [1, 5000]) func whatIsNotWholeIsNoAnswer(_ size: Int) {
    var answers = CurlAnswers(maxBytes: 1000)
    let text = answer("one") + mark(answers) + answer("two") + mark(answers).dropLast()
    #expect(bodies(&answers, text, pieces: size) == ["one"])
    #expect(answers.count == 1 && answers.failure == nil)
  }

  @Test(arguments: [1, 5000]) func aFailureEndsIt(_ size: Int) {
    var answers = CurlAnswers(maxBytes: 1000)
    let text =
      answer("one") + mark(answers) + answer("tw") + mark(answers, 18, "transfer closed") + answer("three")
      + mark(answers)
    #expect(bodies(&answers, text, pieces: size) == ["one"])
    #expect(answers.failure == .failed("transfer closed"))
    // An answer with an error status is still an answer, but no more answers follow it.
    var refused = CurlAnswers(maxBytes: 1000)
    let others = answer("no", status: 429) + mark(refused, 22, "refused") + answer("two") + mark(refused)
    #expect(bodies(&refused, others, pieces: size) == ["no"])
    #expect(refused.failure == nil)
  }

  @Test(arguments: [1, 5000]) func sizeIsCountedForEachAnswer(_ size: Int) {
    let head = answer("").utf8.count
    for (count, isTooLarge) in [(100 - head, false), (101 - head, true)] {
      var answers = CurlAnswers(maxBytes: 100)
      let body = String(repeating: "\n", count: count)
      let text = answer("one") + mark(answers) + answer(body) + mark(answers) + answer("three") + mark(answers)
      #expect(bodies(&answers, text, pieces: size) == (isTooLarge ? ["one"] : ["one", body, "three"]))
      #expect(answers.failure == (isTooLarge ? .tooLarge(bytes: 100) : nil))
    }
  }

  @Test func nobodyCanKnowTheMark() { #expect(CurlAnswers(maxBytes: 1).format != CurlAnswers(maxBytes: 1).format) }
}
