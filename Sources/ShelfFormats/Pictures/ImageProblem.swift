/// Why an image is not taken.
package enum ImageProblem: Error, Hashable, Sendable {
  /// It is no JPEG and no PNG by its first bytes.
  case noImage
  /// It has more bytes than are read.
  case tooManyBytes(most: Int)
  /// It is larger than is decoded, in points.
  case tooLarge(width: Int, height: Int)
  /// It is so small that it shows nothing.
  case tooSmall(width: Int, height: Int)
  /// What the decoder says.
  case damaged(String)
  /// It cannot be written anew.
  case failed(String)

  /// The maximum width and height of what is decoded.
  package static let mostPoints = 4000
  private static let fewestPoints = 16

  static func check(width: Int, height: Int) throws(ImageProblem) {
    if width > mostPoints || height > mostPoints { throw .tooLarge(width: width, height: height) }
    if width < fewestPoints || height < fewestPoints { throw .tooSmall(width: width, height: height) }
  }
}
