/// The words that `--color` takes.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
