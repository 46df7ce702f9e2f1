/// A picture as rows of pixels. Each pixel has three bytes: red, green and blue.
struct Pixels {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  /// Returns the picture scaled down to fit within this size, preserving its aspect ratio. Each pixel is the mean of
  /// the pixels that it replaces.
  func fitting(width maxWidth: Int, height maxHeight: Int) -> Pixels {
    let (newWidth, newHeight): (Int, Int)
    if width <= maxWidth, height <= maxHeight { return self }
    if width * maxHeight > maxWidth * height {
      (newWidth, newHeight) = (maxWidth, max(1, height * maxWidth / width))
    } else {
      (newWidth, newHeight) = (max(1, width * maxHeight / height), maxHeight)
    }
    var new = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
    bytes.withUnsafeBufferPointer { old in
      for y in 0..<newHeight {
        let top = y * height / newHeight
        let bottom = max(top + 1, (y + 1) * height / newHeight)
        for x in 0..<newWidth {
          let left = x * width / newWidth
          let right = max(left + 1, (x + 1) * width / newWidth)
          var (red, green, blue) = (0, 0, 0)
          for row in top..<bottom {
            for place in stride(from: (row * width + left) * 3, to: (row * width + right) * 3, by: 3) {
              red += Int(old[place])
              green += Int(old[place + 1])
              blue += Int(old[place + 2])
            }
          }
          let count = (bottom - top) * (right - left)
          let place = (y * newWidth + x) * 3
          (new[place], new[place + 1], new[place + 2]) = (
            UInt8(red / count), UInt8(green / count), UInt8(blue / count)
          )
        }
      }
    }
    return Pixels(width: newWidth, height: newHeight, bytes: new)
  }

  /// Returns the picture turned upright.
  ///
  /// - Parameter orientation: the Exif orientation, from 1 to 8.
  func upright(_ orientation: Int) -> Pixels {
    if !(2...8).contains(orientation) { return self }
    let isTurned = orientation >= 5
    let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
    var new = [UInt8](repeating: 0, count: bytes.count)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let (fromX, fromY): (Int, Int) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          default: (width - 1 - y, x)
          }
        let (from, to) = ((fromY * width + fromX) * 3, (y * newWidth + x) * 3)
        for part in 0..<3 { new[to + part] = bytes[from + part] }
      }
    }
    return Pixels(width: newWidth, height: newHeight, bytes: new)
  }
}
