import ShelfFormats
import ShelfText

extension Wording {
  /// Returns the reason why an image cannot be used as a cover, as a clause that follows the image's name.
  package static func reason(_ problem: ImageProblem) -> String {
    switch problem {
    case .noImage: "is neither a JPEG nor a PNG"
    case .tooManyBytes(let maximum): "is larger than \(size(maximum))"
    case .tooLarge(let width, let height):
      "is \(number(width)) × \(number(height)) pixels; the limit is \(number(ImageProblem.maxPoints)) each way"
    case .tooSmall(let width, let height): "is only \(width) × \(height) pixels"
    case .damaged(let reason): "is damaged: \(VisibleText.line(reason))"
    case .failed(let reason): "cannot be rewritten: \(VisibleText.line(reason))"
    }
  }
}
