import Foundation
import ShelfKit
import Testing

@testable import ShelfCLI

/// Streams that are closed, full, or not read.
struct OutputFailureTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func isReported() throws {
    let commands = [["book list"], ["book show dune"], ["book list --format json"], ["book add --help"], ["--version"]]
    for words in commands {
      for path in ["/dev/full", "/dev/null"] {
        // What is opened for reading alone cannot be written.
        library.output = open(path, path == "/dev/full" ? O_WRONLY : O_RDONLY)
        defer { close(library.output!) }
        let text = try library.refused(words[0])
        #expect(text.hasPrefix("! error: cannot write the output: ") && text.hasSuffix("\n[3]\n"), "\(text)")
      }
    }
  }

  @Test func comesAfterTheChange() throws {
    library.output = open("/dev/full", O_WRONLY)
    defer { close(library.output!) }
    try expect(
      library.run("book set dune rating=1"),
      is: """
        ! error: the change is made, but cannot write the output: No space left on device
        [3]
        """)
    #expect(library[SmallLibrary.dune]!.contains("rating: 1"))
  }

  @Test func isNoErrorWhereTheReaderHasGone() throws {
    Output.ignoreBrokenPipes()
    let pipe = try Pipe()
    pipe.closeReading()
    library.output = pipe.writing
    #expect(try library.run("book list") == "")
    #expect(try library.run("book show dune --format json") == "")
  }
}
