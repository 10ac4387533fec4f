/// Where this repository lies: benchmarks run in a checkout, on its grammars, themes and samples.
public enum Repository {
  public static let path: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    // benchmarks/Sources/BenchmarkInputs/Repository.swift
    parts.removeLast(4)
    return parts.joined(separator: "/")
  }()
}
