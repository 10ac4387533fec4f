internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A Lua script that Redis executes atomically.
///
/// ```swift
/// let reply = try await client.run(StreamScripts.append, keys: [meta, chunks], arguments: [owner, text])
/// ```
struct RedisScript: Sendable {
  let source: [UInt8]
  /// The SHA-1 digest of the source, which identifies the script in Redis.
  let digest: [UInt8]

  init(_ source: [UInt8]) {
    self.source = source
    let digits = Array("0123456789abcdef".utf8)
    digest = Insecure.SHA1.hash(data: Data(source)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  func command(_ keys: [String], _ arguments: [[UInt8]], isWhole: Bool = false) -> RedisCommand {
    let name = isWhole ? "EVAL" : "EVALSHA"
    return RedisCommand(
      [Array(name.utf8), isWhole ? source : digest, Array("\(keys.count)".utf8)] + keys.map { Array($0.utf8) }
        + arguments)
  }
}

extension RedisClient {
  /// Runs a script. All keys must be in one slot.
  ///
  /// - Throws: ``RedisError`` if the script fails or Redis cannot be reached.
  func run(
    _ script: RedisScript, keys: [String], arguments: [[UInt8]]
  ) async throws(RedisError) -> RedisValue {
    do throws(RedisError) {
      return try await run(script.command(keys, arguments), key: keys.first)
    } catch {
      // A restarted server or another node of the cluster does not know the script yet.
      guard error.code == "NOSCRIPT" else { throw error }
      return try await run(script.command(keys, arguments, isWhole: true), key: keys.first)
    }
  }
}
