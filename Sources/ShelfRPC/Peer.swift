import Dispatch
import ShelfSystem
import Synchronization

/// One side of a JSON-RPC connection over two file descriptors.
///
/// A background thread reads and delivers messages while earlier ones are being processed, so a cancellation may arrive
/// while the request is still queued. The server can then skip the request (see `isCancelled`). Each message is written
/// as a complete frame.
package final class Peer: Sendable {
  private let output: Int32
  private let waiting = Mutex(Waiting())

  /// The requests of the other side that have not been answered yet.
  private struct Waiting {
    var open: Set<JSON> = []
    var cancelled: Set<JSON> = []
  }

  /// An event of the reading thread.
  package enum Event: Sendable {
    case message(RPCMessage)
    /// The other side has closed the connection.
    case end
  }

  /// - Parameters:
  ///   - deliver: called with each event, on the reading thread.
  package init(input: Int32, output: Int32, deliver: @escaping @Sendable (Event) -> Void) {
    self.output = output
    let queue = DispatchQueue(label: "shelf.rpc.input")
    queue.async { [self] in read(input, deliver) }
  }

  private func read(_ input: Int32, _ deliver: (Event) -> Void) {
    var reader = FrameReader()
    while let bytes = Streams.readSome(64 << 10, from: input) {
      reader.append(bytes)
      while let piece = reader.next() {
        switch piece {
        case .content(let content): if let message = noted(RPCMessage(content)) { deliver(.message(message)) }
        case .fault(let reason): deliver(.message(.invalid(id: .null, .parseError(reason))))
        }
      }
    }
    deliver(.end)
  }

  /// Records requests and cancellations. Returns the message to deliver, or nil for a cancellation, which needs no
  /// further handling.
  private func noted(_ message: RPCMessage) -> RPCMessage? {
    switch message {
    case .request(let id, _, _):
      waiting.withLock { _ = $0.open.insert(id) }
      return message
    case .notification("$/cancelRequest", let params):
      if let id = params["id"] {
        waiting.withLock { waiting in if waiting.open.contains(id) { waiting.cancelled.insert(id) } }
      }
      return nil
    default: return message
    }
  }

  /// Returns whether the other side has cancelled a request.
  package func isCancelled(_ id: JSON) -> Bool { waiting.withLock { $0.cancelled.contains(id) } }

  /// Sends a message. Returns false if the other side has closed the connection.
  @discardableResult package func send(_ message: RPCMessage) -> Bool {
    if case .response(let id, _) = message {
      waiting.withLock { waiting in
        waiting.open.remove(id)
        waiting.cancelled.remove(id)
      }
    }
    return Streams.writeAll(message.frame, to: output) == 0
  }
}
