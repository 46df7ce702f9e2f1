/// The comment behind a reference: the name of what it refers to, and perhaps more.
package enum ReferenceComment {
  /// Returns what a comment says behind a name; nil if it does not begin with that name.
  package static func remark(in comment: String, behind name: String) -> String? {
    guard comment.hasPrefix(name) else { return nil }
    let rest = comment.dropFirst(name.count)
    return rest.first.map { $0.isLetter || $0.isNumber } ?? false ? nil : String(rest)
  }
}
