/// The text that `shelf` prints outside a library.
enum FirstSteps {
  static let text = """
    There is no library here. To begin:

      shelf init ~/library                       makes one; `--sample` puts a few books in
      cd ~/library
      shelf add 9780441013593                    adds a book by its ISBN, after asking
      shelf add Emma --author "Jane Austen"
      shelf import goodreads_library_export.csv  brings in what you have elsewhere
      shelf browse                               shows it all in three panes

    SHELF_LIBRARY or `shelf config set library PATH` names one for everywhere; `shelf help` lists all commands.
    """
}
