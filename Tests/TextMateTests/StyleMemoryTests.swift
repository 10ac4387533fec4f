import StyledRuns
import Testing

@testable import TextMate

@Suite("A theme remembers the styles of scope stacks")
struct StyleMemoryTests {
  private func theme() throws -> Theme {
    try Theme(
      Array(
        ##"""
        {"name": "T", "type": "dark", "colors": {"editor.foreground": "#111111", "editor.background": "#000"},
         "tokenColors": [
           {"scope": "a", "settings": {"foreground": "#aa0000"}},
           {"scope": "b a", "settings": {"foreground": "#00aa0080", "fontStyle": "bold"}},
           {"scope": "c", "settings": {"background": "#0000aa", "fontStyle": "italic"}}
         ]}
        """##.utf8))
  }

  /// A table of stacks with the given names, each on top of the one before or of none.
  private func table(_ stacks: [[String]]) -> ScopeTable {
    var table = ScopeTable()
    for stack in stacks {
      _ = stack.reduce(ScopeStackID.empty) { table.push($1, onto: $0) }
    }
    return table
  }

  private static let stacks = [
    ["a"], ["b", "a"], ["b", "x", "a.deep"], ["c"], ["c", "a"], ["c", "b", "a"], ["x"], ["a", "b"],
  ]

  /// Whatever was asked for before, and under whatever number, a stack has its own style.
  @Test func tablesDoNotDisturbEachOther() throws {
    let shared = try theme()
    for start in Self.stacks.indices {
      let table = table(Array(Self.stacks[start...] + Self.stacks[..<start]))
      let sheet = shared.styleSheet(for: table)
      #expect(sheet == (try theme()).styleSheet(for: table))
      for index in 1..<table.count {
        let stack = ScopeStackID(rawValue: UInt32(index))
        #expect(sheet[stack] == shared.drawn(shared.style(for: table[stack])))
      }
    }
  }

  @Test func aStackIsResolvedOnce() throws {
    let theme = try theme()
    let table = table(Self.stacks)
    _ = theme.styleSheet(for: table)
    #expect(theme.memory.count == table.count)
    _ = theme.styleSheet(for: table)
    _ = theme.styleSheet(for: self.table(Self.stacks.reversed()))
    #expect(theme.memory.count == table.count)
  }

  /// Names can come from a text, so the memory has a limit. What it does not keep has the same style.
  @Test func theMemoryIsBounded() throws {
    let theme = try theme()
    for number in 0..<3 {
      let table = table((0..<2000).map { ["b", "x\(number)-\($0)", "a"] })
      let sheet = theme.styleSheet(for: table)
      #expect(sheet.styles.count == table.count)
      #expect(theme.memory.count <= StyleMemory.capacity)
    }
    let large = table((0..<StyleMemory.capacity).map { ["y\($0)"] } + Self.stacks)
    let long = table([["b", "a." + String(repeating: "x", count: 1000)]])
    let before = theme.memory.count
    #expect(theme.styleSheet(for: large).styles.count == large.count)
    #expect(theme.styleSheet(for: long)[ScopeStackID(rawValue: 2)].fontStyle == .bold)
    #expect(theme.memory.count == before)
  }

  /// A sheet that grows with a table beyond what is remembered has the styles of one that is computed at once.
  @Test func aLongTableGrows() throws {
    let theme = try theme()
    var table = ScopeTable()
    var sheet = theme.styleSheet(for: table)
    for round in 0..<(2 * StyleMemory.capacity / 100) {
      var parent = ScopeStackID(rawValue: UInt32(min(round * 37, table.count - 1)))
      for index in 0..<100 {
        let name = Self.stacks[(round + index) % Self.stacks.count][0] + ".\(round)-\(index)"
        parent = table.push(name, onto: index % 10 == 5 ? .empty : parent)
      }
      theme.extend(&sheet, for: table)
    }
    #expect(table.count > StyleMemory.capacity)
    #expect(sheet == (try self.theme()).styleSheet(for: table))
    for index in stride(from: 1, to: table.count, by: 97) {
      let stack = ScopeStackID(rawValue: UInt32(index))
      #expect(sheet[stack] == theme.drawn(theme.style(for: table[stack])))
    }
  }
}
