public import BenchmarkInputs
internal import Foundation
internal import Synchronization

/// `ilsrenderd` as a process of its own, on a free port of loopback.
public final class ServiceProcess {
  private let process = Process()
  /// Kept open and read to its end, or the service would wait for somebody to take its log.
  private let log = Pipe()
  private let logEnd = LogEnd()
  public private(set) var port: UInt16 = 0
  public let figures: ProcessFigures

  /// Starts the program and waits until it listens. The cache of answers is off, so that each request is work.
  ///
  /// - Throws: ``ServiceFailure`` where it does not begin.
  public init(program: String, settings: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--port", "0", "--cache-bytes", "0"] + settings
    process.standardError = log
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw ServiceFailure("\(program) cannot be run: \(error)")
    }
    figures = ProcessFigures(process: process.processIdentifier)
    var text = ""
    let mark = "listening on 127.0.0.1:"
    while true {
      let data = log.fileHandleForReading.availableData
      if data.isEmpty { throw ServiceFailure("\(program) ended before it listened: \(text)") }
      text += String(decoding: data, as: UTF8.self)
      guard let found = text.range(of: mark), text[found.upperBound...].contains(where: { !$0.isNumber })
      else {
        continue
      }
      port = UInt16(text[found.upperBound...].prefix { $0.isNumber }) ?? 0
      break
    }
    let logEnd = logEnd
    log.fileHandleForReading.readabilityHandler = { logEnd.append($0.availableData) }
  }

  /// Does work that needs the service.
  ///
  /// - Throws: What `work` throws; a ``ServiceFailure`` with what has become of the process, and the end of its log.
  public func run<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let failure as ServiceFailure {
      // A process that breaks off needs a moment to be gone.
      usleep(200_000)
      let state =
        process.isRunning
        ? "is running"
        : "ended by \(process.terminationReason == .exit ? "itself" : "a signal"), \(process.terminationStatus)"
      throw ServiceFailure("\(failure); the service \(state); its log ends:\n\(logEnd.text)")
    }
  }

  /// Ends it and waits for that.
  public func stop() {
    log.fileHandleForReading.readabilityHandler = nil
    process.terminate()
    process.waitUntilExit()
  }

  /// The newest build of this checkout, or what `ILSRENDERD` names; nil where there is none.
  ///
  /// - Parameter isReleased: Only a release build will do, because times are measured.
  public static func program(isReleased: Bool) -> String? {
    if let named = ProcessInfo.processInfo.environment["ILSRENDERD"] { return named }
    let files = FileManager.default
    func built(_ configuration: String) -> (path: String, date: Date)? {
      let path = "\(Repository.path)/.build/\(configuration)/ilsrenderd"
      // Of the file, not of a link to it: .build/release is one.
      let attributes = try? files.attributesOfItem(atPath: path)
      return (attributes?[.modificationDate] as? Date).map { (path, $0) }
    }
    let builds = [built("release"), isReleased ? nil : built("debug")].compactMap(\.self)
    return builds.max { $0.date < $1.date }?.path
  }
}

/// The last 4,000 characters of a log.
private final class LogEnd: Sendable {
  private let characters = Mutex("")

  var text: String { characters.withLock(\.self) }

  func append(_ data: Data) {
    characters.withLock { $0 = String(($0 + String(decoding: data, as: UTF8.self)).suffix(4_000)) }
  }
}

/// Why the service could not be measured.
public struct ServiceFailure: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}
