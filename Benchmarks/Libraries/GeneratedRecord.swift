/// The path and the text of a generated record.
struct GeneratedRecord {
  let path: String
  let text: String
}
