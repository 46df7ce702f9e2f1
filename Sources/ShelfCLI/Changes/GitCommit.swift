import ShelfHistory
import ShelfKit
import ShelfTerminal
import ShelfText
import ShelfWording

extension GitCommit {
  /// Makes a commit, and prints the output of git and its hooks.
  func perform(_ context: Context, _ commit: () throws -> String?) throws {
    do {
      if let said = try commit() { context.quote(said) }
    } catch let error as Repository.CommitFailure {
      let (failure, said) = failure(error)
      context.quote(said)
      throw failure
    }
  }
}

extension Context {
  /// Warns that shelf will not commit although the manifest asks for commits.
  func warn(of obstacle: CommitTarget.Obstacle?) {
    if let obstacle { warn(Wording.text(obstacle)) }
  }

  /// Prints the output of another program to standard error.
  func quote(_ text: String) {
    if text.isEmpty { return }
    let stream = Output(descriptor: errors)
    stream.write(Array((VisibleText.lines(text) + "\n").utf8))
    stream.flush()
  }
}
