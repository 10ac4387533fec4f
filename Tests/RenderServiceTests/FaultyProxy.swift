import NIOCore
import NIOPosix
import Synchronization
import TestSupport

/// Stands between a client and a server on loopback and does what networks do: cuts connections at any byte, in
/// either direction, stalls, and delivers byte by byte. What it does follows from its seed and the order of
/// connections.
final class FaultyProxy: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel

  var port: Int { channel.localAddress?.port ?? 0 }

  /// Forwards to a port of this machine.
  init(to port: Int, seed: UInt64) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let random = Mutex(SeededGenerator(seed: seed))
    self.group = group
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { client in
        let fault = random.withLock { Fault.next(&$0) }
        return ClientBootstrap(group: client.eventLoop)
          .connect(host: "127.0.0.1", port: port)
          .flatMap { server in
            let life = Life(client: client, server: server)
            do {
              try client.pipeline.syncOperations.addHandler(
                Forwarder(life: life, to: server, fault: fault.up))
              try server.pipeline.syncOperations.addHandler(
                Forwarder(life: life, to: client, fault: fault.down))
            } catch {
              return client.eventLoop.makeFailedFuture(error)
            }
            return client.eventLoop.makeSucceededVoidFuture()
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  func stop() async throws {
    try await channel.close()
    try await group.shutdownGracefully()
  }

  /// The faults in one direction of a connection.
  struct Direction: Sendable {
    /// The number of bytes after which the connection breaks.
    var cutAfter: Int?
    /// The number of bytes after which nothing more arrives, while the connection stays open.
    var stallAfter: Int?
    var byteByByte = false
  }

  struct Fault: Sendable {
    var up = Direction()
    var down = Direction()

    static func next(_ random: inout SeededGenerator) -> Fault {
      var fault = Fault()
      // Often near the beginning, where the heads of requests and answers are, seldom far behind.
      let place = Int.random(in: 0...(1 << Int.random(in: 2...13, using: &random)), using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2: fault.up.cutAfter = place
      case 2..<6: fault.down.cutAfter = place
      case 6: fault.down.stallAfter = place
      case 7: fault.up.stallAfter = place
      default: break
      }
      fault.down.byteByByte = Int.random(in: 0..<4, using: &random) == 0
      return fault
    }
  }

  /// Both ends of a connection, which end together.
  private final class Life: Sendable {
    private let client: any Channel
    private let server: any Channel

    init(client: any Channel, server: any Channel) {
      self.client = client
      self.server = server
    }

    func end() {
      client.close(promise: nil)
      server.close(promise: nil)
    }
  }

  private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let life: Life
    private let other: any Channel
    private let fault: Direction
    private var forwarded = 0

    init(life: Life, to other: any Channel, fault: Direction) {
      self.life = life
      self.other = other
      self.fault = fault
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var buffer = unwrapInboundIn(data)
      let bound = min(fault.cutAfter ?? .max, fault.stallAfter ?? .max) - forwarded
      let rest = buffer.readableBytes > bound ? max(0, bound) : buffer.readableBytes
      forwarded += rest
      if var piece = buffer.readSlice(length: rest), rest > 0 {
        if fault.byteByByte {
          while let byte = piece.readSlice(length: 1) { other.writeAndFlush(byte, promise: nil) }
        } else {
          other.writeAndFlush(piece, promise: nil)
        }
      }
      if let cut = fault.cutAfter, forwarded >= cut { life.end() }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if fault.stallAfter.map({ forwarded < $0 }) ?? true { life.end() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      life.end()
    }
  }
}
