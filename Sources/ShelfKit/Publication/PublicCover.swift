import ShelfFormats

/// A cover that may be shown: a JPEG with nothing in it but the picture.
package struct PublicCover: Hashable, Sendable {
  package let bytes: [UInt8]
  package let width: Int
  package let height: Int

  /// Rewrites an image without its metadata, such as the place where a photo was taken.
  package init(_ image: [UInt8]) throws(ImageProblem) {
    bytes = try CoverPicture(rewriting: image).bytes
    guard let head = ImageHead(bytes) else { throw .noImage }
    (width, height) = (head.width, head.height)
  }
}
