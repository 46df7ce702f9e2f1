import ShelfModel

/// A cover that is typeset from the title and author, in the color of the first genre. Unlike an image, it needs no
/// license.
struct TypesetCover: Sendable {
  let title: String
  let author: String
  /// The CSS classes for the design, the size of the title and the colors.
  let classes: String

  /// Whether the whole title and the whole author line fit on the cover.
  let isWhole: Bool

  static let designs = 4
  static let quietColors = 6

  /// - Parameter genre: the CSS class with the first genre's colors, or nil for a book without a genre.
  init(title whole: String, byline: String, _ id: RecordID, genre: String?) {
    title = TypesetCover.cut(whole, 90)
    // Room on a cover is scarce, so a line may end with a conjunction.
    let byline = byline.replacing("\u{A0}", with: " ")
    author = TypesetCover.cut(byline, 60)
    // A hash of the id selects a design that looks random but is the same in every run.
    let mixed = (id.high ^ id.low.byteSwapped) &* 0x9E37_79B9_7F4A_7C15
    let digits = Int(truncatingIfNeeded: mixed >> 40)
    let design = digits % TypesetCover.designs
    let longest = title.split(separator: " ").map(\.count).max() ?? 0
    let size =
      switch (title.count, longest) {
      case (...14, ...8): 1
      case (...28, ...11): 2
      case (...50, ...14): 3
      default: 4
      }
    isWhole = size < 4 && author == byline
    classes = "d\(design) s\(size) " + (genre ?? "q-\(digits / 16 % TypesetCover.quietColors)")
  }

  private static func cut(_ text: String, _ maximum: Int) -> String {
    text.utf8.count > maximum && text.count > maximum ? text.prefix(maximum - 1) + "…" : text
  }
}
