import Dispatch
import Synchronization

/// A server that runs on a thread of this process, and its client.
package final class Conversation: Sendable {
  package let client: FakeClient
  private let pipes: Mutex<(toServer: SystemPipe, toClient: SystemPipe)>
  private let ended = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let status = Mutex<Int32?>(nil)

  /// - Parameter serve: runs the server on two descriptors until it ends, passes its exit status to `tell`, and returns
  ///   once no thread reads the input any longer.
  package init(
    _ serve: @escaping @Sendable (_ input: Int32, _ output: Int32, _ tell: (Int32) -> Void) -> Void
  ) throws {
    let (toServer, toClient) = (try SystemPipe(), try SystemPipe())
    let (input, output) = (toServer.reading, toClient.writing)
    client = FakeClient(input: toClient.reading, output: toServer.writing)
    pipes = Mutex((toServer, toClient))
    DispatchQueue(label: "test.server").async { [self] in
      serve(input, output) { code in
        status.withLock { $0 = code }
        ended.signal()
      }
      finished.signal()
    }
  }

  package func closeInput() { pipes.withLock { $0.toServer.closeWriting() } }

  /// Waits for the server to end and returns its exit status, or nil if it does not end within a minute.
  package func exitStatus() -> Int32? {
    guard ended.wait(timeout: .now() + .seconds(60)) == .success else { return nil }
    ended.signal()
    return status.withLock { $0 }
  }

  /// Ends the server and waits until no thread reads from the pipes. Only then can they be closed: the next descriptor
  /// that another test opens may have the same number, and the thread would then consume that test's data.
  package func end() {
    closeInput()
    _ = exitStatus()
    _ = finished.wait(timeout: .now() + .seconds(60))
    pipes.withLock { $0.toClient.closeWriting() }
    client.waitForEnd()
  }
}
