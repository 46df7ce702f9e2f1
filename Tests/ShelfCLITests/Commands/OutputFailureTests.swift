import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests output that cannot be written, or that no process reads.
struct OutputFailureTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Replaces the output with a read-only stream, so that writing fails.
  private func breakOutput() { library.output = open("/dev/null", O_RDONLY) }

  @Test(arguments: ["book list", "book show dune", "book list --format json", "book add --help", "--version"])
  func isReported(_ command: String) throws {
    breakOutput()
    defer { close(library.output!) }
    try expect(
      library.refused(command),
      is: """
        ! error: cannot write the output: Bad file descriptor
        [3]
        """)
  }

  @Test func comesAfterTheChange() throws {
    breakOutput()
    defer { close(library.output!) }
    try expect(
      library.run("book set dune rating=1"),
      is: """
        ! error: the change was made, but shelf cannot write the output: Bad file descriptor
        [3]
        """)
    #expect(library[SmallLibrary.dune]!.contains("rating: 1"))
  }

  @Test func isNoErrorWhereTheReaderHasGone() throws {
    Streams.ignoreBrokenPipes()
    let pipe = try SystemPipe()
    pipe.closeReading()
    library.output = pipe.writing
    #expect(try library.run("book list") == "")
    #expect(try library.run("book show dune --format json") == "")
  }
}
