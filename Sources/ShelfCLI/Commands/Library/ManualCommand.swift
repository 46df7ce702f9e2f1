import ArgumentParser
import ShelfText
import ShelfWording

/// `shelf manual`: the sources of the manual pages, for packagers.
struct ManualCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the source of a manual page, or list all pages.", shouldDisplay: false)

  @Argument(help: "The page, such as shelf-book-list.1. (default: list all pages)")
  var page: String?

  func run(in context: Context) throws {
    let pages = ManualPage.all(of: context.commands)
    guard let page else { return try context.print(pages.map(\.file).joined(separator: "\n")) }
    guard let found = pages.first(where: { $0.file == page }) else {
      let nearest = Nearest.words(to: page, among: pages.map(\.file)).first
      throw CommandError(
        .no, "no manual page is called “\(Wording.short(page))”",
        hint: nearest.map { "did you mean \($0)?" } ?? "`shelf manual` lists them")
    }
    try context.write(Array(found.source.utf8))
  }
}
