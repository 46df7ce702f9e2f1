// swift-tools-version: 6.2
import PackageDescription

/// All targets of this package treat warnings as errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The definition of the C macro that names the commit the program is built from. scripts/build sets the environment
/// variable.
let source: [CSetting] = Context.environment["SHELF_SOURCE"].map { [.define("SHELF_SOURCE", to: "\"\($0)\"")] } ?? []

/// Makes the linker redirect calls to these functions to their replacements in `CMemory`.
let wrapped = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"].flatMap {
  ["-Xlinker", "--wrap=" + $0]
}

/// Makes the parser call the tests' `ParsableArguments.checkOnce` instead of checking the declarations itself.
let checkedOnce = [
  "-Xlinker", "--wrap=$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ",
]

/// Optimizes, even in debug builds, the code in which the tests spend most of their time. SwiftPM does not allow such
/// flags in a dependency, so they are omitted if another package uses this one.
let optimized: [SwiftSetting] =
  Context.packageDirectory.contains("/checkouts/")
  ? []
  : [
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug))
  ]

/// Returns a floor of the program: a target that may use only the floors below it. `Sources/README.md` describes the
/// floors.
func floor(_ name: String, uses dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + settings)
}

/// Returns the test target for a target.
func tests(
  of name: String, uses dependencies: [Target.Dependency], linkerSettings: [LinkerSetting] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: strict,
    linkerSettings: linkerSettings)
}

