/// A picture that can be stored as the cover of a book: small, and without metadata.
///
/// Images come from the network and from other programs, so no image is stored unchanged. First, `ImageHead` reads the
/// format and the size from the first bytes; an image that is far too large is rejected before anything is decoded.
/// Then the image is decoded, turned upright, scaled down and encoded as JPEG, at decreasing quality until it is small
/// enough. Only the picture remains, without metadata. A JPEG that is already small enough keeps its quality:
/// `init(rewriting:)` only removes its metadata.
package struct CoverPicture: Hashable, Sendable {
  /// A JPEG of at most `maxBytes` bytes.
  package let bytes: [UInt8]

  /// The maximum size of an image to read, in bytes.
  package static let maxInput = 20 << 20
  /// The maximum size of a cover, in bytes and in pixels.
  package static let maxBytes = 150_000
  package static let (maxWidth, maxHeight) = (1200, 600)

  /// Decodes an image, turns it upright, scales it down if it is larger than a cover, and encodes it again.
  ///
  /// - Parameter image: a JPEG or a PNG from any source.
  package init(_ image: [UInt8]) throws(ImageProblem) {
    if image.count > CoverPicture.maxInput { throw .tooManyBytes(maximum: CoverPicture.maxInput) }
    guard ImageHead.form(of: image) != nil else { throw .noImage }
    guard let head = ImageHead(image) else { throw .damaged("it has no size") }
    // This must be checked before anything is decoded or memory is allocated.
    try ImageProblem.check(width: head.width, height: head.height)
    let pixels: Pixels
    switch head.form {
    case .jpeg:
      let orientation = Orientation.of(jpeg: image)
      pixels = try JPEG.decode(image, wanted: CoverPicture.maxWidth).upright(orientation)
    case .png: pixels = try PNG.decode(image)
    }
    let small = pixels.fitting(width: CoverPicture.maxWidth, height: CoverPicture.maxHeight)
    for quality in [85, 75, 60, 45, 30] {
      let bytes = try JPEG.encode(small, quality: quality)
      if bytes.count <= CoverPicture.maxBytes {
        self.bytes = bytes
        return
      }
    }
    throw .failed("it cannot be made small enough")
  }

  /// Losslessly rewrites a JPEG that is small enough for a cover. Converts any other image in the same way as
  /// `init(_:)`.
  package init(rewriting image: [UInt8]) throws(ImageProblem) {
    if let head = ImageHead(image), head.form == .jpeg, head.width <= CoverPicture.maxWidth,
      head.height <= CoverPicture.maxHeight, image.count <= CoverPicture.maxBytes,
      Orientation.of(jpeg: image) == 1
    {
      try ImageProblem.check(width: head.width, height: head.height)
      let bytes = try JPEG.rewrite(image)
      if bytes.count <= CoverPicture.maxBytes {
        self.init(small: bytes)
        return
      }
    }
    try self.init(image)
  }

  private init(small bytes: [UInt8]) { self.bytes = bytes }
}
