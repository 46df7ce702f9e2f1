import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The handling of files that must be repaired in a text editor.
extension Browser {
  /// Opens a menu if the file of the record on the page has become unreadable. Once that file is readable again, closes
  /// the menu and returns to the record.
  ///
  /// - Parameter record: the record on the page before the library was read again.
  mutating func followBroken(_ record: Record?) {
    if case .menu(let menu) = mode, let file = menu.brokenFile, unreadableFile(file) == nil {
      mode = .panes
      if let record = library.record(at: file) { list.go(to: record.id) }
      choose()
    }
    guard let record, library.record(record.id) == nil, unreadableFile(record.path) != nil else { return }
    show(.broken(Wording.name(record), path: record.path))
  }

  /// Offers to edit a file that cannot be read, unless it has become readable in the meantime.
  ///
  /// - Parameter name: the name of the record that the file contained.
  mutating func offerBroken(_ name: String, path: String) {
    guard let file = unreadableFile(path) else { return }
    // The location has the form `path:line:column`.
    let line = Int(file.location.dropFirst(path.count + 1).prefix { $0 != ":" })
    let text = [StyledText("\(name) cannot be read: \(file.reason)", .bold), StyledText(file.location, .dim)]
    mode = .menu(editMenu(text + advice(UnreadableYAML.advice(file)), path, line: line))
  }

  /// Returns a menu that offers to open a file in the user's editor, at the line of a problem.
  func editMenu(_ text: [StyledText], _ path: String, line: Int?) -> ChoiceMenu {
    var menu = ChoiceMenu(
      title: "Edit the file?", text: text,
      items: [
        ChoiceMenu.Item(
          key: keys.name(of: .edit) ?? "e",
          label: StyledText("Open it in your editor" + (line.map { ", at line \(Wording.number($0))" } ?? "")),
          choice: .edit(path, line: line)),
        ChoiceMenu.Item(key: "n", label: StyledText("Leave it as it is"), choice: .nothing),
      ])
    menu.brokenFile = unreadableFile(path)?.path
    return menu
  }

  /// Returns advice as styled lines, or no lines if there is none.
  func advice(_ text: String?) -> [StyledText] { text.map { [StyledText(asKeys($0), .dim)] } ?? [] }

  /// Opens a file in the user's editor.
  func editFile(_ path: String, line: Int?) -> [Effect] {
    [.terminal(["edit", path] + (line.map { ["+\($0)"] } ?? []), waits: false)]
  }

  /// Returns whether the record of a field editor is missing only because its file cannot be read.
  func isBroken(_ edit: FieldEdit) -> Bool {
    edit.originals.contains { library.record($0.id) == nil && unreadableFile($0.path) != nil }
  }

  private func unreadableFile(_ path: String) -> UnreadableFile? { library.unreadable.first { $0.path == path } }
}
