extension ProgramContents {
  /// Appends the program. Filters are numbers in `sets`, because patterns share most of them.
  func append(to writer: inout RecordWriter, numbering sets: (ByteSet257) -> Int) {
    writer.append(compact: captureCount)
    writer.append(compact: Int(start))
    writer.append(compact: code.count)
    for instruction in code {
      writer.append(byte: instruction.operation.rawValue | (instruction.flag ? Self.flagBit : 0))
      writer.append(compact: Int(instruction.next))
      for operand in [instruction.filter, instruction.a, instruction.b, instruction.c] {
        writer.append(compact: Int(operand) + 1)
      }
    }
    writer.append(run: bytes)
    writer.append(compact: self.sets.count)
    for word in self.sets { writer.append(number64: word) }
    writer.append(compact: ranges.count)
    for bound in ranges { writer.append(compact: Int(bound)) }
    writer.append(compact: filters.count / MatchProgram.filterStride)
    for start in stride(from: 0, to: filters.count, by: MatchProgram.filterStride) {
      writer.append(
        number16: sets(
          ByteSet257(
            filters[start], filters[start + 1], filters[start + 2], filters[start + 3],
            edge: filters[start + 4] == 1)))
    }
    appendDispatch(to: &writer)
    writer.append(compact: targets.count)
    for target in targets { writer.append(compact: Int(target) + 1) }
    writer.append(compact: tries.count)
    for node in tries {
      writer.append(byte: node.byte)
      writer.append(byte: node.hasFoldedChild ? 1 : 0)
      writer.append(compact: Int(node.rank) + 1)
      for number in [Int(node.firstChild), node.childClasses.nonzeroBitCount, Int(node.sibling)] {
        writer.append(compact: number)
      }
    }
  }

  /// Appends the dispatch tables as runs of equal values, because neighbouring bytes mostly lead to the same
  /// instruction.
  private func appendDispatch(to writer: inout RecordWriter) {
    writer.append(compact: dispatch.count)
    var start = 0
    while start < dispatch.count {
      let end = dispatch[start...].firstIndex { $0 != dispatch[start] } ?? dispatch.count
      writer.append(compact: end - start)
      writer.append(byte: dispatch[start])
      start = end
    }
  }

  /// Reads a program that ends where the reader does.
  ///
  /// - Returns: nil if the program is damaged, or refers to something outside of its tables.
  init?(reading reader: inout RecordReader, sets: (Int) -> ByteSet257?) {
    self.init()
    captureCount = reader.compact()
    start = Int32(truncatingIfNeeded: reader.compact())
    let codeCount = reader.compactCount(ofSize: 6)
    code.reserveCapacity(codeCount)
    for _ in 0..<codeCount {
      let head = reader.byte()
      guard let operation = MatchProgram.Operation(rawValue: head & ~Self.flagBit) else { return nil }
      var instruction = MatchProgram.Instruction(
        operation: operation, flag: head & Self.flagBit != 0, next: Int32(reader.compact() & 0x7FFF))
      instruction.filter = Int32(reader.compact() & 0xFFFF) - 1
      instruction.a = Self.operand(&reader)
      instruction.b = Self.operand(&reader)
      instruction.c = Self.operand(&reader)
      code.append(instruction)
    }
    bytes = Array(reader.run())
    self.sets = reader.elements(ofSize: 8) { $0.number64() }
    ranges = reader.elements(ofSize: 1) { UInt32($0.compact()) }
    let filterCount = reader.compactCount(ofSize: 2)
    filters.reserveCapacity(filterCount * MatchProgram.filterStride)
    for _ in 0..<filterCount {
      guard let set = sets(reader.number16()) else { return nil }
      for index in 0..<4 { filters.append(set.word(index)) }
      filters.append(set.hasEdge ? 1 : 0)
    }
    readDispatch(&reader)
    targets = reader.elements(ofSize: 1) { Int16(truncatingIfNeeded: $0.compact() - 1) }
    readTries(&reader)
    if reader.isBroken || !reader.isAtEnd || !isSound { return nil }
  }

  private static func operand(_ reader: inout RecordReader) -> Int32 {
    Int32(truncatingIfNeeded: reader.compact() - 1)
  }

  private mutating func readDispatch(_ reader: inout RecordReader) {
    let count = reader.compact()
    guard count <= MatchCompiler.dispatchLimit + ByteSet257.edge else { return reader.fail() }
    dispatch.reserveCapacity(count)
    while dispatch.count < count, !reader.isBroken {
      let length = min(reader.compact(), count - dispatch.count)
      let value = reader.byte()
      if length == 0 { reader.fail() }
      dispatch.append(contentsOf: repeatElement(value, count: length))
    }
  }

