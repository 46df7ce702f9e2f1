import ShelfModel
import ShelfWording

extension CommandError {
  /// - Parameter file: the error in the user's settings.
  package init(settings file: UnreadableFile) {
    self.init(file)
    status = .usage
    report.hint = report.hint ?? "`shelf config edit` opens your settings"
  }
}
