/// The values of the option `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
