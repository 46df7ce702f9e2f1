import ShelfDoctor
import ShelfForms
import ShelfModel
import ShelfTerminal
import ShelfText

/// A menu over the panes.
///
/// An item with a key is chosen by pressing the key; any item can be chosen with the arrows and Enter. In a menu where
/// most items have no key, such as the filter menu, letters narrow the menu to the matching items instead.
struct ChoiceMenu {
  struct Item {
    /// The key that chooses the item directly.
    var key: String?
    var label: StyledText
    var isOn = false
    let choice: Choice
  }

  enum Choice {
    case perform(BrowserRequest)
    case open(LibraryView)
    case follow(RecordID)
    /// Shows the records of an author.
    case works(of: String, key: String)
    /// Opens the form for a new record. The id identifies the record that the new one refers to.
    case add(Kind, to: RecordID?)
    /// Requests a change to records, which needs a confirmation if there are many.
    case change(BrowserRequest, verb: String, count: Int, Kind)
    /// Lends the user's copy after prompting for the borrower.
    case lend(RecordID)
    /// Borrows a copy after prompting for its owner.
    case borrow(RecordID)
    /// Changes the end date of a loan after prompting for the new date.
    case renew(RecordID)
    /// Finishes a book, with a rating unless it is nil.
    case finish(RecordID, stars: Int?)
    /// Sets the progress in a book.
    case progress(RecordID, String)
    /// Opens a form for a new record with the unsaved text, because its record was deleted.
    case saveAsNew
    /// Keeps the unsaved text until its record is restored.
    case strand
    /// Edits a field of the marked records.
    case field(String)
    /// Toggles a term of the query. A new term replaces other terms for the same field.
    case term(String)
    /// Removes all terms of the query.
    case noTerms
    case order(column: String, isDescending: Bool)
    case usualOrder
    /// Saves the user's value over another program's change.
    case overwrite
    /// Continues editing from the other program's value.
    case takeTheirs
    /// Prepares a repair. The numbers are the indices of the answers given so far.
    case repair(Finding, Repair, [Int])
    /// Discards the user's value in favor of the other program's.
    case keepTheirs
    /// Opens a file in the user's editor.
    case edit(String, line: Int?)
    case resume(UnsavedInput)
    case throwAway(UnsavedInput)
    case nothing
  }

  let title: String
  /// The text above the items, such as a question.
  var text: [StyledText] = []
  let items: [Item]
  /// The index of the chosen item among the visible items.
  var cursor = 0
  /// The unreadable file that the menu offers to edit. The menu closes when the file can be read again.
  var brokenFile: String?
  /// The first visible line of the text.
  var top = 0
  /// The actions that a letter still performs in a menu without an item for it: moving and leaving.
  static let letters: Set<Action> = [.up, .down, .top, .bottom, .pageUp, .pageDown, .quit]
  /// The text that narrows the items.
  private(set) var typed = ""

  init(title: String, text: [StyledText] = [], items: [Item], cursor: Int = 0) {
    (self.title, self.text, self.items, self.cursor) = (title, text, items, cursor)
  }

  /// The items that match the typed text.
  var shown: [Item] { typed.isEmpty ? items : items.filter { ChoiceMenu.fits($0, typed) } }

  var chosen: Item? { shown.indices.contains(cursor) ? shown[cursor] : nil }

  /// Whether letters narrow the menu: more than half of the items have no key.
  var isNarrowed: Bool { items.count { $0.key == nil } * 2 > items.count }

  /// Handles a key that edits the narrowing text, and returns whether the key was handled.
  ///
  /// A letter that would leave no items is ignored, so something can always be chosen.
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

  /// Returns whether every typed word is a prefix of a word in the item's label.
  private static func fits(_ item: Item, _ typed: String) -> Bool {
    let words = Folding.fold(item.label.plain).split { !$0.isLetter && !$0.isNumber && $0 != "★" }
    return typed.split(separator: " ").allSatisfy { start in words.contains { $0.hasPrefix(start) } }
  }
}
