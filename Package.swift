// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in every target of ours.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "shelf",
  // What the branches for macOS would need; nobody has compiled them.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shelf", targets: ["shelf"]),
    .library(name: "ShelfKit", targets: ["ShelfKit"]),
    .library(name: "YAMLEdit", targets: ["YAMLEdit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // Debian's pkg-config file sets a macro that the package manager warns about; its folders are searched anyway.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "YAMLEdit", dependencies: ["CLibYAML"], swiftSettings: strict),
    .target(name: "ShelfKit", dependencies: ["YAMLEdit", "CLinux", "CUTF8Proc"], swiftSettings: strict),
    .target(
      name: "ShelfCLI",
      dependencies: [
        "ShelfKit", "CUTF8Proc", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(name: "shelf", dependencies: ["ShelfCLI"], swiftSettings: strict),
    .executableTarget(
      name: "shelf-bench",
      dependencies: ["CLinux", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict),
    .testTarget(name: "YAMLEditTests", dependencies: ["YAMLEdit", "CLibYAML"], swiftSettings: strict),
    .testTarget(name: "ShelfKitTests", dependencies: ["ShelfKit", "YAMLEdit"], swiftSettings: strict),
    .testTarget(name: "ShelfCLITests", dependencies: ["ShelfCLI", "shelf"], swiftSettings: strict),
    .testTarget(name: "TourTests", dependencies: ["shelf"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
