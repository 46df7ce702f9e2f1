extension Check {
  /// Whether it finds what is superfluous, which editors show faded.
  package var findsNeedless: Bool { Check.needless.contains(code) }

  /// Whether it finds what is read still, but not written any longer, which editors strike out.
  package var findsOutdated: Bool { code == Check.oldFieldName.code }

  private static let needless: Set = Set([Check.unusedGenre, .unusedTag, .duplicateReference].map(\.code))
}
