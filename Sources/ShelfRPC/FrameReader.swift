/// Extracts messages from a stream of bytes that arrives in pieces of any size (Language Server Protocol 3.17, Base
/// Protocol).
///
/// A frame consists of a header with the length of the content, an empty line, and the content. The reader is lenient:
/// header names are case-insensitive, lines may end with LF alone, and other headers as well as garbage before a header
/// are ignored. If the length in a header was wrong, the rest of the frame is treated as garbage before the next
/// header, which is recognized by its name.
package struct FrameReader: Sendable {
  private var pending: [UInt8] = []
  /// The position of the first byte that has not been consumed.
  private var start = 0
  /// The position up to which the bytes have been searched for the end of a header.
  private var searched = 0
  /// The length of the content that comes next, or nil while a header is expected.
  private var length: Int?
  /// The number of bytes of overlong content that have yet to be discarded.
  private var excess = 0

  /// The maximum length of the content of a frame, in bytes.
  package static let maxBytes = 64 << 20
  /// The maximum length of a header, in bytes.
  private static let maxHeader = 8 << 10

  package init() {}

  /// The next element of the stream.
  package enum Piece: Hashable, Sendable {
    case content([UInt8])
    /// Bytes that are not a valid frame, with the reason.
    case fault(String)
  }

  /// Adds more bytes.
  package mutating func append(_ bytes: [UInt8]) {
    let skipped = min(excess, bytes.count)
    excess -= skipped
    if start > 0, start * 2 >= pending.count {
      pending.removeFirst(start)
      searched -= start
      start = 0
    }
    pending += bytes[skipped...]
  }

  /// Returns the next piece, or nil if more bytes are needed.
  package mutating func next() -> Piece? {
    if length == nil, let fault = readHeader() { return fault }
    guard let length, pending.count - start >= length else { return nil }
    self.length = nil
    return .content(take(length))
  }

  /// Reads the next header if it is complete. Returns a fault if the header is invalid, or nil if it is valid or
  /// incomplete.
  private mutating func readHeader() -> Piece? {
    var header: [UInt8] = []
    // Empty lines before a header are ignored.
    while header.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) {
      guard let next = self.header() else {
        if pending.count - start <= FrameReader.maxHeader { return nil }
        _ = take(pending.count - start)
        return .fault("the header does not end")
      }
      header = next
    }
    guard let length = FrameReader.length(in: header) else { return .fault("the header has no Content-Length") }
    guard length <= FrameReader.maxBytes else {
      let there = min(length, pending.count - start)
      _ = take(there)
      excess = length - there
      return .fault("a content has at most \(FrameReader.maxBytes) bytes")
    }
    self.length = length
    return nil
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    let bytes = Array(pending[start..<start + count])
    start += count
    searched = max(searched, start)
    return bytes
  }

  /// Returns the bytes up to and including the next empty line, or nil if there is none yet.
  private mutating func header() -> [UInt8]? {
    var position = max(start, searched)
    while position < pending.count {
      guard pending[position] == 0x0A else {
        position += 1
        continue
      }
      let isAfterLine = position > start && pending[position - 1] == 0x0A
      let isAfterReturn = position > start + 1 && pending[position - 1] == 0x0D && pending[position - 2] == 0x0A
      position += 1
      guard isAfterLine || isAfterReturn else { continue }
      searched = position
      return take(position - start)
    }
    searched = position
    return nil
  }

  private static func length(in header: [UInt8]) -> Int? {
    let text = String(decoding: header, as: UTF8.self).lowercased()
    let name = "content-length:"
    guard let found = text.lastRange(of: name) else { return nil }
    let digits = text[found...].dropFirst(name.count).drop { $0 == " " || $0 == "\t" }.prefix {
      $0.isASCII && $0.isNumber
    }
    return Int(digits)
  }
}

extension String {
  /// Returns the position of the last occurrence of a text, or nil if there is none.
  fileprivate func lastRange(of text: String) -> String.Index? {
    var found: String.Index?
    var position = startIndex
    while let next = self[position...].firstIndex(of: text.first!) {
      if self[next...].hasPrefix(text) { found = next }
      position = index(after: next)
    }
    return found
  }
}
