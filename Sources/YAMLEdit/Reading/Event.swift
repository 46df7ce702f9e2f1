/// A libyaml event, with its marks converted to byte offsets.
///
/// The buffers belong to the `EventReader` and are valid until the next event.
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
  /// The start and end as reported by libyaml. `NodeBuilder` corrects them.
  var start: Int
  var end: Int
  /// The value of a scalar, or the name of an alias.
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var anchor = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var tag = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
}
