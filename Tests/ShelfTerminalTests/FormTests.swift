import Foundation
import Testing

@testable import ShelfTerminal

struct FormTests {
  private func form() -> Form {
    let genres = ["Fantasy", "Fiction"].map { ListEntry($0) }
    let states = [ListEntry("on shelf", value: "onShelf"), ListEntry("completed")]
    return Form(
      "New book",
      [
        FormField("Title", .text(TextField(hint: "The title"))) { $0.isEmpty ? "this field is required" : nil },
        FormField("Author", .text(TextField(isList: true), isList: true)),
        FormField("Status", .one(Picker(states, chosen: 0))),
        FormField("Genres", .ticks(Ticks(genres, new: "genre"))),
        FormField("Rating", .stars(StarsField { StyledText(RatingLook().text(quarters: $0)) })),
        FormField("Year", .text(TextField()), isEssential: false) { texts in
          texts.allSatisfy { Int($0) != nil } ? nil : "not a year"
        },
        FormField("Review", .text(TextField(isMultiline: true)), isEssential: false),
      ])
  }

  @Test func asksTheEssentialFirst() {
    #expect(
      Player(form()).screen() == """
        New book
        ▸ Title   ▏The title
          Author
          Status  on shelf
          Genres
          Rating
          Save
          More fields…
        Enter next · Shift-Tab back · Ctrl-S save · Esc leave
        """)
  }

  /// Pressing Enter to move to the next field does not add a blank line to the text.
  @Test func emptyLinesAroundATextGo() {
    let text = FormField("Text", .text(TextField(isMultiline: true)))
    for (typed, value) in [("To be", ["To be"]), ("  To\n\nbe", ["  To\n\nbe"]), ("", [])] {
      let form = Player(Form("New quote", [text]))
      form.press(.enter, .enter)
      for line in typed.split(separator: "\n", omittingEmptySubsequences: false) {
        form.type(String(line))
        form.press(.enter)
      }
      guard case .done(let values) = form.press(.control("s")) else {
        Issue.record("“\(typed)” is not saved")
        continue
      }
      #expect(values == [value])
    }
  }

  @Test func isFilledInWithEnter() {
    let form = Player(self.form())
    form.type("Dune")
    form.press(.enter)
    form.type("Frank Herbert; Brian Herbert")
    form.press(.enter, .right, .enter)
    form.type("fan ")
    #expect(
      form.screen()
        == """
        New book
          Title   Dune
          Author  Frank Herbert; Brian Herbert
          Status  completed
        ▸ Genres  Fantasy▏
                  ▸ ● Fantasy
                    ○ Fiction
                    new…  (type a name)
          Rating
          Save
          More fields…
        Space tick · Enter next · Ctrl-S save · Esc leave
        """.replacing("Fantasy▏", with: "▏Fantasy"))
    form.press(.enter, .text("5"), .enter)
    #expect(
      form.press(.enter)
        == .done([["Dune"], ["Frank Herbert", "Brian Herbert"], ["completed"], ["Fantasy"], ["5"], [], []]))
  }

  /// Enter moves to the next field. It ticks an option whose name was typed, but not one that is merely selected.
  @Test func enterMeansOneThing() {
    for (typed, value) in [("", []), ("fic", ["Fiction"]), ("Regency", ["Regency"])] {
      let form = Player(self.form())
      form.type("Dune")
      form.press(.tab, .tab, .tab, .down)
      form.type(typed)
      // The first Enter only adds a new name to the list.
      if value == ["Regency"] { form.press(.enter) }
      form.press(.enter)
      #expect(form.screen().contains("▸ Rating"), "\(form.screen())")
      #expect(form.values[3] == value)
    }
  }

  /// No option is chosen unless the user chooses it. Clearing the typed text does not choose an option, either.
  @Test func nothingIsChosenForSomebody() {
    let books = ["Dune", "Emma"].map { ListEntry($0) }
    func field(_ chosen: Int?) -> FormField {
      FormField("Book", .one(Picker(books, chosen: chosen, isUndecided: true))) { $0.isEmpty ? "choose one" : nil }
    }
    let form = Player(Form("New quote", [field(nil), FormField("Page", .text(TextField()))]))
    #expect(!form.screen().contains("▸ Dune"))
    for key in [Key.enter, .tab, .control("s"), .down] {
      #expect(form.press(key) == .taken)
      #expect(form.screen().contains("choose one") && form.screen().contains("▸ Book"), "\(key)")
      form.type("du")
      form.press(.escape)
    }
    #expect(form.values == [[], []])
    form.press(.right, .right)
    #expect(form.press(.control("s")) == .done([["Emma"], []]))
    let chosen = Player(Form("New quote", [field(1)]))
    chosen.type("du")
    chosen.press(.escape)
    #expect(chosen.press(.control("s")) == .done([["Emma"]]))
  }

  @Test func saysWhatIsWrong() {
    let form = Player(self.form())
    form.press(.enter)
    #expect(form.screen().contains("▸ Title   ▏The title\n          this field is required\n"))
    form.press(.backTab, .control("s"))
    #expect(form.screen().contains("this field is required"))
    form.type("Dune")
    #expect(!form.screen().contains("filled in"))
    form.press(.enter, .up)
    #expect(form.screen().contains("▸ Title   Dune▏"))
  }

  /// Saving reveals hidden fields with invalid values.
  @Test func showsMoreOnDemand() {
    let form = Player(self.form())
    form.type("Dune")
    for _ in 0..<6 { form.press(.tab) }
    #expect(form.screen().contains("▸ More fields…"))
    form.press(.enter)
    form.type("soon")
    #expect(form.press(.control("s")) == .taken)
    #expect(form.screen().contains("▸ Year    soon▏\n          not a year\n  Review\n  Save\nEnter next"))
    form.press(.control("u"))
    form.type("1965")
    form.press(.enter)
    #expect(form.press(.control("o")) == .edit(""))
    form.take(edited: "Sand.\nAnd worms.\n")
    form.press(.backTab)
    #expect(form.screen().contains("Review  Sand.  (2 lines)"))
    #expect(form.press(.control("s")) == .done([["Dune"], [], ["onShelf"], [], [], ["1965"], ["Sand.\nAnd worms."]]))
  }

  /// Up and down move between fields without changing a choice.
  @Test func aChoiceIsPassedBy() {
    let form = Player(self.form())
    form.type("Dune")
    form.press(.down, .down)
    #expect(form.screen().contains("▸ Status  ▏on shelf") && form.screen().contains("←→ choose"))
    form.press(.down)
    #expect(form.screen().contains("  Status  on shelf") && form.screen().contains("▸ Genres"))
    form.press(.up, .up, .down, .right, .right)
    #expect(form.screen().contains("▸ Status  ▏completed"))
    form.press(.left, .left)
    #expect(form.screen().contains("▸ Status  ▏on shelf"))
  }

  /// In multiline text, Enter inserts a line break and Tab moves to the next field.
  @Test func aLongTextHasLines() {
    let form = Player(
      Form(
        "New quote",
        [
          FormField("Text", .text(TextField(isMultiline: true))),
          FormField("Book", .one(Picker(["Dune", "Emma"].map { ListEntry($0) }))),
        ]))
    form.type("One.")
    form.press(.enter)
    form.type("Two.")
    #expect(
      form.screen(90).contains("Enter new line · Ctrl-O editor · Tab next · Shift-Tab back · Ctrl-S save · Esc leave"))
    #expect(form.screen(60).hasSuffix("\nEnter new line · Tab next · Ctrl-S save · Esc leave"))
    form.press(.tab)
    form.type("em")
    #expect(form.press(.control("s")) == .done([["One.\nTwo."], ["Emma"]]))
  }

  /// Text that matches no option is rejected and not silently dropped.
  @Test(arguments: [Key.enter, .tab, .control("s")])
  func whatIsInNoListIsRefused(_ key: Key) {
    let form = Player(Form("New quote", [FormField("Book", .one(Picker([ListEntry("Dune")])))]))
    form.type("Emma")
    #expect(form.press(key) == .taken)
    #expect(form.screen().contains("nothing here is called “Emma”"), "\(form.screen())")
    form.press(.control("u"))
    #expect(!form.screen().contains("nothing here"))
    #expect(form.press(.control("s")) == .done([["Dune"]]))
  }

  /// At every width, hints are either complete or absent.
  @Test(arguments: 20..<100)
  func hintsAreNotCut(_ width: Int) {
    let form = Player(self.form())
    let hints = [
      "Enter next", "Shift-Tab back", "Ctrl-S save", "Esc leave", "←→ choose", "Space tick", "Enter save",
      "Enter more fields", "",
    ]
    for _ in 0..<8 {
      let foot = form.view(Space(columns: width, rows: 20)).lines.last?.plain ?? ""
      for hint in foot.components(separatedBy: " · ") { #expect(hints.contains(hint), "\(foot)") }
      form.type("x")
      form.press(.backspace, .tab)
    }
  }

  @Test func isLeftTwice() {
    let form = Player(self.form())
    #expect(form.press(.escape) == .cancelled)
    form.type("Dune")
    #expect(form.press(.escape) == .taken)
    #expect(form.screen().contains("Esc again"))
    form.press(.text("!"))
    #expect(form.press(.escape) == .taken)
    #expect(form.press(.escape) == .cancelled)
    #expect(form.press(.control("c")) == .cancelled)
  }

  /// Regardless of the keys that are pressed and the space available, the view fits into the space and contains the
  /// cursor.
  @Test func randomKeysFit() {
    var generator = SystemRandomNumberGenerator()
    let keys: [Key] =
      [
        .enter, .tab, .backTab, .up, .down, .left, .right, .escape, .altEnter, .pageDown, .home, .end, .backspace,
        .paste("a long text that goes on and on,\nin lines 三体三体三体三体"), .control("o"), .control("s"),
      ] + "f 3t+".map { .text(String($0)) }
    for _ in 0..<60 {
      let form = Player(self.form())
      let space = Space(columns: .random(in: 20...100, using: &generator), rows: .random(in: 4...40, using: &generator))
      for _ in 0..<80 {
        let key = keys.randomElement(using: &generator)!
        form.fit(space)
        if case .edit = form.press(key) { form.take(edited: "x\ny") }
        let view = form.view(space)
        #expect(view.lines.count <= space.rows && view.lines.allSatisfy { $0.width <= space.columns }, "\(key)")
        if let cursor = view.cursor {
          #expect(view.lines.indices.contains(cursor.row) && cursor.column < space.columns, "\(key)")
        }
      }
    }
  }

  /// Only lines that have changed are written again.
  @Test func framesAreSmall() {
    var frame = InlineFrame()
    let first = frame.show(View([StyledText("one"), StyledText("two")]), width: 80, depth: .none)
    #expect(first.contains("one") && first.contains("two"))
    let second = frame.show(View([StyledText("one"), StyledText("three")]), width: 80, depth: .none)
    #expect(!second.contains("one") && second.contains("three"))
    let third = frame.show(View([StyledText("one")]), width: 80, depth: .none)
    #expect(third.contains("\u{1B}[J"))
    #expect(frame.erase() == "\r\u{1B}[J")
  }
}
