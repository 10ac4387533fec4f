internal import BenchmarkInputs

/// The requests that are measured.
public struct ServiceRequest: Sendable {
  public var name: String
  public var path: String
  public var type: String
  public var body: [UInt8]

  /// A chat message of 4 KB, in each format.
  public static let messages: [ServiceRequest] = ["html", "ansi", "ir"].map {
    ServiceRequest(
      name: "message of 4 KB to \($0)", path: "/api/v1/render?format=\($0)", type: "text/markdown",
      body: MarkdownShape.answer.document(bytes: 4_000))
  }

  /// 500 lines of code in ten languages.
  ///
  /// - Throws: Where a sample is missing.
  public static func code() throws -> [ServiceRequest] {
    try [
      "swift", "typescript", "python", "rust", "go", "cpp", "java", "html", "css", "shellscript",
    ].map {
      ServiceRequest(
        name: "500 lines of \($0)", path: "/api/v1/highlight?language=\($0)", type: "text/plain",
        body: try CodeSample.of($0, lines: 500).bytes)
    }
  }

  /// Sends it and gives the answer's body.
  ///
  /// - Throws: ``ServiceFailure`` where the answer is not 200.
  @discardableResult
  public func send(over connection: HTTPConnection) throws -> [UInt8] {
    try connection.expect("POST", path, type: type, body: body)
  }
}