  /// Reads the tries. All distances lead forward and stay inside, so that a walk ends.
  private mutating func readTries(_ reader: inout RecordReader) {
    var classCounts: [Int] = []
    tries = reader.elements(ofSize: 6) { reader in
      var node = KeywordTrie.TrieNode(rank: -1, byte: reader.byte())
      node.hasFoldedChild = reader.byte() != 0
      node.rank = Int16(truncatingIfNeeded: Self.operand(&reader))
      node.firstChild = Int16(truncatingIfNeeded: reader.compact())
      classCounts.append(reader.compact())
      node.sibling = Int16(truncatingIfNeeded: reader.compact())
      return node
    }
    for (index, classCount) in classCounts.enumerated() {
      let (first, sibling) = (index + Int(tries[index].firstChild), index + Int(tries[index].sibling))
      guard sibling >= index, sibling < tries.count, classCount <= UInt64.bitWidth,
        classCount == 0 || first > index && first <= tries.count - classCount
      else { return reader.fail() }
      var classes: UInt64 = 0
      for child in first..<(first + classCount) {
        classes |= KeywordTrie.TrieNode.classBit(of: tries[child].byte)
      }
      guard classes.nonzeroBitCount == classCount else { return reader.fail() }
      tries[index].childClasses = classes
    }
  }

  /// The bit of an instruction's first byte that holds its flag.
  private static let flagBit: UInt8 = 0x80

  // MARK: Soundness

  /// Whether all numbers lie inside the tables that they refer to, so that a match stays inside its memory.
  private var isSound: Bool {
    guard code.indices.contains(Int(start)), code.count <= MatchCompiler.codeLimit,
      captureCount <= Self.mostGroups
    else { return false }
    for index in stride(
      from: 0, to: sets.count - sets.count % MatchProgram.setStride, by: MatchProgram.setStride)
    where sets[index + 2] == MatchProgram.WideMode.ranges {
      let (start, count) = (sets[index + 3] >> 32, sets[index + 3] & 0xFFFF_FFFF)
      if start + 2 * count > UInt64(ranges.count) { return false }
    }
    for target in targets where target < -1 || Int(target) >= code.count { return false }
    return code.allSatisfy { isSound($0) }
  }

  private static let mostGroups = 32_000

  private func isSound(_ instruction: MatchProgram.Instruction) -> Bool {
    let (a, b, c) = (Int(instruction.a), Int(instruction.b), Int(instruction.c))
    guard Int(instruction.next) < code.count, isFilter(Int(instruction.filter)) else { return false }
    switch instruction.operation {
    case .literal, .foldedLiteral, .peekLiteral: return a >= 0 && b >= 0 && a + b <= bytes.count
    case .set, .peekSet, .behindSet: return isSet(a)
    case .run, .greedyRun, .lazyRun: return isSet(a) && b >= 0 && c >= 0
    case .keywords: return tries.indices.contains(a) && isFilter(b)
    case .filteredChoice: return code.indices.contains(a) && isFilter(b) && isFilter(c)
    case .choice, .lookAhead, .lookBehind, .atomic, .call: return code.indices.contains(a)
    case .dispatch:
      guard a >= 0, b >= 0, a + ByteSet257.edge < dispatch.count else { return false }
      return dispatch[a...(a + ByteSet257.edge)].allSatisfy { b + Int($0) < targets.count }
    case .anyHolds:
      return a >= 0 && b >= 0 && a + b <= targets.count && targets[a..<(a + b)].allSatisfy { $0 >= 0 }
    case .save: return a >= 0 && a < 2 * (captureCount + 1)
    case .mark: return a >= 0 && a < MatchScratch.markCapacity
    case .skipIfEmpty: return code.indices.contains(a) && b >= 0 && b < MatchScratch.markCapacity
    case .stepBack: return a >= 0
    case .backReference, .endCall: return a >= 0 && a <= captureCount
    case .accept, .fail, .byte, .atOrigin, .wordBoundary, .lineStart, .lineEnd, .textStart, .textEnd,
      .textEndOrNewline, .searchStart:
      return true
    }
  }

  private func isSet(_ number: Int) -> Bool {
    number >= 0 && (number + 1) * MatchProgram.setStride <= sets.count
  }

  private func isFilter(_ number: Int) -> Bool {
    number >= -1 && (number + 1) * MatchProgram.filterStride <= filters.count
  }
}
