import ShelfModel
import ShelfRPC
import ShelfText

extension Snapshot {
  /// Returns the colors in the text as `ColorInformation`s.
  func colors() -> JSON? {
    guard let record else { return nil }
    let fields = library.schema.fields(of: record.kind).filter { $0.type == .color }
    return .array(
      fields.flatMap { items(of: $0, in: record) }.compactMap { item in
        Color(item.text).map { color in
          func part(_ byte: UInt8) -> JSON { .number(Double(byte) / 255) }
          let parts: JSON = ["red": part(color.red), "green": part(color.green), "blue": part(color.blue), "alpha": 1]
          return ["range": index.json(item.range), "color": parts]
        }
      })
  }

  /// Returns the replacement for a color that the user picked: six digits, with quotation marks added if the text does
  /// not already have them.
  func presentation(of color: JSON, in range: Range<Int>) -> JSON? {
    func part(_ name: String) -> UInt8? {
      let number: Double? =
        switch color[name] {
        case .number(let number)?: number
        case .integer(let number)?: Double(number)
        default: nil
        }
      return number.flatMap { (0...1).contains($0) ? UInt8(($0 * 255).rounded()) : nil }
    }
    guard let red = part("red"), let green = part("green"), let blue = part("blue") else { return nil }
    let digits = Color(red: red, green: green, blue: blue).description
    let isQuoted =
      range.lowerBound > 0 && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text.bytes[range.lowerBound - 1])
    let new = isQuoted ? digits : "\"\(digits)\""
    return [["label": .text(digits), "textEdit": ["range": index.json(range), "newText": .text(new)]]]
  }
}
