/// The words that `--color` takes.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
