/// The text that `shelf` prints outside a library.
enum FirstSteps {
  static let text = """
    There is no library here. To get started:

      shelf init ~/library                       create a library; add `--sample` for a few books
      cd ~/library
      shelf add 9780441013593                    add a book by its ISBN, after asking
      shelf add Emma --author "Jane Austen"
      shelf import goodreads_library_export.csv  import your books from elsewhere
      shelf browse                               browse the library in three panes

    To use a library from any folder, set SHELF_LIBRARY or run `shelf config set library PATH`.
    `shelf help` lists all commands.
    """
}
