#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Takes what is written to a descriptor, on a thread of its own, so that a writer never waits for its reader.
package final class OutputCapture: Sendable {
  /// Where to write.
  package let descriptor: Int32
  private let reader: Int32
  private let thread: pthread_t

  /// The end that the thread reads, and what takes the pieces.
  private final class Source: Sendable {
    let reader: Int32
    let take: @Sendable ([UInt8]) -> Void

    init(_ reader: Int32, _ take: @escaping @Sendable ([UInt8]) -> Void) {
      self.reader = reader
      self.take = take
    }
  }

  /// Begins to take; nil if the system has no more pipes or threads.
  ///
  /// - Parameter take: is handed each piece, on another thread.
  package init?(take: @escaping @Sendable ([UInt8]) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, descriptor) = (ends[0], ends[1])
    let source = Unmanaged.passRetained(Source(ends[0], take))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, nil,
      { pointer in
        #if canImport(Darwin)
          let source = Unmanaged<Source>.fromOpaque(pointer).takeRetainedValue()
        #else
          let source = Unmanaged<Source>.fromOpaque(pointer!).takeRetainedValue()
        #endif
        while let piece = Streams.readSome(1 << 14, from: source.reader) { source.take(piece) }
        return nil
      }, source.toOpaque())
    guard status == 0 else {
      source.release()
      close(ends[0])
      close(ends[1])
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    self.thread = thread
  }

  /// Ends the taking: everything that was written has been handed over by then. Called once.
  package func finish() {
    close(descriptor)
    pthread_join(thread, nil)
    close(reader)
  }
}