let package = Package(
  name: "shelf",
  // Required by the macOS code, which has never been compiled.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shelf", targets: ["shelf"]),
    .library(name: "YAMLEdit", targets: ["YAMLEdit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // C libraries
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // No pkg-config file is named here, because the package manager warns about a macro in Debian's. The folders in
    // that file are searched anyway.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CCMark", providers: [.apt(["libcmark-dev"])]),
    // unibilium, which libtermkey uses to read terminfo, is listed for static linking.
    .systemLibrary(name: "CTermKey", providers: [.apt(["libtermkey-dev", "libunibilium-dev"])]),
    .target(name: "CProcess", cSettings: source),
    .target(name: "CGuide"),
    // The ground
    floor("YAMLEdit", uses: ["CLibYAML"], optimized),
    floor("ShelfSystem", uses: ["CLinux"]),
    floor("ShelfText", uses: ["CUTF8Proc", "CLinux"], optimized),
    floor("ShelfFormats", uses: ["ShelfText", "CSQLite", "CExpat", "CZlib", "CTurboJPEG", "CPNG"], optimized),
    // The model
    floor("ShelfModel", uses: ["YAMLEdit", "ShelfSystem", "ShelfText"], optimized),
    // The library
    floor("ShelfStore", uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel"]),
    // Abilities
    floor("ShelfQuery", uses: ["ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore"]),
    floor(
      "ShelfHistory", uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore"]),
    floor(
      "ShelfDoctor",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfQuery",
        "ShelfHistory",
      ]),
    floor(
      "ShelfImport",
      uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore"]),
    floor("ShelfLookup", uses: ["ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfImport"]),
    // Use cases
    floor(
      "ShelfKit",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfHistory",
        "ShelfQuery", "ShelfDoctor", "ShelfImport",
      ]),
    // Front ends
    floor("ShelfTerminal", uses: ["ShelfSystem", "ShelfText", "CTermKey"]),
    floor(
      "ShelfWording",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfHistory",
        "ShelfQuery", "ShelfDoctor", "ShelfImport", "ShelfKit", "ShelfLookup", "ShelfTerminal", "CGuide", "CCMark",
      ]),
    floor(
      "ShelfForms",
      uses: [
        "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfQuery", "ShelfImport", "ShelfKit",
        "ShelfTerminal", "ShelfWording", "YAMLEdit", "ShelfLookup",
      ]),
    floor(
      "ShelfBrowser",
      uses: [
        "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfQuery", "ShelfHistory", "ShelfDoctor",
        "ShelfImport", "ShelfKit", "ShelfTerminal", "ShelfWording", "ShelfForms",
      ]),
    floor(
      "ShelfPages",
      uses: ["ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfQuery", "ShelfKit", "CCMark"]),
    floor("ShelfRPC", uses: ["ShelfSystem", "ShelfText"]),
    floor(
      "ShelfEditor",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfQuery", "ShelfDoctor", "ShelfKit",
        "ShelfWording", "ShelfRPC",
      ]),
    floor(
      "ShelfCLI",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfHistory",
        "ShelfQuery", "ShelfDoctor", "ShelfImport", "ShelfKit", "ShelfLookup", "ShelfTerminal", "ShelfWording",
        "ShelfForms", "ShelfBrowser", "ShelfPages", "ShelfEditor", "CProcess", arguments,
      ]),
    .executableTarget(
      name: "shelf", dependencies: ["ShelfCLI", "CProcess"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(wrapped, .when(platforms: [.linux], configuration: .release))]),
    .executableTarget(
      name: "shelf-bench",
      dependencies: [
        "CLinux", "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfDoctor", "ShelfRPC",
        arguments,
      ], path: "Benchmarks", swiftSettings: strict),
    // Tests
    .target(
      name: "ShelfTestSupport",
      dependencies: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfHistory", "ShelfQuery",
        "ShelfTerminal", "ShelfRPC",
      ], path: "Tests/ShelfTestSupport", swiftSettings: strict),
    tests(of: "YAMLEdit", uses: ["CLibYAML", "ShelfTestSupport"]),
    tests(of: "ShelfSystem", uses: ["ShelfTestSupport"]),
    tests(of: "ShelfText", uses: ["ShelfTestSupport"]),
    tests(of: "ShelfModel", uses: ["YAMLEdit", "ShelfText", "ShelfTestSupport"]),
    tests(of: "ShelfStore", uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfTestSupport"]),
    tests(
      of: "ShelfQuery", uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfTestSupport"]),
    tests(
      of: "ShelfHistory",
      uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfTestSupport"]),
    tests(
      of: "ShelfDoctor",
      uses: ["YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfHistory", "ShelfTestSupport"]),
    tests(of: "ShelfFormats", uses: ["ShelfTestSupport"]),
    tests(
      of: "ShelfImport",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfHistory", "ShelfKit",
        "ShelfTestSupport", "CSQLite", "CZlib",
      ]),
    tests(of: "ShelfLookup", uses: ["ShelfFormats", "ShelfModel", "ShelfImport", "ShelfTestSupport"]),
    tests(
      of: "ShelfKit",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfFormats", "ShelfModel", "ShelfStore", "ShelfQuery",
        "ShelfTestSupport",
      ]),
    tests(of: "ShelfTerminal", uses: ["ShelfText", "ShelfTestSupport"]),
    tests(
      of: "ShelfBrowser", uses: ["ShelfText", "ShelfTerminal", "ShelfForms", "ShelfTestSupport"]),
    tests(
      of: "ShelfPages",
      uses: ["ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfQuery", "ShelfKit", "ShelfTestSupport"]),
    tests(of: "ShelfRPC", uses: ["ShelfSystem", "ShelfTestSupport"]),
    tests(
      of: "ShelfEditor",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfDoctor", "ShelfKit", "ShelfRPC",
        "ShelfTestSupport",
      ]),
    tests(
      of: "ShelfCLI",
      uses: [
        "YAMLEdit", "ShelfSystem", "ShelfText", "ShelfModel", "ShelfStore", "ShelfHistory", "ShelfQuery", "ShelfDoctor",
        "ShelfLookup", "ShelfTerminal", "ShelfWording", "ShelfForms", "ShelfBrowser", "ShelfRPC", "ShelfTestSupport",
        "shelf", arguments,
      ], linkerSettings: [.unsafeFlags(checkedOnce, .when(platforms: [.linux]))]),
    .testTarget(name: "TourTests", dependencies: ["shelf", "ShelfTestSupport"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
