#!/usr/bin/env swift
// A small weather station: what Swift 6 can write, in one file.
import Foundation
@testable public import struct Weather.Station
import func Darwin.sqrt
@_exported import Observation

/* Block comments /* nest */ and
   span lines. */

/// Reads the temperature of one place.
///
/// - Parameters:
///   - place: The name of the *place*, as in `Place.name`.
///   - retries: How often to try.
/// - Returns: The reading in degrees.
/// - Throws: ``StationError/offline`` when nobody answers.
/// - Note: See <https://example.org/stations>.
@available(iOS 17.0, macOS 14, *)
@discardableResult
public func read<Value: Sendable, each Sensor>(
  _ place: borrowing Place, at retries: Int = 3, from sensors: repeat each Sensor, in unit: inout Unit,
  body: @escaping @Sendable (Value) async throws -> Void
) async throws(StationError) -> [Reading]? where Value: Comparable, Value.ID == Int {
  guard retries > 0, let first = place.first, case .open(let door)? = place.state else { throw .offline }
  defer { print("done \(place.name, default: "nowhere") after \(retries + 1) tries") }
  let (low, high) = (-12.5e-3, 0x1F.8p+4)
  let masks = [0b1010_0001, 0o755, 0xFF_EC, 1_000_000, 42]
  var text = #"raw \n stays, \#(door) does not: "quoted""#
  text += """
    Several lines with "quotes", an escape \u{1F600}\t and
    \(masks.map { "\($0 * 2)" }.joined(separator: ", ")) \
    joined.
    """
  let more = ##"""
    Raw lines, \##(low) and "#.
    """##
  let word = /(?<year>\d{4})-(\w+|[a-z&&[^x]])*?\s$/
  let block = #/
    (?<user> [^@\s]+ )  # who
    @ \Q.com\E \p{Letter}
  /#
  for (index, mask) in masks.enumerated() where mask & 0x0F != 0 && !text.isEmpty || index >= 2 {
    switch mask {
    case 0, 1...9: continue
    case let value where value ~= 10: fallthrough
    case is Int: break outer
    @unknown default: fatalError("never", file: #filePath, line: #line)
    }
  }
  outer: while true { repeat { _ = try? await fetch(more) } while high < 1 }
  return try! #require(masks as? [Reading]) ?? [] + (low...high).map(\.self)
}

@Observable @MainActor
open class Station: Hardware, @unchecked Sendable, CustomStringConvertible {
  nonisolated(unsafe) static var shared: Station!
  private(set) lazy var readings: [String: any Comparable] = [:]
  @Published weak var delegate: (any StationDelegate)?
  unowned let owner: Owner<Int, String>
  internal var count: Int { readings.count }
  var title: String {
    get async throws { await load() }
    set(newTitle) { self.readings[newTitle] = nil }
    willSet { print(newValue) }
    didSet { super.title = oldValue }
  }
  required convenience init?(_ name: String) { self.init(name: name); return nil }
  deinit { NotificationCenter.default.removeObserver(self) }
  subscript(key: String) -> Double { _read { yield 1.0 } }
  class func make() -> Self { .init() }
  override final func update() -> some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("Hello, \(title)").font(.title).foregroundStyle(.red)
      if #available(iOS 18, *), let delegate { Badge(delegate) } else { EmptyView() }
      ForEach(readings, id: \.key) { key, value in Row(key: key, value: $value) }
      Button { [weak self] in self?.update() } label: { Image(systemName: "sun.max") }
    }
  }
}

public protocol Sensor<Output>: ~Copyable, AnyObject {
  associatedtype Output: Equatable = Int
  var value: Output { get }
  mutating func reset(to value: consuming Output) throws
  static func == (lhs: Self, rhs: Self) -> Bool
}

indirect enum Expression: Int, CaseIterable {
  case number = 1, name(String), sum(left: Expression, Expression)
  typealias Pair = (Int, Int)
}

struct Handle: ~Copyable { consuming func close() { discard self } }

actor Counter {
  private var values: [Int: Set<String>] = [:]
  distributed func add(_ n: Int) -> Int? { values.keys.reduce(0, +) &+ n }
}

extension Array where Element == Int {
  var average: Double { isEmpty ? .nan : Double(reduce(0, +)) / Double(count) }
}

precedencegroup PowerPrecedence { higherThan: MultiplicationPrecedence; associativity: right }
infix operator ** : PowerPrecedence
prefix operator √
func ** (base: Double, power: Double) -> Double { pow(base, power) }

@attached(member, names: named(init)) @freestanding(expression)
public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "Macros", type: "Stringify")

#if os(Linux) && swift(>=6.0) || !canImport(UIKit)
let (a, b) = #stringify(2 + 3)
#elseif DEBUG
#warning("debug")
#else
#error("no platform")
#endif
#sourceLocation(file: "x.swift", line: 1)

@resultBuilder enum ListBuilder { static func buildBlock(_ parts: String...) -> [String] { parts } }
let `default` = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1), path = \Station.readings[0]?.count
Task { @MainActor in
  do { try await read(place, at: 3, in: &unit) { _ in } } catch let error as StationError { print(error) } catch {}
}
// MARK: - The end
let x = a > b ? true : false, y = b as Int, z = x is Bool, closure = { (n: Int) -> Int in n << 1 }
unowned(safe) let keeper: [3 of Int] = [1, 2, 3], row: InlineArray<4, Int>
extension Station.Log<Int>: Sendable {}
typealias Log<T> = Store<T>.Entry where T: Sensor, T.Output == Int
protocol Store<Entry>: Hardware {
  associatedtype Iterator: IteratorProtocol = Rows where Iterator.Element == Entry, Entry: Sensor
  typealias Rows = [Entry]
  var last: Entry? { get async throws }
}
if let station = hardware as? Station { station.open() }
func pick(_ any: Any, else stop: () -> Never) -> [Bool?: Any] {
  switch station {
  case nil, .closed?: return [nil: 0, true: 1]
  case .open where station != nil: stop()
  }
}
@Test func `beds are dug twice`() { enum `Kind of bed` { case `raised bed`, `default` }; dig(`in`, `raised bed`) }
