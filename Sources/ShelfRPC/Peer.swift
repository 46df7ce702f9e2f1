import Dispatch
import ShelfSystem
import Synchronization

/// One side of a conversation over two descriptors.
///
/// A thread of its own reads ahead, so that a request that waits for its turn can be cancelled. Whatever is written is a
/// frame, written as a whole.
package final class Peer: Sendable {
  private let output: Int32
  private let waiting = Mutex(Waiting())

  /// The requests of the other side that have no answer yet.
  private struct Waiting {
    var open: Set<JSON> = []
    var cancelled: Set<JSON> = []
  }

  /// What the reading thread tells.
  package enum Event: Sendable {
    case message(Message)
    /// The other side is gone.
    case end
  }

  /// - Parameters:
  ///   - deliver: takes each event, on the reading thread.
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
        case .content(let content): if let message = noted(Message(content)) { deliver(.message(message)) }
        case .fault(let reason): deliver(.message(.invalid(id: .null, .parseError(reason))))
        }
      }
    }
    deliver(.end)
  }

  /// Keeps account of requests; returns nil for what is done with thereby.
  private func noted(_ message: Message) -> Message? {
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

  /// Returns whether the other side does not want an answer any longer.
  package func isCancelled(_ id: JSON) -> Bool { waiting.withLock { $0.cancelled.contains(id) } }

  /// Sends a message; false if the other side is gone.
  @discardableResult package func send(_ message: Message) -> Bool {
    if case .response(let id, _) = message {
      waiting.withLock { waiting in
        waiting.open.remove(id)
        waiting.cancelled.remove(id)
      }
    }
    return Streams.writeAll(message.frame, to: output) == 0
  }
}
