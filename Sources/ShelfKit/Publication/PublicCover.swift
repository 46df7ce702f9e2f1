import ShelfFormats

/// A cover that may be published: a JPEG without any metadata.
package struct PublicCover: Hashable, Sendable {
  package let bytes: [UInt8]
  package let width: Int
  package let height: Int

  /// Rewrites an image without its metadata, such as the location where a photo was taken.
  package init(_ image: [UInt8]) throws(ImageProblem) {
    bytes = try CoverPicture(rewriting: image).bytes
    guard let head = ImageHead(bytes) else { throw .noImage }
    (width, height) = (head.width, head.height)
  }
}
