internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A connection to a Redis server. Commands of many tasks share it (pipelining); replies arrive in the order
/// of the commands.
final class RedisConnection: Sendable {
  private let channel: any Channel
  private let handler: NIOLoopBound<ReplyHandler>
  /// The number under which the server knows the connection, for `CLIENT UNBLOCK`.
  let id: Int
  /// Whether the server is a node of a cluster.
  let isCluster: Bool

  private init(channel: any Channel, handler: NIOLoopBound<ReplyHandler>, id: Int, isCluster: Bool) {
    self.channel = channel
    self.handler = handler
    self.id = id
    self.isCluster = isCluster
  }

  var isOpen: Bool { channel.isActive }

  /// Connects, authenticates, and selects the database.
  ///
  /// - Parameter settings: The time limit of connecting and of each command afterwards, and the context for TLS.
  static func open(
    _ address: RedisAddress, name: String, _ settings: RedisClient.RedisClientSettings
  ) async throws(RedisError) -> RedisConnection {
    let limit = TimeAmount.nanoseconds(Int64(settings.timeout / .nanoseconds(1)))
    let loop = settings.group.any()
    let handler = NIOLoopBoundBox.makeEmptyBox(valueType: ReplyHandler.self, eventLoop: loop)
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(limit)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if address.usesTLS {
            try channel.pipeline.syncOperations.addHandler(Self.tls(address, settings.tls))
          }
          let replies = ReplyHandler(timeout: limit)
          try channel.pipeline.syncOperations.addHandler(replies)
          handler.value = replies
        }
      }
    do {
      let channel =
        switch address.endpoint {
        case .host(let host, let port): try await bootstrap.connect(host: host, port: port).get()
        case .path(let path): try await bootstrap.connect(unixDomainSocketPath: path).get()
        }
      let bound = try await channel.eventLoop.submit {
        guard let replies = handler.value else { throw RedisError(.notConnected, "the connection was lost") }
        return NIOLoopBound(replies, eventLoop: channel.eventLoop)
      }.get()
      let plain = RedisConnection(channel: channel, handler: bound, id: 0, isCluster: false)
      do {
        return try await plain.introduce(address, name)
      } catch {
        plain.close()
        throw error
      }
    } catch let error as RedisError {
      throw error
    } catch {
      throw RedisError(.notConnected, "cannot connect to \(address.endpoint): \(error)")
    }
  }

  private static func tls(_ address: RedisAddress, _ context: NIOSSLContext?) throws -> NIOSSLClientHandler {
    let context = try context ?? NIOSSLContext(configuration: .makeClientConfiguration())
    guard case .host(let host, _) = address.endpoint else {
      return try NIOSSLClientHandler(context: context, serverHostname: nil)
    }
    // A server name must not be an address (RFC 6066, section 3).
    let isAddress = (try? SocketAddress(ipAddress: host, port: 1)) != nil
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
  }

  private func introduce(_ address: RedisAddress, _ name: String) async throws(RedisError) -> RedisConnection
  {
    if let password = address.password {
      let user = address.user.map { [$0] } ?? []
      _ = try await send(RedisCommand((["AUTH"] + user + [password]).map { Array($0.utf8) }))
    }
    if address.database != 0 { _ = try await send(RedisCommand("SELECT", "\(address.database)")) }
    _ = try await send(RedisCommand("CLIENT", "SETNAME", name))
    let id = try await send(RedisCommand("CLIENT", "ID")).number ?? 0
    let server = try await send(RedisCommand("INFO", "server")).text ?? ""
    return RedisConnection(
      channel: channel, handler: handler, id: id, isCluster: server.contains("redis_mode:cluster"))
  }

  /// Sends a command and waits for its reply.
  ///
  /// - Parameter extra: The time for which the server may block, in addition to the time limit.
  /// - Throws: ``RedisError`` if the connection breaks, the time limit expires, or Redis replies with an
  ///   error.
  func send(_ command: RedisCommand, extra: Duration = .zero) async throws(RedisError) -> RedisValue {
    try await send([command], extra: extra)[0].get()
  }

  /// Sends commands at once and waits for all replies.
  func send(_ commands: [RedisCommand], extra: Duration = .zero) async -> [Result<RedisValue, RedisError>] {
    let buffers = commands.map { $0.encode() }
    return await withCheckedContinuation { continuation in
      let replies = Replies(count: buffers.count, continuation)
      let extra = TimeAmount.nanoseconds(Int64(extra / .nanoseconds(1)))
      channel.eventLoop.execute {
        for (index, buffer) in buffers.enumerated() {
          self.handler.value.send(buffer, extra: extra, on: self.channel) { replies.take($0, at: index) }
        }
      }
    }
  }

  func close() { channel.close(promise: nil) }
}

