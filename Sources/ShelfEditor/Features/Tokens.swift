import ShelfModel
import ShelfRPC

extension Snapshot {
  /// The token types. The index of each type is its number in the protocol.
  static let tokenTypes = ["comment", "variable"]

  /// Returns the `SemanticTokens`, which make ids look like comments and emphasize the names after them.
  func tokens(in wanted: Range<Int>? = nil) -> JSON? {
    guard let record else { return nil }
    var tokens: [(range: Range<Int>, type: Int)] = []
    let id = items(of: library.schema.id(of: record.kind), in: record)
    let places = id + references(in: record).map(\.item)
    for item in places where RecordID(item.text) != nil {
      tokens.append((item.range, 0))
      let line = index.line(index.line(of: item.range.upperBound))
      let behind = text.bytes[item.range.upperBound..<max(item.range.upperBound, line.upperBound)]
      if item.field.type.target != nil, let comment = LineContext.comment(in: behind), comment + 1 < line.upperBound {
        tokens.append((comment..<line.upperBound, 1))
      }
    }
    var data: [JSON] = []
    var last = TextPosition(line: 0, character: 0)
    for (range, type) in tokens.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where wanted.map({ $0.overlaps(range) }) ?? true {
      let (start, end) = (index.position(of: range.lowerBound), index.position(of: range.upperBound))
      guard start.line == end.line, start >= last || data.isEmpty, end.character > start.character else { continue }
      let character = start.line == last.line ? start.character - last.character : start.character
      data += [start.line - last.line, character, end.character - start.character, type, 0].map(JSON.integer)
      last = start
    }
    return ["data": .array(data)]
  }

  /// Returns `FoldingRange`s for fields that span several lines.
  func foldings() -> JSON? {
    var foldings: [JSON] = []
    var start: Int?
    var lastLine = 0
    func end() {
      if let start, lastLine > start { foldings.append(["startLine": .integer(start), "endLine": .integer(lastLine)]) }
    }
    for number in 0..<index.lineCount {
      if index.line(number).isEmpty { continue }
      if index.beginsField(number) {
        end()
        start = number
      }
      lastLine = number
    }
    end()
    return .array(foldings)
  }
}
