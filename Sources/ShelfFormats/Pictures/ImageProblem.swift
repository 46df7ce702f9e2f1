/// The reason why an image is not accepted.
package enum ImageProblem: Error, Hashable, Sendable {
  /// The image does not start like a JPEG or a PNG.
  case noImage
  /// The image exceeds the maximum file size.
  case tooManyBytes(maximum: Int)
  /// The image exceeds the maximum dimensions. The values are in pixels.
  case tooLarge(width: Int, height: Int)
  /// The image is too small to show anything.
  case tooSmall(width: Int, height: Int)
  /// The image cannot be decoded, for the reason that the decoder reports.
  case damaged(String)
  /// The picture cannot be encoded.
  case failed(String)

  /// The maximum width and height of an image that is decoded, in pixels.
  package static let maxPoints = 4000
  private static let fewestPoints = 16

  static func check(width: Int, height: Int) throws(ImageProblem) {
    if width > maxPoints || height > maxPoints { throw .tooLarge(width: width, height: height) }
    if width < fewestPoints || height < fewestPoints { throw .tooSmall(width: width, height: height) }
  }
}
