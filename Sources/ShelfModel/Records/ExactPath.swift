/// A path that is compared byte for byte, as in the file system.
///
/// Swift considers two strings equal if they are canonically equivalent (Unicode Standard, D70). On Linux, however,
/// `é.yaml` written with one scalar and `é.yaml` written with two scalars are different files.
package struct ExactPath: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactPath, b: ExactPath) -> Bool {
    var (a, b) = (a.text, b.text)
    return a.withUTF8 { a in b.withUTF8 { a.elementsEqual($0) } }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
