/// The scopes of complete names: of those in the grammar's table that have several, and of those whose placeholders were
/// filled in.
///
/// A list is a range of ``atoms``. Splitting a name into scopes and looking them up costs far more than all else
/// that a push does, and a text has few different names.
struct ScopeLists: ~Copyable {
  private struct KnownList {
    /// The range in ``atoms``.
    var atoms: Range<Int>
    /// The range of the text in ``texts``; empty for a name of the grammar's table.
    var text: Range<Int>
  }

  /// The scopes of all lists, as indices of atoms.
  private(set) var atoms: [UInt32] = []
  private var lists: [KnownList] = []
  private var texts: [UInt8] = []
  /// The list of a name of the grammar's table, and that of a text by its hash, both plus one.
  private var byName = IntegerMap()
  private var byText = IntegerMap()

  init() {}

  func list(ofName name: Int32) -> Range<Int>? {
    let known = byName.value(for: UInt64(name) + 1)
    return known == 0 ? nil : lists[Int(known) - 1].atoms
  }

  func list(ofText text: [UInt8]) -> Range<Int>? {
    let known = byText.value(for: Self.hash(text))
    guard known != 0, isText(text, at: lists[Int(known) - 1].text) else { return nil }
    return lists[Int(known) - 1].atoms
  }

  private func isText(_ text: [UInt8], at range: Range<Int>) -> Bool {
    texts.withUnsafeBytes { known in
      text.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: known[range]).order(to: $0) == 0 }
    }
  }

  mutating func add(_ scopes: [UInt32], forName name: Int32) -> Range<Int> {
    let list = add(scopes, text: 0..<0)
    byName.insert(UInt32(lists.count), for: UInt64(name) + 1)
    return list
  }

  /// Adds the list of a text. If another text has the same hash, the list is not found again.
  mutating func add(_ scopes: [UInt32], forText text: [UInt8]) -> Range<Int> {
    let hash = Self.hash(text)
    guard byText.value(for: hash) == 0 else { return add(scopes, text: 0..<0) }
    let start = texts.count
    texts += text
    let list = add(scopes, text: start..<texts.count)
    byText.insert(UInt32(lists.count), for: hash)
    return list
  }

  private mutating func add(_ scopes: [UInt32], text: Range<Int>) -> Range<Int> {
    let start = atoms.count
    atoms += scopes
    lists.append(KnownList(atoms: start..<atoms.count, text: text))
    return start..<atoms.count
  }

  var byteCount: Int {
    atoms.capacity * 4 + lists.capacity * MemoryLayout<KnownList>.stride + texts.capacity + byName.byteCount
      + byText.byteCount
  }

  /// The hash of a text; never 0.
  private static func hash(_ text: [UInt8]) -> UInt64 { Checksum.of(text) | 1 }
}
