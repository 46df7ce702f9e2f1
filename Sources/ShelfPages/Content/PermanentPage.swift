import ShelfModel

/// A page whose address has to keep working permanently.
struct PermanentPage {
  let id: RecordID
  let path: SitePath
  let title: String
  /// The HTML attributes of the title.
  let attributes: [HTMLAttribute]
}
