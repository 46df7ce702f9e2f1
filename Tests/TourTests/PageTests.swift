import Testing

@Suite struct PageTests {
  private let text = """
    # A page

    ```console
    $ echo one \\
    > two
    one two

    $ true
    ```

    ```sh
    $ not a transcript
    ```
    """

  @Test func commandsAndTheirOutputsAreFound() {
    let page = Page(text: text)
    #expect(page.commands.map(\.script) == ["echo one \\\ntwo", "true"])
    #expect(page.commands.map(\.output) == [["one two"], []])
    #expect(page.commands.map(\.line) == [4, 8])
  }

  @Test func renewingReplacesOnlyWhatDiffers() {
    let page = Page(text: text)
    #expect(page.showing([["one two"], []]) == text)
    let renewed = page.showing([["1 2", "3"], ["done", ""]])
    #expect(renewed.contains("> two\n1 2\n3\n\n$ true\ndone\n```\n\n```sh"))
  }

  @Test func commandsShareAShellAndWriteToATerminal() throws {
    let playground = try Playground()
    defer { playground.remove() }
    let outputs = try playground.run([
      "cd sample-library", "pwd; test -t 1 && echo terminal", "false", "echo $?", "echo 'unclosed", "echo 'it'\\''s'",
      "printf 'no end'", "exit 3", "echo unreached",
    ])
    #expect(
      outputs.map { Output.trimmed($0).first } == [
        nil, "~/sample-library", nil, "1", outputs[4].first, "it's", "no end", "(the shell ended before this)",
        "(the shell ended before this)",
      ])
  }
}
