import CTurboJPEG

/// Reads and writes JPEG with libturbojpeg (https://libjpeg-turbo.org/Documentation/Documentation). Its functions take
/// the size of every buffer, which guards against overflows.
enum JPEG {
  /// Decodes a picture. Scales it down by one of libturbojpeg's scaling factors, provided that the result has at least
  /// the wanted height.
  static func decode(_ bytes: [UInt8], wanted height: Int) throws(ImageProblem) -> Pixels {
    guard let decoder = tjInitDecompress() else { throw .failed("no memory") }
    defer { tjDestroy(decoder) }
    var (width, fullHeight, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &fullHeight, &sampling, &colors) == 0
    else { throw .damaged(reason(decoder)) }
    // shelf has already checked the dimensions that `ImageHead` read, but libturbojpeg may read different ones.
    try ImageProblem.check(width: Int(width), height: Int(fullHeight))
    let divisor = [8, 4, 2].first { Int(fullHeight) / $0 >= height } ?? 1
    let (newWidth, newHeight) = ((Int(width) + divisor - 1) / divisor, (Int(fullHeight) + divisor - 1) / divisor)
    var pixels = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
    let flags = TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
    // A truncated image decodes with only a warning, but must not become a cover.
    guard
      tjDecompress2(
        decoder, bytes, UInt(bytes.count), &pixels, Int32(newWidth), Int32(newWidth * 3), Int32(newHeight),
        Int32(TJPF_RGB.rawValue), flags) == 0
    else { throw .damaged(reason(decoder)) }
    return Pixels(width: newWidth, height: newHeight, bytes: pixels)
  }

  /// Losslessly rewrites a JPEG from its decoded coefficients, without its metadata.
  static func rewrite(_ bytes: [UInt8]) throws(ImageProblem) -> [UInt8] {
    guard let transformer = tjInitTransform() else { throw .failed("no memory") }
    defer { tjDestroy(transformer) }
    var transform = tjtransform()
    transform.op = Int32(TJXOP_NONE.rawValue)
    transform.options = TJXOPT_COPYNONE
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let flags = TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
    let status = tjTransform(transformer, bytes, UInt(bytes.count), 1, &buffer, &size, &transform, flags)
    defer { tjFree(buffer) }
    guard status == 0, let buffer else { throw .damaged(reason(transformer)) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  /// Encodes a picture, without metadata.
  ///
  /// - Parameter quality: from 1 to 100.
  static func encode(_ pixels: Pixels, quality: Int) throws(ImageProblem) -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw .failed("no memory") }
    defer { tjDestroy(encoder) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = tjCompress2(
      encoder, pixels.bytes, Int32(pixels.width), Int32(pixels.width * 3), Int32(pixels.height),
      Int32(TJPF_RGB.rawValue), &buffer, &size, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
    defer { tjFree(buffer) }
    guard status == 0, let buffer else { throw .failed(reason(encoder)) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  private static func reason(_ handle: tjhandle) -> String { String(cString: tjGetErrorStr2(handle)) }
}
