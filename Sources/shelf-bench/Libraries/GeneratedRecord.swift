/// A record as it stands in its file.
struct GeneratedRecord {
  let path: String
  let text: String
}
