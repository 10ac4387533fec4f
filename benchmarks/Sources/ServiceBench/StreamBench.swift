#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How long it takes from a chunk of a stream to the event that shows it.
public enum StreamBench {
  /// One stream, each chunk sent a little after the one before is shown, so that it waits for nothing but the work. For a
  /// service that gathers text for one millisecond.
  ///
  /// - Throws: ``ServiceFailure``.
  public static func oneByOne(port: UInt16, chunks: Int) throws -> StreamOutcome {
    let probe = try StreamProbe(port: port)
    for _ in 0..<chunks {
      probe.rest()
      try probe.step()
    }
    return try probe.finish()
  }

  /// Many streams at once, each with so many chunks a second, whether the last ones are shown or not. The streams'
  /// chunks are spread evenly over time.
  ///
  /// - Throws: ``ServiceFailure``.
  public static func together(
    port: UInt16, streams count: Int, chunksPerSecond: Int, seconds: Int
  ) throws -> StreamOutcome {
    var streams = try (0..<count).map { _ in try LiveStream(port: port) }
    var polled = streams.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    let start = ContinuousClock.now
    let chunks = count * chunksPerSecond * seconds
    let pause = Duration.seconds(1) / (count * chunksPerSecond)
    func receive(within wait: Duration) throws {
      guard poll(&polled, nfds_t(polled.count), Int32(max(0, (wait / .milliseconds(1)).rounded(.up)))) > 0
      else { return }
      for index in polled.indices where polled[index].revents != 0 {
        try streams[index].receive()
        // poll passes over what is negative.
        if streams[index].isDone { polled[index].fd = -1 }
      }
    }
    for number in 0..<chunks {
      let due = start + pause * number
      while ContinuousClock.now < due { try receive(within: due - .now) }
      try streams[number % count].send()
    }
    for index in streams.indices { try streams[index].finish() }
    let end = ContinuousClock.now + .seconds(20)
    while streams.contains(where: { !$0.isDone }), ContinuousClock.now < end {
      try receive(within: .milliseconds(100))
    }
    var outcome = StreamOutcome()
    for stream in streams {
      outcome.add(stream.outcome)
      outcome.missing += stream.waiting
    }
    return outcome
  }
}

/// One stream, a chunk at a time.
public final class StreamProbe {
  private var stream: LiveStream

  /// - Throws: ``ServiceFailure`` where nothing listens.
  public init(port: UInt16) throws { stream = try LiveStream(port: port) }

  /// Waits until the service, which gathers text for one millisecond, would show the next chunk at once.
  public func rest() { usleep(2000) }

  /// Sends a chunk and waits until it is shown.
  ///
  /// - Throws: ``ServiceFailure`` where the stream breaks off.
  public func step() throws {
    try stream.send()
    while stream.waiting > 0 { try stream.receive() }
  }

  /// Ends the stream and waits for its end.
  ///
  /// - Throws: ``ServiceFailure`` where it breaks off.
  public func finish() throws -> StreamOutcome {
    try stream.finish()
    while !stream.isDone { try stream.receive() }
    return stream.outcome
  }
}
