// swift-tools-version: 6.2
import PackageDescription

/// A harness named `name`, which uses products of the package that is fuzzed.
func harness(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzedContent"] + products.map { .product(name: $0, package: "ilsrender") },
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

// Coverage-guided fuzzing with libFuzzer; a package of its own, so that a plain build knows nothing of it.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ilsrender", path: "..")],
  targets: [
    .target(
      name: "FuzzedContent",
      dependencies: [
        .product(name: "RunFormatters", package: "ilsrender"),
        .product(name: "StyledRuns", package: "ilsrender"),
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    harness("FuzzTextMate", "TextMate"),
    harness("FuzzMarkdown", "MarkdownBlocks", "Rendering", "StyledRuns"),
    harness("FuzzMessages", "MessageStreams", "Rendering", "StyledRuns"),
    harness("FuzzEvents", "RenderClient", "StyledRuns"),
    harness("FuzzUpdates", "StyledRuns"),
  ]
)
