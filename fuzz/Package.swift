// swift-tools-version: 6.2
import PackageDescription

// Fuzzing: coverage-guided with libFuzzer, and the search for inputs whose cost grows too fast. A package of its own, so
// that a plain build knows nothing of it.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "ilsrender", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzTextMate",
      dependencies: [.product(name: "TextMate", package: "ilsrender")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    .systemLibrary(name: "CInstructionCounter"),
    .executableTarget(
      name: "FuzzGrowth",
      dependencies: [
        "CInstructionCounter",
        .product(name: "MarkdownBlocks", package: "ilsrender"),
        .product(name: "Rendering", package: "ilsrender"),
        .product(name: "RunFormatters", package: "ilsrender"),
        .product(name: "StyledRuns", package: "ilsrender"),
        .product(name: "TextMate", package: "ilsrender"),
      ]),
  ]
)
