import ShelfModel
import ShelfWording

extension CommandError {
  /// - Parameter file: what is wrong in the reader's settings.
  package init(settings file: UnreadableFile) {
    self.init(file)
    status = .usage
    report.hint = report.hint ?? "`shelf config edit` opens your settings"
  }
}
