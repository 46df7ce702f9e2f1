import ShelfImages

/// A cover that may be shown: a JPEG with nothing in it but the picture.
package struct PublicCover: Hashable, Sendable {
  package let bytes: [UInt8]
  package let width: Int
  package let height: Int

  /// Takes what is a JPEG without anything beside the picture as it is, and writes any other image anew.
  ///
  /// What a camera notes in an image, where it was taken for one, is nothing to publish.
  package init(_ image: [UInt8]) throws(ImageProblem) {
    let isPlain = PlainJPEG.isPlain(image) && image.count <= CoverPicture.mostBytes
    let bytes = isPlain ? image : try CoverPicture(image).bytes
    guard let head = ImageHead(bytes), head.width > 0, head.height > 0 else { throw .noImage }
    (self.bytes, width, height) = (bytes, head.width, head.height)
  }
}
