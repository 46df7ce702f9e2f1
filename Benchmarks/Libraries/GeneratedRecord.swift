/// A record as it is in its file.
struct GeneratedRecord {
  let path: String
  let text: String
}
