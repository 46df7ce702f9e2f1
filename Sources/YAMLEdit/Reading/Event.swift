/// One event of libyaml, with its marks turned into byte offsets.
///
/// The buffers belong to the reader and live until the next event is asked for.
struct Event {
  enum Kind: UInt8 {
    case documentStart
    case documentEnd
    case streamEnd
    case alias
    case scalar
    case sequenceStart
    case mappingStart
    case collectionEnd
  }

  var kind: Kind
  var style = Node.Style.plain
  /// Where libyaml says that the event starts and ends; see `NodeBuilder` for what is true.
  var start: Int
  var end: Int
  /// The value of a scalar, the name of an alias.
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var anchor = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var tag = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
}
