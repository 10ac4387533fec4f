// swift-tools-version: 6.2
import PackageDescription

// Coverage-guided fuzzing with libFuzzer; a package of its own, so that a plain build knows nothing of it.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "ilsrender", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzTextMate",
      dependencies: [.product(name: "TextMate", package: "ilsrender")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "FuzzUpdates",
      dependencies: [
        .product(name: "RunFormatters", package: "ilsrender"),
        .product(name: "StyledRuns", package: "ilsrender"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ]
)
