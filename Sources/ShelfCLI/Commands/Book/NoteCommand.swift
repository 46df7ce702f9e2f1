import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf book note`: adds a paragraph to the notes on a book.
struct NoteCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Add a paragraph to your notes on a book.",
    usage: usage("note", "(<record> | --where <query>) <text>"),
    discussion: """
      The text follows the notes that the book already has. - reads it from standard input, and @FILE from a file. Quotation marks around it \
      are needed only for characters that your shell interprets.

      `shelf show` prints the notes, and `shelf edit` changes them.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: ArgumentHelp(
      "The book: its id, the start of its id, its file, or its title; the text of the note follows.",
      valueName: "record"),
    completion: .values(of: .record))
  var words: [String] = []

  func run(in context: Context) throws {
    let names = bulk.hasQuery ? [] : Array(words.prefix(1))
    let typed = words.dropFirst(names.count)
    let isInput = Array(typed) == ["-"]
    if names.isEmpty, !bulk.hasQuery, !context.canShowWidgets { throw Question.subject(Self.kind, isOne: true) }
    let typedText = try typed.isEmpty ? ask(names.first, in: context) : typed.joined(separator: " ")
    let text = try Self.kind.fields.first { $0.key == FieldHandle.notes.key }.map { field in
      try context.valueText(typedText, of: field)
    }
    guard let text, !text.trimmed.isEmpty else { throw CommandError(.usage, "the note is empty") }
    let change = RecordsChangeRun(kind: Self.kind, options: options, readsInput: isInput)
    try change.run(names, in: context) { subjects, _ in AddNote(subjects, of: Self.kind, text) }
  }

  private func ask(_ name: String?, in context: Context) throws -> String {
    let name = name.map(Wording.shellWord) ?? "TITLE"
    return try context.askForArgument(
      "What do you want to note?", hint: "a paragraph",
      otherwise: CommandError(
        .usage, "no text was given",
        hint: "write `shelf note \(name) \"TEXT\"`, or `shelf show \(name)` to see the notes"))
  }
}
