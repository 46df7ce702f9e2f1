import ShelfBrowser
import ShelfForms
import ShelfKit
import ShelfTerminal
import ShelfText
import ShelfWording

extension BrowserServices {
  /// Creates the services of a browser from the context of a command.
  ///
  /// - Throws: `CommandError` if the user's settings bind keys that do not exist.
  init(_ context: Context) throws(CommandError) {
    let keys: KeyMap
    do throws(KeyMap.Problem) { keys = try KeyMap(context.settings.keys) } catch {
      throw CommandError(.usage, "the setting keys: \(Setting.words(error))")
    }
    var forms = context.forms
    forms.host = context.liveHost()
    self.init(
      forms, keys: keys, measure: { context.terminal },
      completeCommand: { BrowserServices.completing($0, context) })
  }

  /// Returns the completions of the last word of a command line, each as a complete line.
  private static func completing(_ text: String, _ context: Context) -> [Candidate] {
    let words = ShellWords(text).words
    let last = words.last ?? ""
    guard text.hasSuffix(last) else { return [] }
    let before = String(text.dropLast(last.count))
    return Completer(["shelf"] + words, of: context.commands) { try? context.workspace().read() }.candidates().map {
      candidate in
      Candidate(before + Wording.shellWord(candidate.text), note: candidate.note)
    }
  }
}