/// Collects the replies of one group of commands. Only the connection's event loop uses it.
private final class Replies: @unchecked Sendable {
  private var results: [Result<RedisValue, RedisError>?]
  private var missing: Int
  private let continuation: CheckedContinuation<[Result<RedisValue, RedisError>], Never>

  init(count: Int, _ continuation: CheckedContinuation<[Result<RedisValue, RedisError>], Never>) {
    results = Array(repeating: nil, count: count)
    missing = count
    self.continuation = continuation
    if count == 0 { continuation.resume(returning: []) }
  }

  func take(_ result: Result<RedisValue, RedisError>, at index: Int) {
    results[index] = result
    missing -= 1
    if missing == 0 { continuation.resume(returning: results.compactMap(\.self)) }
  }
}

/// Assigns replies to commands, and closes a connection whose server does not answer in time.
private final class ReplyHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias Completion = (Result<RedisValue, RedisError>) -> Void

  private let timeout: TimeAmount
  private let parser = ReplyParser()
  private var waiting = CircularBuffer<(deadline: NIODeadline, completion: Completion)>()
  private var isFlushScheduled = false
  private var clock: RepeatedTask?
  private var isClosed = false

  init(timeout: TimeAmount) { self.timeout = timeout }

  func handlerAdded(context: ChannelHandlerContext) {
    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
    let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
    clock = context.value.eventLoop.scheduleRepeatedTask(
      initialDelay: .milliseconds(100), delay: .milliseconds(100)
    ) { _ in
      handler.value.checkTime(context.value)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { clock?.cancel() }

  func send(
    _ buffer: ByteBuffer, extra: TimeAmount, on channel: any Channel, _ completion: @escaping Completion
  ) {
    guard !isClosed else {
      return completion(.failure(RedisError(.notConnected, "the connection is closed")))
    }
    waiting.append((.now() + timeout + extra, completion))
    channel.write(buffer, promise: nil)
    // One flush serves all commands that are sent in the same turn of the event loop.
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    let handler = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.eventLoop.execute {
      handler.value.isFlushScheduled = false
      channel.flush()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    parser.append(unwrapInboundIn(data))
    do {
      while let reply = try parser.next() {
        guard let next = waiting.popFirst() else {
          return fail(context, RedisError(.lost, "an unasked reply"))
        }
        if case .error(let message) = reply {
          next.completion(.failure(RedisError(.refused, message)))
        } else {
          next.completion(.success(reply))
        }
      }
    } catch {
      fail(context, error)
    }
  }

  private func checkTime(_ context: ChannelHandlerContext) {
    guard let first = waiting.first, first.deadline < .now() else { return }
    fail(context, RedisError(.lost, "Redis did not answer in time"))
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(context, RedisError(.lost, "the connection to Redis was lost"))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(context, RedisError(.lost, "the connection to Redis failed: \(error)"))
  }

  private func fail(_ context: ChannelHandlerContext, _ error: RedisError) {
    isClosed = true
    clock?.cancel()
    context.close(promise: nil)
    while let next = waiting.popFirst() { next.completion(.failure(error)) }
  }
}
