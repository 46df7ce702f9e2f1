/// The actions that can be bound to keys in the panes of the browser.
///
/// This is the only table of keys. It defines the default bindings, which the `keys` setting overrides and `?`
/// displays.
package enum Action: String, CaseIterable, Sendable {
  case up, down, left, right, pageUp, pageDown, halfPageUp, halfPageDown, top, bottom, nextPane, previousPane
  case open, back
  case search, nextMatch, previousMatch, filter, sort, saveFilter, clear
  case rate0, rate1, rate2, rate3, rate4, rate5
  case state, progress, names, review, close, edit, add, lookUp, delete, mark, markRange, markAll, undo, redo
  case problems, history, stats, sync, command, help, redraw, quit

  /// A section of the help page.
  package enum Group: String, CaseIterable, Sendable {
    case moving = "Moving"
    case finding = "Finding"
    case changing = "Changing"
    case more = "More"
  }

  package var group: Group {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .top, .bottom, .nextPane,
      .previousPane, .open, .back:
      .moving
    case .search, .nextMatch, .previousMatch, .filter, .sort, .saveFilter, .clear: .finding
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .state, .progress, .names, .review, .close, .edit, .add,
      .lookUp, .delete, .mark, .markRange, .markAll, .undo, .redo:
      .changing
    case .problems, .history, .stats, .sync, .command, .help, .redraw, .quit: .more
    }
  }

  /// The default keys, in the notation of `KeyName`.
  package var keys: [String] {
    switch self {
    case .up: ["up", "k"]
    case .down: ["down", "j"]
    case .left: ["left", "h"]
    case .right: ["right", "l"]
    case .pageUp: ["pageup", "ctrl-b"]
    case .pageDown: ["pagedown", "ctrl-f"]
    case .halfPageUp: ["ctrl-u"]
    case .halfPageDown: ["ctrl-d"]
    case .top: ["home", "g", "<"]
    case .bottom: ["end", "G", ">"]
    case .nextPane: ["tab"]
    case .previousPane: ["shift-tab"]
    case .open: ["enter"]
    case .back: ["backspace"]
    case .search: ["/"]
    case .nextMatch: ["n"]
    case .previousMatch: ["N"]
    case .filter: ["f"]
    case .sort: ["s"]
    case .saveFilter: ["F"]
    case .clear: ["esc"]
    case .rate0: ["0"]
    case .rate1: ["1"]
    case .rate2: ["2"]
    case .rate3: ["3"]
    case .rate4: ["4"]
    case .rate5: ["5"]
    case .state: ["o"]
    case .progress: ["p"]
    case .names: ["T"]
    case .review: ["w"]
    case .close: ["c"]
    case .edit: ["e"]
    case .add: ["a"]
    case .lookUp: ["L"]
    case .delete: ["d"]
    case .mark: ["space"]
    case .markRange: ["v"]
    case .markAll: ["*"]
    case .undo: ["u"]
    case .redo: ["U"]
    case .problems: ["D"]
    case .history: ["H"]
    case .stats: ["t"]
    case .sync: ["S"]
    case .command: [":"]
    case .help: ["?"]
    case .redraw: ["ctrl-l"]
    case .quit: ["q"]
    }
  }

  package var help: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "go to the left pane, or back to the last record"
    case .right: "go to the right pane, or follow the link in a line of a record"
    case .pageUp: "move one page up"
    case .pageDown: "move one page down"
    case .halfPageUp: "move half a page up"
    case .halfPageDown: "move half a page down"
    case .top: "go to the beginning"
    case .bottom: "go to the end"
    case .nextPane: "go to the next pane"
    case .previousPane: "go to the previous pane"
    case .open: "open a view or a record; edit a field, or one of all marked records"
    case .back: "go back to the last record"
    case .search: "search as you type; Tab completes, ↑ repeats the last one, Esc restores the list"
    case .nextMatch: "go to the next record that the search found, at the end to the first one"
    case .previousMatch: "go to the previous record that the search found"
    case .filter: "filter by state, priority, rating, date"
    case .sort: "sort, for example newest first"
    case .saveFilter: "save the current list as a filter; on a filter, rename it"
    case .clear:
      "go one step back; in the list, end the search, then clear the marks"
    case .rate0: "rate with no stars"
    case .rate1: "rate with one star"
    case .rate2: "rate with two stars"
    case .rate3: "rate with three stars"
    case .rate4: "rate with four stars"
    case .rate5: "rate with five stars"
    case .state: "change the state: start, finish, put back, lend, borrow, renew, queue …"
    case .progress: "set the page that you have reached; the last page offers to finish the book"
    case .names: "choose the genres of a book, or the tags of a quote or an issue"
    case .review: "write a review, or the longest text that a record has"
    case .close: "close or reopen an issue"
    case .edit: "edit the file in your editor; on a filter, edit its query"
    case .add: "add a record; on a book, a quote from it or an issue about it"
    case .lookUp: "look up a book by its ISBN, and fill in empty fields"
    case .delete: "delete a record or a filter, after showing what else would be deleted"
    case .mark: "mark a record; in the list, changes apply to all marked records"
    case .markRange: "mark a range: the records that you move over, until you press the key again"
    case .markAll: "mark all or none"
    case .undo: "undo the last change"
    case .redo: "redo the last undone change"
    case .problems: "show problems and their repairs"
    case .history: "show the record's history from git"
    case .stats: "show statistics of the library"
    case .sync: "synchronize with git"
    case .command: "run any shelf command"
    case .help: "show the keys"
    case .redraw: "redraw the screen"
    case .quit: "quit"
    }
  }
}
