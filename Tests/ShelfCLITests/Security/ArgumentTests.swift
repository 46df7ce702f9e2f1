import Foundation
import ShelfTestSupport
import Testing

/// Tests that the program gets its arguments even if it cannot open `/proc/self/maps`.
@Suite(.enabled(if: SystemTrace.isAvailable, "strace is not installed"))
struct ArgumentTests {
  /// Runs the program while strace makes every attempt to open the specified file fail.
  ///
  /// - Parameter error: the name of the error, such as `EMFILE`.
  private func run(_ arguments: [String], without file: String, _ error: String) throws -> (status: Int32, text: String)
  {
    let folder = try TemporaryFolder()
    let program = TestMachine.productsFolder.appending(path: "shelf").path
    return try Program.run(
      [
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", file, "-e", "trace=openat,open", "-e",
        "inject=openat,open:error=\(error)", program,
      ] + arguments, in: folder.path)
  }

  @Test(arguments: ["EMFILE", "ENFILE", "ENOENT", "EACCES"]) func theyDoNotDependOnProc(_ error: String) throws {
    let (status, text) = try run(["book", "lst"], without: "/proc/self/maps", error)
    #expect(status == 2 && text.contains("lst"), "\(text)")
    let version = try run(["--version"], without: "/proc/self/maps", error)
    #expect(version.status == 0 && version.text.contains("\nshelf "), "\(version.text)")
  }

  /// The merge driver also gets its arguments, so it reports the conflict.
  @Test func theMergeDriverMergesWhatItWasGiven() throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("base", "title: A\n"), ("ours", "title: B\n"), ("theirs", "title: C\n")] {
      try folder.write(name, "id: 00000000-0000-4000-8000-000000000001\n" + text)
    }
    let paths = ["base", "ours", "theirs"].map { folder.path + "/" + $0 }
    let (status, text) = try run(
      ["merge-driver"] + paths + ["books/a.yaml"], without: "/proc/self/maps", "EMFILE")
    #expect(status == 1, "\(text)")
    #expect(String(decoding: try folder.read("ours"), as: UTF8.self).contains("<<<<<<<"))
  }
}
