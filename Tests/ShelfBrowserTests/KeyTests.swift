import Testing

@testable import ShelfBrowser
@testable import ShelfForms
@testable import ShelfTerminal

struct KeyTests {
  @Test func noKeyDoesTwoThings() {
    var owners: [Key: Action] = [:]
    for action in Action.allCases {
      for name in action.keys {
        let key = KeyName.key(name)
        #expect(key != nil, "\(name)")
        if let key {
          #expect(owners[key] == nil, "\(name)")
          owners[key] = action
        }
      }
    }
  }

  @Test func aKeyThatIsGivenIsTakenFromOthers() throws {
    let keys = try KeyMap(["quit": ["d", "Q"]])
    #expect(keys.action(.text("d")) == .quit && keys.action(.text("Q")) == .quit)
    #expect(keys.action(.text("q")) == nil)
    #expect(keys.name(of: .delete) == nil)
  }

  @Test func namesAreReadAndShown() {
    for (name, key, shown) in [
      ("j", Key.text("j"), "j"), ("space", .text(" "), "Space"), ("Ctrl-D", .control("d"), "Ctrl-D"),
      ("alt-x", .alt("x"), "Alt-x"), ("f5", .function(5), "F5"), ("pgdn", nil, ""), ("ctrl-c", nil, ""), ("", nil, ""),
    ] as [(String, Key?, String)] {
      #expect(KeyName.key(name) == key)
      if let key { #expect(KeyName.shown(key) == shown) }
    }
  }

  @Test func termsOfAQueryAreSetAndTaken() {
    #expect(QueryLine.toggling("status:completed", in: "dune") == "dune status:completed")
    #expect(QueryLine.toggling("status:wanted", in: "dune status:completed") == "dune status:wanted")
    #expect(QueryLine.toggling("status:wanted", in: "status:wanted dune") == "dune")
    #expect(QueryLine.toggling("no:rating", in: "rating:4.. \"a b\"") == "\"a b\" no:rating")
  }
}
