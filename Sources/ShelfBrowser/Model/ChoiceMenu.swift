import ShelfDoctor
import ShelfForms
import ShelfModel
import ShelfTerminal
import ShelfText

/// A few things to choose from, by their keys or with the arrows; where they have no keys, letters narrow them.
struct ChoiceMenu {
  struct Item {
    /// The key that takes it at once.
    var key: String?
    var label: StyledText
    var isOn = false
    let choice: Choice
  }

  enum Choice {
    case perform(BrowserRequest)
    case open(LibraryView)
    case follow(RecordID)
    /// A new record, and what it is added to.
    case add(Kind, to: RecordID?)
    /// A change of several records, which is asked about if they are many.
    case change(BrowserRequest, verb: String, count: Int, Kind)
    /// Lends one's copy; the borrower is asked for.
    case lend(RecordID)
    /// Borrows a copy; its owner is asked for.
    case borrow(RecordID)
    /// A loan has another end, which is asked for.
    case renew(RecordID)
    /// A field of those that are marked.
    case field(String)
    /// A term of the query, which is set in place of others that begin alike.
    case term(String)
    /// The terms of a filter go.
    case noTerms
    case order(column: String, isDescending: Bool)
    case usualOrder
    /// Write the field although someone else has changed it.
    case overwrite
    /// Go on with the field as it is by now.
    case takeTheirs
    /// A repair, with the positions of the answers to its questions as far as they were given.
    case repair(Finding, Repair, [Int])
    /// Leave the field as someone else has made it.
    case keepTheirs
    case resume(TypedText)
    case throwAway(TypedText)
    case nothing
  }

  let title: String
  /// What is above the items, such as a question.
  var text: [StyledText] = []
  let items: [Item]
  /// The position of what is chosen among the items that are shown.
  var cursor = 0
  /// The first line of the text that is shown.
  var top = 0
  /// What letters do that no item has and that narrow nothing: they move, or leave.
  static let letters: Set<Action> = [.up, .down, .top, .bottom, .pageUp, .pageDown, .quit]
  /// What was typed to narrow the items.
  private(set) var typed = ""

  init(title: String, text: [StyledText] = [], items: [Item], cursor: Int = 0) {
    (self.title, self.text, self.items, self.cursor) = (title, text, items, cursor)
  }

  /// The items that fit what was typed.
  var shown: [Item] { typed.isEmpty ? items : items.filter { ChoiceMenu.fits($0, typed) } }

  var chosen: Item? { shown.indices.contains(cursor) ? shown[cursor] : nil }

  /// Whether letters narrow it: they mean nothing else for most of the items.
  var isNarrowed: Bool { items.count { $0.key == nil } * 2 > items.count }

  /// Takes a key that narrows the items or has more of them again; returns whether it did.
  ///
  /// What no item fits is not taken, so that something is always there to be chosen.
  mutating func narrow(_ key: Key) -> Bool {
    guard isNarrowed else { return false }
    switch key {
    case .text(let text) where !typed.isEmpty || !text.allSatisfy(\.isWhitespace):
      let wanted = typed + (text == " " ? text : Folding.fold(text))
      guard items.contains(where: { ChoiceMenu.fits($0, wanted) }) else { return !typed.isEmpty }
      typed = wanted
    case .backspace where !typed.isEmpty: typed.removeLast()
    case .escape where !typed.isEmpty, .control("u") where !typed.isEmpty: typed = ""
    default: return false
    }
    cursor = 0
    return true
  }

  /// Returns whether each of the words that were typed begins a word of an item.
  private static func fits(_ item: Item, _ typed: String) -> Bool {
    let words = Folding.fold(item.label.plain).split { !$0.isLetter && !$0.isNumber && $0 != "★" }
    return typed.split(separator: " ").allSatisfy { start in words.contains { $0.hasPrefix(start) } }
  }
}
