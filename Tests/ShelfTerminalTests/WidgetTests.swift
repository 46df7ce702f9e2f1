import Testing

@testable import ShelfTerminal

struct WidgetTests {
  private let authors = ["Frank Herbert", "Franz Kafka", "Jane Austen"]

  private func field(isList: Bool = false) -> TextField {
    let authors = authors
    return TextField(hint: "Author", isList: isList) { typed in
      authors.filter { $0.lowercased().hasPrefix(typed.lowercased()) }.map { Candidate($0, note: "2 books") }
    }
  }

  @Test func completes() {
    let field = Player(self.field())
    #expect(field.screen() == "▏Author")
    field.type("fr")
    #expect(
      field.screen() == """
        fr▏
          Frank Herbert  2 books
          Franz Kafka    2 books
        """)
    field.press(.tab)
    #expect(field.text == "Fran")
    field.press(.tab)
    #expect(
      field.screen() == """
        Fran▏
        ▸ Frank Herbert  2 books
          Franz Kafka    2 books
        """)
    #expect(field.press(.tab, .enter) == .done("Franz Kafka"))
    #expect(field.screen() == "Franz Kafka▏")
  }

  @Test func completesEachOfAList() {
    let field = Player(self.field(isList: true))
    field.type("Terry Pratchett; ja")
    #expect(field.press(.tab, .enter) == .done("Terry Pratchett; Jane Austen"))
  }

  /// Enter accepts the typed text unless a candidate is chosen. Escape first closes the list.
  @Test func typedTextCounts() {
    let field = Player(self.field())
    field.type("Fran")
    #expect(field.press(.enter) == .done("Fran"))
    field.type("k")
    #expect(field.press(.down, .escape) == .taken)
    #expect(field.press(.escape) == .cancelled)
  }

  /// Hints are shown completely, even in a narrow space.
  @Test func aHintIsWrapped() {
    let field = Player(TextField(hint: "Earlier readings: intervals such as 2019-06-02/2019-06-30"))
    #expect(
      field.screen(30) == """
        ▏Earlier readings: intervals
        such as 2019-06-02/2019-06-30
        """)
    field.type("2")
    #expect(field.screen(30) == "2▏")
  }

  @Test func longTextsHaveRows() {
    let field = Player(TextField(isMultiline: true))
    field.fit(Space(columns: 20, rows: 10))
    field.type("The spice must flow, whatever it costs.")
    field.press(.altEnter)
    field.type("So be it.")
    #expect(
      field.screen(20) == """
        The spice must
        flow, whatever it
        costs.
        So be it.▏
        """)
    field.press(.up, .up, .text("!"))
    #expect(field.text.contains("flow, !whatever"))
    #expect(field.press(.up, .up) == .ignored)
    #expect(field.press(.control("o")) == .edit(field.text))
    field.take(edited: "Anew.\n")
    #expect(field.text == "Anew.")
  }

  /// Long options without notes are wrapped.
  @Test func wrapsOptions() {
    let picker = Player(Picker(["keep the pages of this record", "quit"].map { ListEntry($0) }))
    #expect(picker.screen(22).contains("\n▸ keep the pages of\n  this record\n  quit\n"), "\(picker.screen(22))")
  }

  private let books = [
    ListEntry("Dune", note: "Frank Herbert"), ListEntry("Dune Messiah", note: "Frank Herbert"),
    ListEntry("三体", note: "刘慈欣"), ListEntry("Emma", note: "Jane Austen"),
  ]

  @Test func picks() {
    let picker = Player(Picker(books, question: "Which book?"))
    #expect(
      picker.screen() == """
        Which book?
        › ▏type to narrow
        ▸ Dune          Frank Herbert
          Dune Messiah  Frank Herbert
          三体          刘慈欣
          Emma          Jane Austen
          ↑↓ choose · Enter take · Esc leave
        """)
    picker.type("m")
    #expect(
      picker.screen(30) == """
        Which book?
        › m▏
        ▸ Dune Messiah  Frank Herbert
          Emma          Jane Austen
          Enter take · Esc show all
        """)
    #expect(picker.press(.down, .enter) == .done(3))
    #expect(picker.press(.escape) == .taken)
    #expect(picker.press(.escape) == .cancelled)
    picker.type("nothing")
    #expect(picker.press(.enter) == .taken)
    #expect(picker.screen().contains("no match"))
  }

  @Test("pickers offer what fits first: beginnings of words before middles")
  func offersBeginningsFirst() {
    let titles = [
      "Fishing", "The Shining", "Cushing’s Disease", "Shinto", "A Wash of Shine", "Dubliners", "“Shin” and Bone",
    ]
    let picker = Player(Picker(titles.map { ListEntry($0) } + [ListEntry("Emma", note: "Shinobu")]))
    picker.type("shin")
    #expect(
      picker.screen() == """
        › shin▏
        ▸ Shinto
          The Shining
          A Wash of Shine
          “Shin” and Bone
          Emma               Shinobu
          Fishing
          Cushing’s Disease
          ↑↓ choose · Enter take · Esc show all
        """)
    let ticks = Player(Ticks(titles.map { ListEntry($0) }))
    ticks.type("shin")
    #expect(ticks.screen().split(separator: "\n")[2].contains("The Shining"), "\(ticks.screen())")
  }

  @Test func ticks() {
    let ticks = Player(
      Ticks(
        ["Fantasy", "Fiction", "Horror"].map { ListEntry($0) }, ticked: [1], question: "Genres of Dune", new: "genre"))
    #expect(
      ticks.screen() == """
        Genres of Dune
        › ▏type to narrow
        ▸ ● Fiction
          ○ Fantasy
          ○ Horror
          new…  (type a name)
          ↑↓ choose · Space tick · Enter done · Esc leave
        """)
    ticks.press(.text(" "), .down, .text(" "))
    ticks.type("hor ")
    ticks.type("Science Fiction")
    #expect(ticks.screen().contains("Comma add · Enter add · Esc show all"))
    ticks.type(",")
    #expect(
      ticks.screen() == """
        Genres of Dune
        › ▏type to narrow
          ○ Fiction
          ● Fantasy
          ● Horror
        ▸ ● Science Fiction  new
          new…  (type a name)
          ↑↓ choose · Space tick · Enter done · Esc leave
        """)
    #expect(ticks.press(.enter) == .done(Ticks.Choice(options: [0, 2], new: ["Science Fiction"])))
  }

  /// Typing the name of an existing option does not create a new one.
  @Test func ticksWhatExists() {
    let ticks = Player(Ticks([ListEntry("Café")], new: "genre"))
    ticks.type("CAFE")
    #expect(ticks.press(.down, .enter) == .done(Ticks.Choice(options: [0], new: [])))
  }

  /// A new name is first added to the list; a second Enter takes it. A name needs a letter or a digit.
  @Test func aNewNameIsSeenBeforeItIsTaken() {
    let ticks = Player(Ticks([ListEntry("Classics")], new: "genre"))
    ticks.type(",")
    #expect(ticks.screen().hasPrefix("› ▏type to narrow"))
    ticks.type("!?")
    #expect(ticks.screen().contains("a name needs a letter or a digit"))
    #expect(ticks.press(.enter) == .taken)
    #expect(!ticks.screen().contains("new\n"))
    #expect(ticks.press(.control("u"), .text("j"), .enter) == .taken)
    #expect(ticks.screen().contains("● j"))
    #expect(ticks.press(.text(" "), .enter) == .done(Ticks.Choice(options: [], new: [])))
    let other = Player(Ticks([ListEntry("Classics")], new: "genre"))
    other.type("SF")
    #expect(other.press(.enter, .enter) == .done(Ticks.Choice(options: [], new: ["SF"])))
  }

  /// A list within a form uses the rows that it gets, and shows how many options do not fit.
  @Test func aLongListSaysHowMuchIsHidden() {
    let entries = (1...20).map { ListEntry("Genre \($0)") }
    let input = FormInput.ticks(Ticks(entries, ticked: [14], new: "genre"))
    let rows = input.view(Space(columns: 40, rows: 30)).lines.map(\.plain)
    #expect(rows.count == 8 && rows[1].contains("● Genre 15") && rows[7].contains("↓ 14 more"), "\(rows)")
    #expect(input.view(Space(columns: 40, rows: 30), listRows: 29).lines.count == 22)
  }

  @Test func setsDates() {
    let field = Player(
      DateField(today: "10") { text, days in text.count == 2 ? Int(text).map { String($0 + days) } : nil })
    #expect(field.screen().hasPrefix("▏t today"))
    #expect(field.press(.text("t"), .text("+"), .text("+"), .text("-"), .enter) == .done("11"))
    field.press(.control("u"))
    field.type("2024-05")
    #expect(field.text == "2024-05")
    // After the user has typed something, `t` is an ordinary letter and not the shortcut for today.
    field.press(.text("t"))
    #expect(field.text == "2024-05t")
  }

  /// A comma ends a name, as it usually does in lists, unless the name of an option contains it at this position.
  @Test func aCommaEndsAName() {
    let ticks = Player(
      Ticks([ListEntry("Classics"), ListEntry("Victorian"), ListEntry("Crime, Mystery")], new: "genre"))
    ticks.type("Classics, vict, crime,")
    #expect(ticks.press(.enter) == .done(Ticks.Choice(options: [0, 1, 2], new: [])))
    let new = Player(Ticks([ListEntry("Classics")], new: "genre"))
    new.type("Utopia, classics,")
    #expect(new.press(.enter) == .done(Ticks.Choice(options: [0], new: ["Utopia"])))
  }

  /// Typing a decimal number digit by digit sets the rating. Digits that do not lead to a quarter of a star or exceed
  /// five stars are ignored.
  @Test(arguments: [("4.5", 18), ("4.25", 17), ("4,75", 19), ("45", 20), ("5.5", 20), ("3.1", 12), ("2.5+", 11)])
  func starsAreTypedAsANumber(_ text: String, _ quarters: Int) {
    let field = Player(StarsField { StyledText(RatingLook().text(quarters: $0)) })
    field.type(text)
    #expect(field.press(.enter) == .done(quarters))
  }

  @Test func setsStars() {
    let field = Player(StarsField { StyledText(RatingLook().text(quarters: $0)) })
    #expect(field.screen().hasPrefix("unrated"))
    #expect(field.press(.text("4"), .text("+"), .enter) == .done(17))
    #expect(field.screen().hasPrefix("★★★★¼"))
    #expect(field.press(.right, .right, .enter) == .done(20))
    #expect(field.press(.backspace, .enter) == .done(nil))
    #expect(field.press(.text("6")) == .ignored)
  }

  @Test func confirms() {
    let question = Player(Confirm("Delete “Dune” with its quotes?"))
    #expect(question.screen(20) == "Delete\n“Dune” with\nits quotes? [y/N] ▏")
    #expect(question.press(.text("y"), .enter) == .done(true))
    #expect(question.press(.escape) == .cancelled)
    #expect(Player(Confirm("Sure?")).press(.enter) == .done(false))
    #expect(Player(Confirm("Sure?", default: true)).press(.enter) == .done(true))
  }

  /// Single letters within a word are not answers.
  @Test func nothingElseMeansYes() {
    let question = Player(Confirm("Make it?"))
    #expect(question.press(.text("m"), .text("a"), .text("y")) == .taken)
    #expect(question.screen() == "Make it? [y/N] may▏")
    #expect(question.press(.text("b"), .text("e"), .enter) == .taken)
    #expect(question.screen() == "Make it? [y/N] ▏\nplease answer yes or no")
    #expect(question.press(.text("Y"), .text("es"), .enter) == .done(true))
  }
}
