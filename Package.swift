// swift-tools-version: 6.2
import PackageDescription

// `ILSRENDER_STRICT=1` turns every warning into an error; CI builds with it.
let strict = Context.environment["ILSRENDER_STRICT"] == "1"

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "ilsrender",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "ilsrender", targets: ["ilsrender"]),
    .library(name: "StyledRuns", targets: ["StyledRuns"]),
    .library(name: "RunFormatters", targets: ["RunFormatters"]),
    .library(name: "TextMate", targets: ["TextMate"]),
    .library(name: "Rendering", targets: ["Rendering"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(
      name: "COniguruma", pkgConfig: "oniguruma", providers: [.apt(["libonig-dev"])]),
    .systemLibrary(
      name: "CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "OnigurumaRegex", dependencies: ["COniguruma"], swiftSettings: settings),
    .target(name: "StyledRuns", swiftSettings: settings),
    .target(
      name: "TextMate", dependencies: ["OnigurumaRegex", "StyledRuns"], swiftSettings: settings),
    .target(
      name: "MarkdownBlocks", dependencies: ["CMarkGFM", "StyledRuns"], swiftSettings: settings),
    .target(name: "RunFormatters", dependencies: ["StyledRuns"], swiftSettings: settings),
    .target(
      name: "Rendering", dependencies: ["MarkdownBlocks", "TextMate", "StyledRuns"],
      swiftSettings: settings),
    .executableTarget(
      name: "ilsrender",
      dependencies: [
        "MarkdownBlocks", "Rendering", "RunFormatters", "StyledRuns", "TextMate",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OnigurumaRegexTests", dependencies: ["OnigurumaRegex"], swiftSettings: settings),
    .testTarget(
      name: "PatternAnalysisTests", dependencies: ["TextMate", "OnigurumaRegex"], swiftSettings: settings),
    .testTarget(name: "TextMateTests", dependencies: ["TextMate"], swiftSettings: settings),
    .testTarget(name: "StyledRunsTests", dependencies: ["StyledRuns"], swiftSettings: settings),
    .testTarget(
      name: "MarkdownBlocksTests", dependencies: ["MarkdownBlocks", "CMarkGFM", "RunFormatters"],
      swiftSettings: settings),
    .testTarget(
      name: "RunFormattersTests", dependencies: ["RunFormatters", "StyledRuns"],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "GrammarTests", dependencies: ["TextMate"], exclude: ["Samples", "Goldens"],
      swiftSettings: settings),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Rendering", "RunFormatters", "TextMate", "StyledRuns"],
      swiftSettings: settings),
  ]
)
