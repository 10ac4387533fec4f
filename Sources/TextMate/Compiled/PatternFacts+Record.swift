extension PatternFacts {
  /// The sets of the facts, in the order of records.
  private static var sets: [WritableKeyPath<PatternFacts, ByteSet257>] {
    [\.first, \.second, \.third, \.previous, \.firstAfterSpaces, \.firstAfterWord, \.firstAfterSpacesAndWord]
  }

  /// Appends the facts. Sets are numbers in `sets`, because patterns share most of them.
  func append(to writer: inout RecordWriter, numbering sets: (ByteSet257) -> Int) {
    for set in Self.sets { writer.append(number16: sets(self[keyPath: set])) }
    writer.append(
      byte: (requiresSearchStart ? 1 : 0) | (usesSearchStart ? 2 : 0) | (usesKeep ? 4 : 0)
        | (isUnderstood ? 8 : 0) | (captureCount == nil ? 0 : 16))
    writer.append(number: minLength)
    writer.append(number: captureCount ?? 0)
    writer.append(byte: UInt8(laterBytes.count))
    for later in laterBytes {
      writer.append(number: later.offset)
      writer.append(byte: UInt8(later.bytes.count))
      writer.append(raw: later.bytes)
    }
  }

  init(reading reader: inout RecordReader, sets: (Int) -> ByteSet257?) {
    self.init()
    func set(_ number: Int) -> ByteSet257 {
      if let set = sets(number) { return set }
      reader.fail()
      return .all
    }
    first = set(reader.number16())
    second = set(reader.number16())
    third = set(reader.number16())
    previous = set(reader.number16())
    firstAfterSpaces = set(reader.number16())
    firstAfterWord = set(reader.number16())
    firstAfterSpacesAndWord = set(reader.number16())
    let flags = reader.byte()
    requiresSearchStart = flags & 1 != 0
    usesSearchStart = flags & 2 != 0
    usesKeep = flags & 4 != 0
    isUnderstood = flags & 8 != 0
    minLength = reader.number()
    let captures = reader.number()
    captureCount = flags & 16 != 0 ? captures : nil
    for _ in 0..<reader.byte() {
      let offset = reader.number()
      var bytes: [UInt8] = []
      for _ in 0..<reader.byte() { bytes.append(reader.byte()) }
      laterBytes.append(RequiredByteFacts(bytes: bytes, offset: offset))
    }
  }
}
