// swift-tools-version: 6.2
import PackageDescription

// `ILSRENDER_STRICT=1` turns every warning into an error; CI builds with it.
let strict = Context.environment["ILSRENDER_STRICT"] == "1"

let warnings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

/// A program in `Examples`, which shows how the libraries are used. It has the language's usual settings, as a package
/// that depends on this one has them.
func example(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Examples/\(name)", swiftSettings: warnings)
}

let package = Package(
  name: "ilsrender",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "ilsrender", targets: ["ilsrender"]),
    .library(name: "StyledRuns", targets: ["StyledRuns"]),
    .library(name: "RunFormatters", targets: ["RunFormatters"]),
    .library(name: "Diagrams", targets: ["Diagrams"]),
    .library(name: "TextMate", targets: ["TextMate"]),
    .library(name: "MarkdownBlocks", targets: ["MarkdownBlocks"]),
    .library(name: "MarkdownSource", targets: ["MarkdownSource"]),
    .library(name: "Mathematics", targets: ["Mathematics"]),
    .library(name: "MessageStreams", targets: ["MessageStreams"]),
    .library(name: "Redaction", targets: ["Redaction"]),
    .library(name: "Rendering", targets: ["Rendering"]),
    .executable(name: "ilsrenderd", targets: ["ilsrenderd"]),
    .executable(name: "ilsrender-remote", targets: ["ilsrender-remote"]),
    .library(name: "RenderClient", targets: ["RenderClient"]),
    .library(name: "RenderClientNIO", targets: ["RenderClientNIO"]),
    .library(name: "RenderService", targets: ["RenderService"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0",
      traits: ["JSON", "CommandLineArguments"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "COniguruma", pkgConfig: "oniguruma", providers: [.apt(["libonig-dev"])]),
    .systemLibrary(
      name: "CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
    .target(name: "CLibrary", swiftSettings: settings),
    .target(name: "OnigurumaRegex", dependencies: ["COniguruma"], swiftSettings: settings),
    .target(name: "StyledRuns", swiftSettings: settings),
    .target(name: "Diagrams", swiftSettings: settings),
    .target(
      name: "TextMate", dependencies: ["CLibrary", "OnigurumaRegex", "StyledRuns"], swiftSettings: settings),
    .target(
      name: "MarkdownSource", dependencies: ["CLibrary", "CMarkGFM", "StyledRuns"],
      resources: [.embedInCode("Data/emoji-names.txt")], swiftSettings: settings),
    .target(
      name: "MarkdownBlocks", dependencies: ["CLibrary", "Diagrams", "MarkdownSource", "StyledRuns"],
      swiftSettings: settings),
    .target(
      name: "Mathematics", resources: [.embedInCode("Data/symbols.txt")], swiftSettings: settings),
    .target(
      name: "RunFormatters", dependencies: ["CLibrary", "Diagrams", "Mathematics", "StyledRuns"],
      resources: [
        "document.css", "document.js", "conversation.css", "conversation.js", "ilsrender.d.ts",
        "ilsrender.js", "print.css",
      ].map {
        .embedInCode("Pages/\($0)")
      },
      swiftSettings: settings),
    .target(
      name: "PictureDecoding", dependencies: ["CPNG", "CTurboJPEG", "RunFormatters"], swiftSettings: settings),
    .target(name: "ServerSentEvents", swiftSettings: settings),
    .target(
      name: "MessageStreams", dependencies: ["ServerSentEvents", "StyledRuns"],
      resources: [.embedInCode("Data/events.txt")], swiftSettings: settings),
    .target(
      name: "Redaction", resources: [.embedInCode("Data/secrets.txt")], swiftSettings: settings),
    .target(
      name: "Rendering",
      dependencies: [
        "CLibrary", "MarkdownBlocks", "MessageStreams", "Redaction", "TextMate", "StyledRuns",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [.embedInCode("Data/tools.txt")], swiftSettings: settings),
    .executableTarget(
      name: "ilsrender",
      dependencies: [
        "CLibrary", "MarkdownBlocks", "MarkdownSource", "MessageStreams", "OnigurumaRegex", "PictureDecoding",
        "Redaction",
        "Rendering", "RunFormatters", "StyledRuns", "TextMate",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "RenderClient", dependencies: ["ServerSentEvents", "StyledRuns"], swiftSettings: settings),
    .target(
      name: "RenderClientNIO",
      dependencies: [
        "CLibrary", "RenderClient",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings),
    .target(
      name: "RedisStreams",
      dependencies: [
        "CHiredis",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      resources: [
        "admit", "append", "claim", "create", "delete", "expired", "finish", "list", "offer", "publish",
        "rate", "renew", "touch", "usage",
      ].map { .embedInCode("Scripts/\($0).lua") },
      swiftSettings: settings),
    .target(
      name: "RenderService",
      dependencies: [
        "CLibrary", "CZlib", "MarkdownBlocks", "MarkdownSource", "MessageStreams", "Redaction",
        "RedisStreams",
        "Rendering",
        "RunFormatters", "ServerSentEvents",
        "StyledRuns", "TextMate",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      // The description that the service serves: a link to docs/openapi.yaml.
      resources: ["openapi.yaml", "Viewer/viewer.html", "Viewer/viewer.css", "Viewer/viewer.js"].map {
        .embedInCode($0)
      },
      swiftSettings: settings),
    .executableTarget(
      name: "ilsrenderd",
      dependencies: ["CLibrary", "RenderService"],
      swiftSettings: settings),
    .executableTarget(
      name: "ilsrender-remote",
      dependencies: [
        "CLibrary", "MessageStreams", "RenderClient", "RenderClientNIO", "RunFormatters", "StyledRuns",
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    example("MarkdownToHTML", "Rendering", "RunFormatters"),
    example("StreamInTerminal", "Rendering", "RunFormatters", "StyledRuns"),
    example("OwnThemeAndGrammar", "Rendering", "RunFormatters"),
    example("ResumingClient", "RenderClient", "RenderClientNIO", "RunFormatters", "StyledRuns"),
    example("ToolCalls", "MessageStreams", "Rendering", "RunFormatters", "StyledRuns"),
    .target(
      name: "TestSupport", dependencies: ["MessageStreams"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "ilsrender", "ilsrender-remote", "ilsrenderd", "TestSupport", "TextMate",
        "MessageStreams",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RenderClientTests",
      dependencies: [
        "MessageStreams", "RenderClient", "Rendering", "RunFormatters", "ServerSentEvents", "StyledRuns",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RenderServiceTests",
      dependencies: [
        "RenderService", "RenderClient", "RenderClientNIO", "MarkdownBlocks", "MessageStreams", "Rendering",
        "RunFormatters", "StyledRuns", "TestSupport", "TextMate",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RedisStreamsTests",
      dependencies: ["RedisStreams", "TestSupport", .product(name: "NIOPosix", package: "swift-nio")],
      swiftSettings: settings),
    .testTarget(
      name: "OnigurumaRegexTests", dependencies: ["OnigurumaRegex"], swiftSettings: settings),
    .testTarget(
      name: "PatternAnalysisTests", dependencies: ["TextMate", "OnigurumaRegex"], swiftSettings: settings),
    .testTarget(name: "TextMateTests", dependencies: ["TestSupport", "TextMate"], swiftSettings: settings),
    .testTarget(
      name: "ServerSentEventsTests", dependencies: ["ServerSentEvents"], swiftSettings: settings),
    .testTarget(
      name: "StyledRunsTests", dependencies: ["RunFormatters", "StyledRuns", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DiagramsTests", dependencies: ["Diagrams"], exclude: ["Samples", "Goldens"],
      swiftSettings: settings),
    .testTarget(name: "RedactionTests", dependencies: ["Redaction"], swiftSettings: settings),
    .testTarget(
      name: "MarkdownBlocksTests",
      dependencies: ["MarkdownBlocks", "MarkdownSource", "CMarkGFM", "RunFormatters"],
      swiftSettings: settings),
    .testTarget(
      name: "MathematicsTests", dependencies: ["Mathematics"], exclude: ["Data"], swiftSettings: settings),
    .testTarget(
      name: "RunFormattersTests",
      dependencies: [
        "MarkdownBlocks", "MessageStreams", "Rendering", "RunFormatters", "StyledRuns", "TestSupport",
        "TextMate",
      ],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "PictureDecodingTests",
      dependencies: ["CTurboJPEG", "CZlib", "PictureDecoding", "RunFormatters"],
      swiftSettings: settings),
    .testTarget(
      name: "GrammarTests", dependencies: ["StyledRuns", "TextMate"], exclude: ["Samples", "Goldens"],
      swiftSettings: settings),
    .testTarget(
      name: "MessageStreamsTests", dependencies: ["MessageStreams", "StyledRuns", "TestSupport"],
      exclude: ["Events"], swiftSettings: settings),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "MarkdownBlocks",
        "MessageStreams", "Redaction", "Rendering", "RunFormatters", "TextMate", "StyledRuns", "TestSupport",
      ],
      exclude: ["Messages/Fixtures", "Messages/Goldens"], swiftSettings: settings),
  ]
)
