import ShelfTerminal

/// The actions that keys have in the panes of the browser.
///
/// This is the only table of keys: it defines their default bindings, `?` displays it, and the setting `keys` changes
/// them.
package enum Action: String, CaseIterable, Sendable {
  case up, down, left, right, pageUp, pageDown, top, bottom, nextPane, previousPane, open, back
  case search, filter, sort, saveFilter, clear
  case rate0, rate1, rate2, rate3, rate4, rate5
  case state, close, edit, add, lookUp, delete, mark, markAll, undo, redo
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
    case .up, .down, .left, .right, .pageUp, .pageDown, .top, .bottom, .nextPane, .previousPane, .open, .back: .moving
    case .search, .filter, .sort, .saveFilter, .clear: .finding
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .state, .close, .edit, .add, .lookUp, .delete, .mark, .markAll,
      .undo,
      .redo:
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
    case .pageUp: ["pageup", "ctrl-b", "ctrl-u"]
    case .pageDown: ["pagedown", "ctrl-f", "ctrl-d"]
    case .top: ["home", "<"]
    case .bottom: ["end", "G", ">"]
    case .nextPane: ["tab"]
    case .previousPane: ["shift-tab"]
    case .open: ["enter"]
    case .back: ["backspace"]
    case .search: ["/"]
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
    case .close: ["c"]
    case .edit: ["e"]
    case .add: ["a"]
    case .lookUp: ["L"]
    case .delete: ["d"]
    case .mark: ["space"]
    case .markAll: ["*"]
    case .undo: ["u"]
    case .redo: ["U"]
    case .problems: ["D"]
    case .history: ["g"]
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
    case .left: "the pane on the left; back to the last record"
    case .right: "the pane on the right; follow what a line of the record leads to"
    case .pageUp: "a page up"
    case .pageDown: "a page down"
    case .top: "to the beginning"
    case .bottom: "to the end"
    case .nextPane: "the next pane"
    case .previousPane: "the pane before"
    case .open: "open: a view, a record; edit the field; a field of all that are marked"
    case .back: "back to the last record"
    case .search: "search with the query language, live; Tab completes, Esc gives the list back"
    case .filter: "filter by state, priority, rating, date"
    case .sort: "sort, newest or oldest first"
    case .saveFilter: "save what the list shows as a filter; on a filter, another name for it"
    case .clear: "one step back: to the last record, the list; there end the search, then the marks"
    case .rate0: "rate with no star"
    case .rate1: "rate with one star"
    case .rate2: "rate with two stars"
    case .rate3: "rate with three stars"
    case .rate4: "rate with four stars"
    case .rate5: "rate with five stars"
    case .state: "the state: start, finish, put back, lend, borrow, renew, queue …"
    case .close: "close an issue, or open it again"
    case .edit: "edit the file in your editor; on a filter, its query"
    case .add: "add a record; on a book, a quote from it or an issue about it"
    case .lookUp: "look a book up by its ISBN, and fill in what is empty"
    case .delete: "delete a record or a filter, after saying what goes along"
    case .mark: "mark; in the list, keys that change act on all that are marked"
    case .markAll: "mark all, or none"
    case .undo: "undo: take the last change back"
    case .redo: "redo: make it again"
    case .problems: "problems, and their repairs"
    case .history: "the record's history, from git"
    case .stats: "the library in numbers"
    case .sync: "synchronize with git"
    case .command: "run any command of shelf"
    case .help: "this page"
    case .redraw: "draw the screen again"
    case .quit: "quit"
    }
  }
}
