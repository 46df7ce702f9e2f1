import ShelfText

/// The `language` setting in `shelf.yaml`, which may name a language that this version does not know.
package struct LanguageSetting: Sendable {
  /// The text of the setting, which is empty if it is a list or a mapping.
  package let code: String
  /// The byte range of the value in the file.
  package let range: Range<Int>

  /// The language, or nil if it is unknown.
  package var language: PageLanguage? { PageLanguage.named(code) }
}
