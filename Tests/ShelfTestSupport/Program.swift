import Foundation

package enum Program {
  /// Runs a program from the search path, and returns its status and everything that it printed.
  package static func run(_ arguments: [String], in folder: String, input: [UInt8] = []) throws -> (
    status: Int32, text: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    var environment = TestMachine.environment
    environment["GIT_CEILING_DIRECTORIES"] = URL(filePath: folder).deletingLastPathComponent().path
    process.environment = environment
    let (input_, output) = (Pipe(), Pipe())
    process.standardInput = input_
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try input_.fileHandleForWriting.write(contentsOf: Data(input))
    try input_.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Runs a program and returns its processor time in seconds, which hardly depends on other load.
  package static func cost(_ arguments: [String], in folder: String) throws -> Double {
    let script = "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1"
    let text = try run(["bash", "-c", script, "bash"] + arguments, in: folder).text
    return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.reduce(0, +)
  }
}
