import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfSystem

/// Other programs receive their arguments unchanged, and reading their output does not block writing their input.
struct ExternalProgramTests {
  private func run(
    _ name: String, _ arguments: [String], _ environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> (status: Int32, output: String, errors: String) {
    var output: [UInt8] = []
    let ending = try ExternalProgram(name, arguments, environment: environment).run(input: input) {
      output += $0
      return true
    }
    return (ending.status, String(decoding: output, as: UTF8.self), String(decoding: ending.errors, as: UTF8.self))
  }

  @Test func handsOnWordsAndVariables() throws {
    let words = ["-n", "a b", "$HOME", "`x`", "ü\n", "", "*"]
    let result = try run("printf", ["%s|"] + words)
    #expect(result.output == words.map { $0 + "|" }.joined() && result.status == 0)
    #expect(try run("env", [], ["A": "1 2"]).output == "A=1 2\n")
  }

  /// A program that waits without making progress is terminated. A program that computes without output is not
  /// terminated, and neither is a program whose child processes compute.
  @Test func endsWhatDoesNothing() throws {
    func run(_ script: String, alone: Int, inCompany: Int) throws -> ExternalProgram.Ending {
      try ExternalProgram("sh", ["-c", script], environment: TestMachine.environment)
        .run(input: [], limits: IdleLimits(alone: alone, inCompany: inCompany)) { _ in true }
    }
    func exceededIdleLimit(_ script: String, alone: Int, inCompany: Int) throws -> Int? {
      let ending = try run(script, alone: alone, inCompany: inCompany)
      #expect(ending.exceededIdleLimit != nil || ending.status == 0)
      return ending.exceededIdleLimit
    }
    let busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done"
    #expect(try exceededIdleLimit("exec sleep 100", alone: 300, inCompany: 100_000) == 300)
    #expect(try exceededIdleLimit(busy, alone: 300, inCompany: 300) == nil)
    #expect(try exceededIdleLimit("sh -c '\(busy)'; true", alone: 300, inCompany: 300) == nil)
    #expect(
      try exceededIdleLimit("for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done", alone: 1000, inCompany: 1000) == nil)
    #expect(try exceededIdleLimit("sleep 1.5; true", alone: 300, inCompany: 100_000) == nil)
    #expect(try exceededIdleLimit("sleep 100; true", alone: 100_000, inCompany: 300) == 300)
  }

  /// A terminated program can clean up, and its child processes are also terminated.
  @Test func endsWithWhatItHasStarted() throws {
    let folder = try TemporaryFolder()
    let script = """
      trap 'rm lock; exit 1' TERM
      touch lock
      sh -c 'trap "" TERM; touch beats; sleep 0.7; while :; do echo >> beats; sleep 0.1; done' &
      wait
      """
    let ending = try ExternalProgram(
      "sh", ["-c", "cd '\(folder.path)'; " + script], environment: TestMachine.environment
    ).run(input: [], limits: IdleLimits(alone: 300, inCompany: 300)) { _ in true }
    #expect(ending.exceededIdleLimit == 300 && ending.status == 1)
    let count = try folder.read("beats").count
    usleep(400_000)
    #expect(try folder.read("beats").count == count)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/lock"))
  }

  @Test func tellsHowItEnded() throws {
    let result = try run("sh", ["-c", "echo out; echo err >&2; exit 7"])
    #expect(result.status == 7 && result.output == "out\n" && result.errors == "err\n")
    #expect(try run("sh", ["-c", "kill -9 $$"]).status == 137)
    #expect(throws: FileError(code: ENOENT, operation: "run", path: "sh")) { try run("sh", [], ["PATH": "/none"]) }
    #expect(throws: FileError(code: ENOENT, operation: "run", path: "no-such")) { try run("no-such", []) }
  }

  @Test func feedsAndReadsAtOnce() throws {
    let input = [UInt8](repeating: 0x61, count: 5 << 20)
    let result = try run("sh", ["-c", "tee /dev/stderr"], input: input)
    #expect(result.output.utf8.count == input.count && result.errors.utf8.count == 64 << 10)
  }

  @Test func survivesAProgramThatReadsNothing() throws {
    let input = [UInt8](repeating: 0x61, count: 5 << 20)
    #expect(try run("sh", ["-c", "exec <&-; echo x"], input: input).output == "x\n")
    #expect(try run("cat", []).output == "")
  }

  @Test func endsAProgramThatSaidEnough() throws {
    var count = 0
    let ending = try ExternalProgram("yes", [], environment: [:]).run(input: []) { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3 && ending.status > 128)
  }

  @Test func endsAProgramWhoseSignalsWereHeldHere() throws {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = ContinuousClock.now
    let ending = try ExternalProgram("sh", ["-c", "echo; exec sleep 20"], environment: [:]).run(input: []) { _ in false
    }
    #expect(ending.status == 128 + SIGTERM && ContinuousClock.now - start < .seconds(15))
  }

  /// A program may leave a process behind. For example, `ssh` does so to share its connection with later calls.
  @Test func doesNotWaitForWhatAProgramLeavesBehind() throws {
    let folder = try TemporaryFolder()
    let start = ContinuousClock.now
    #expect(try run("sh", ["-c", "echo x; sleep 30 & echo $! >\(folder.path)/id; exit 3"]).status == 3)
    #expect(ContinuousClock.now - start < .seconds(20))
    let id = String(decoding: try folder.read("id"), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try run("kill", [id]).status == 0)
  }
}
