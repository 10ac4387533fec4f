internal import Foundation

/// What the kernel says of a process; NaN where it says nothing, as of one that has ended.
public struct ProcessFigures: Sendable {
  private let folder: String

  public init(process: Int32) { folder = "/proc/\(process)" }

  private init(folder: String) { self.folder = folder }

  /// Of this process.
  public static let own = ProcessFigures(folder: "/proc/self")

  /// Memory in MB that is resident now, and the most that was.
  public var resident: Double { memory("VmRSS") }
  public var peak: Double { memory("VmHWM") }

  private func memory(_ key: String) -> Double {
    guard let line = text("status").split(separator: "\n").first(where: { $0.hasPrefix(key + ":") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { return .nan }
    return kilobytes / 1024
  }

  /// Milliseconds that processors worked for it, in steps of 10.
  public var processorTime: Double {
    // The name of the program stands in parentheses and may hold anything.
    let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return .nan
    }
    return (user + system) * 1000 / 100
  }

  private func text(_ file: String) -> String {
    (try? String(contentsOfFile: folder + "/" + file, encoding: .utf8)) ?? ""
  }
}
