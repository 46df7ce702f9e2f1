extension Check {
  /// All checks, in the order in which lists and documentation pages show them. Each check requires a file in `Checks`
  /// and an entry here.
  package static let all: [Check] = [
    .unreadableFile, .unreadableYAML, .conflictMarkers, .notARecord, .duplicateKey, .unusableText, .missingID,
    .invalidID, .duplicateID, .missingField, .wrongType, .outOfRange, .unknownChoice, .danglingReference,
    .wrongKindReference, .referenceByName, .duplicateReference, .formerID, .contestedID, .orphanQuote, .halfRestored,
    .duplicateName,
    .probableDuplicate, .sharedCopyNumber, .sharedCitationKey, .invalidISBN, .oldFieldName, .unknownField,
    .swallowedText, .datesOutOfOrder, .statusDates,
    .impossibleProgress, .doubtfulSeries, .contradictoryLoan, .queueLeftover, .nameLeftover, .gainedField,
    .replacedField,
    .untypableField,
    .unknownSetting, .unknownLanguage, .invalidFilter, .staleComment, .staleModificationDate, .unusedGenre, .unusedTag,
    .misplacedFile,
    .nameTwin,
    .unsafePath, .trackedState, .doubtedChange, .mergeAttributes, .mergeLeftover, .manifestCopy,
    .unusedCover, .severalCovers, .unusableCover, .largeCover,
  ]
}
