import Foundation

/// A Redis Cluster of three nodes on loopback. It ends with the object.
///
/// ```swift
/// let cluster = try RedisCluster()
/// connect(to: cluster.address)
/// try cluster.moveSlots()
/// ```
public final class RedisCluster: Sendable {
  private let nodes: [RedisServer]

  public init() throws {
    var nodes: [RedisServer] = []
    let port = ProcessInfo.processInfo.environment["ILSRENDER_TEST_PORT"].flatMap { Int($0) }
    for number in 0..<3 {
      // Other processes may have a port, so that several are tried.
      for attempt in 0..<20 where nodes.count == number {
        let candidate = port.map { $0 + number + 3 * attempt } ?? .random(in: 20_000..<45_000)
        if let node = try? RedisServer(
          ["--cluster-enabled", "yes", "--cluster-node-timeout", "15000"], port: candidate)
        {
          nodes.append(node)
        }
      }
    }
    guard nodes.count == 3 else { throw RedisServer.Failure() }
    self.nodes = nodes
    let addresses = nodes.map { "127.0.0.1:\($0.port)" }
    try RedisServer.cli(["--cluster", "create"] + addresses + ["--cluster-yes"])
    for _ in 0..<200 {
      if try nodes.allSatisfy({ try $0.command("CLUSTER", "INFO").contains("cluster_state:ok") }) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw RedisServer.Failure()
  }

  /// The address of one node, in the form of the setting `store`.
  public var address: String { nodes[0].address }

  /// Moves slots from each node to the next one.
  ///
  /// - Parameter count: The number of slots of each node.
  public func moveSlots(_ count: Int = 1500) throws {
    let ids = try nodes.map { try $0.command("CLUSTER", "MYID") }
    for index in nodes.indices {
      try RedisServer.cli([
        "--cluster", "reshard", "127.0.0.1:\(nodes[0].port)", "--cluster-from", ids[index], "--cluster-to",
        ids[(index + 1) % ids.count], "--cluster-slots", "\(count)", "--cluster-yes",
      ])
    }
  }

  /// The number of keys on each node.
  public var sizes: [Int] { nodes.map { (try? $0.command("DBSIZE")).flatMap { Int($0) } ?? 0 } }
}
