extension Check {
  /// Whether the check finds superfluous text, which editors fade.
  package var findsNeedless: Bool { Check.needless.contains(code) }

  /// Whether the check finds deprecated names, which editors strike through.
  package var findsOutdated: Bool { code == Check.oldFieldName.code }

  private static let needless: Set = Set([Check.unusedGenre, .unusedTag, .duplicateReference].map(\.code))
}
