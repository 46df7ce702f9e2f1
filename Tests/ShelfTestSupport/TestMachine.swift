import Foundation
import Synchronization

/// The environment of tests: the programs on this computer, but none of the user's settings.
package enum TestMachine {
  /// The search path for programs.
  ///
  /// It is the search path of the tests, but a folder that contains a `shelf` is replaced by a folder with links to
  /// everything else in it. Tests for a computer without `shelf`, and tests that put another `shelf` first, must not
  /// find an installed one.
  package static let path: String = {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = own.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + ["/usr/bin", "/bin"]
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted }.compactMap(withoutShelf).joined(separator: ":")
  }()

  /// The environment of the programs that tests start: the search path, but no settings and no home directory.
  package static let environment = [
    "PATH": path, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
  ]

  /// The location of temporary folders: TMPDIR if it is set, otherwise a folder in memory if there is enough memory.
  ///
  /// On disk, ext4 spends a tenth of the time of all tests looking for free inodes, because it takes a while to reuse
  /// the inodes of deleted files.
  package static let temporaryFolder: URL = {
    #if os(Linux)
      let memory = "/dev/shm"
      // ST_NOEXEC of statvfs(3), which Swift does not import from the C library.
      let noPrograms: UInt = 8
      var disk = statvfs()
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, access(memory, R_OK | W_OK | X_OK) == 0,
        statvfs(memory, &disk) == 0, disk.f_flag & noPrograms == 0,
        disk.f_bavail * disk.f_frsize >= neededRoom
      {
        return URL(filePath: memory, directoryHint: .isDirectory)
      }
    #endif
    return FileManager.default.temporaryDirectory
  }()

  /// The free space in bytes that a folder in memory needs, which is several times what all tests use at the same time.
  private static let neededRoom: UInt = 1 << 30

  /// The folder that contains the built tests and the program.
  package static var productsFolder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return (bundle?.bundleURL ?? Bundle.main.bundleURL.appending(path: "tests")).deletingLastPathComponent()
  }

  /// Returns the path of a program, or nil if it is not installed.
  package static func program(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns a folder with links to the programs in another folder, except `shelf`, or nil if it cannot be created.
  private static func withoutShelf(_ folder: String) -> String? {
    let files = FileManager.default
    guard files.fileExists(atPath: folder + "/shelf") else { return folder }
    let links = temporaryFolder.appending(path: "shelf-test-path-\(UUID().uuidString)").path
    do {
      try files.createDirectory(atPath: links, withIntermediateDirectories: true)
      removeAtExit(links)
      for name in try files.contentsOfDirectory(atPath: folder) where name != "shelf" {
        try files.createSymbolicLink(atPath: links + "/" + name, withDestinationPath: folder + "/" + name)
      }
      return links
    } catch {
      return nil
    }
  }

  private static let madeFolders = Mutex<[String]>([])

  private static func removeAtExit(_ folder: String) {
    let isFirst = madeFolders.withLock { folders in
      folders.append(folder)
      return folders.count == 1
    }
    guard isFirst else { return }
    atexit {
      for folder in TestMachine.madeFolders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }
  }
}
