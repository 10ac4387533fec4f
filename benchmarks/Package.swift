// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building ilsrender never fetches the tools that measure it.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let engine: [Target.Dependency] = [
  .product(name: "MarkdownBlocks", package: "ilsrender"),
  .product(name: "MessageStreams", package: "ilsrender"),
  .product(name: "Rendering", package: "ilsrender"),
  .product(name: "RunFormatters", package: "ilsrender"),
  .product(name: "StyledRuns", package: "ilsrender"),
  .product(name: "TextMate", package: "ilsrender"),
]

/// A suite: what it measures shows with `swift package benchmark --target NAME`.
func suite(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: engine + [
      "BenchmarkInputs", "ServiceBench",
      .product(name: "Benchmark", package: "benchmark"),
      .product(name: "Subprocess", package: "swift-subprocess"),
    ],
    path: "Benchmarks/\(name)", swiftSettings: settings,
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ilsrender", path: ".."),
    // Without its interposers, which count allocations by replacing malloc: `instructions` counts them.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .target(
      name: "BenchmarkInputs", dependencies: engine + ["CAllocator"], swiftSettings: settings),
    .target(name: "ServiceBench", dependencies: ["BenchmarkInputs"], swiftSettings: settings),
    .executableTarget(name: "peak", swiftSettings: settings),
    .systemLibrary(name: "CInstructionCounter"),
    .executableTarget(
      name: "growth",
      dependencies: engine + [
        "BenchmarkInputs", "CInstructionCounter",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "report",
      dependencies: engine + [
        "BenchmarkInputs", "ServiceBench",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "work",
      dependencies: ["BenchmarkInputs", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    suite("Counts"), suite("Parse"), suite("Tokenize"), suite("Render"), suite("Session"), suite("Start"),
    suite("Service"),
  ]
)
