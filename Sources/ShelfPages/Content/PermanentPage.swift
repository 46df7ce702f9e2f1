import ShelfModel

/// A page whose address has to keep working permanently.
struct PermanentPage {
  let id: RecordID
  let path: SitePath
  let title: String
  let attributes: [HTMLAttribute]
}
