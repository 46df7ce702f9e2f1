/// A growing buffer of bytes.
///
/// An array would check for shared storage every time that bytes are appended, thousands of times per page. Without
/// that check, writing a start tag takes two thirds of the time.
struct PageBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// - Parameter expected: the approximate number of bytes.
  init(expecting expected: Int = 0) {
    capacity = max(expected, 256)
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// The bytes so far.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  var last: UInt8? { count == 0 ? nil : start[count - 1] }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    makeRoom(for: bytes.count)
    (start + count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a text without escaping.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
