/// The comment after a reference: the name of its target, optionally followed by a remark.
package enum ReferenceComment {
  /// Returns the part of a comment after a name, or nil if the comment does not begin with that name.
  package static func remark(in comment: String, behind name: String) -> String? {
    guard comment.hasPrefix(name) else { return nil }
    let rest = comment.dropFirst(name.count)
    return rest.first.map { $0.isLetter || $0.isNumber } ?? false ? nil : String(rest)
  }
}
