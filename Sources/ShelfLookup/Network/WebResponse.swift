/// A server's response.
package struct WebResponse: Sendable {
  package let status: Int
  /// The headers, by lower-case name. If a name occurs more than once, the last header is used.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Parses the output of `curl --include`: the head, which follows any interim heads such as "100 Continue", and then
  /// the body.
  ///
  /// Returns nil if there is no head.
  package init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while true {
      guard let (head, end) = WebResponse.head(of: rest) else { return nil }
      rest = rest[end...]
      let lines = head.split(whereSeparator: \.isNewline)
      // Either "HTTP/1.1 200 OK" or "HTTP/2 200".
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]), (100...999).contains(status)
      else { return nil }
      if status < 200, status != 101 { continue }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...]
        headers[line[..<colon].lowercased()] = String(value.drop { $0 == " " || $0 == "\t" })
      }
      self.init(status: status, headers: headers, body: Array(rest))
      return
    }
  }

  private static let maxHead = 64 << 10

  /// Returns the text of the first head, and the offset of the data that follows it.
  private static func head(of bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    guard bytes.starts(with: "HTTP/".utf8) else { return nil }
    var lineStart = bytes.startIndex
    for position in bytes.indices.prefix(maxHead) where bytes[position] == 0x0A {
      let line = bytes[lineStart..<position]
      if line.isEmpty || line.elementsEqual([0x0D]) {
        return (String(decoding: bytes[..<lineStart], as: UTF8.self), position + 1)
      }
      lineStart = position + 1
    }
    return nil
  }
}
