import Testing

@testable import ShelfTerminal

/// Characters that arrive together become one paste if text is being typed, and remain separate keys otherwise.
struct TypedRunTests {
  private func keys(_ text: String) -> [Key] { text.map { $0 == "\n" ? .enter : .text(String($0)) } }

  private func taken(_ keys: [Key], into typing: Typing?) -> [Key] {
    var rest = keys[...]
    var taken: [Key] = []
    while let key = TypedRun.next(&rest, into: typing) { taken.append(key) }
    return taken
  }

  @Test func aLongRunIsOneText() {
    let text = keys("Tides of Mars\nand more of it") + [.tab] + keys("x")
    #expect(taken(text, into: nil) == text)
    #expect(taken(text, into: .lines) == [.paste("Tides of Mars\nand more of it"), .tab, .text("x")])
    #expect(taken(text, into: .line) == [.paste("Tides of Mars"), .enter, .paste("and more of it"), .tab, .text("x")])
    #expect(taken(keys("fast"), into: .lines) == keys("fast"))
    #expect(TypedRun.start(of: text, into: .line) == .paste("Tides of Mars"))
    #expect(TypedRun.start(of: text, into: nil) == nil && TypedRun.start(of: [.tab], into: .line) == nil)
  }

  /// Typing ten thousand characters takes little time, even one by one.
  @Test func manyLettersAreFast() {
    let text = String(repeating: "The spice must flow, ", count: 500)
    let form = Player(Form("New quote", [FormField("Text", .text(TextField(isMultiline: true)))]))
    let time = ContinuousClock().measure { form.type(text) }
    #expect(form.values == [[text]] && time < .seconds(10), "\(time)")
    let other = Player(Form("New quote", [FormField("Text", .text(TextField(isMultiline: true)))]))
    let fast = ContinuousClock().measure { for key in taken(keys(text), into: .lines) { other.press(key) } }
    #expect(other.values == [[text]] && fast < .seconds(1), "\(fast)")
  }
}
