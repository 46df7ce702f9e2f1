import CPNG

/// Reads PNG with libpng's simplified API (http://www.libpng.org/pub/png/libpng-manual.txt, section V).
enum PNG {
  /// Decodes a picture. Transparent parts become white.
  static func decode(_ bytes: [UInt8]) throws(ImageProblem) -> Pixels {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng still reads the bytes while it writes the rows, so the bytes must not move until it is done.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageProblem) in try decode(bytes, by: &image) }
    }
    return try result.get()
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, by image: inout png_image
  ) throws(ImageProblem) -> Pixels {
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      throw .damaged(message(image))
    }
    let (width, height) = (Int(image.width), Int(image.height))
    try ImageProblem.check(width: width, height: height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    var white = png_color(red: 255, green: 255, blue: 255)
    guard png_image_finish_read(&image, &white, &pixels, Int32(width * 3), nil) != 0 else {
      throw .damaged(message(image))
    }
    return Pixels(width: width, height: height, bytes: pixels)
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
