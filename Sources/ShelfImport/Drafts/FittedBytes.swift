extension [UInt8] {
  /// The same bytes with no room for more: of a hundred thousand texts that are held at once, what was reserved while they
  /// were written is as large as they are.
  var fitted: [UInt8] { capacity > count ? withUnsafeBufferPointer { Array($0) } : self }
}
