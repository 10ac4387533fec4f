/// The rule stacks that a tokenizer has seen. Each is stored once, as its parent and its top element.
///
/// Stacks are interned, so that states are compared as integers, and a line that returns to a known stack
/// allocates nothing. Properties that only matter inside a line, such as the position where a rule was
/// entered, are stored with the number of that line.
struct RuleStacks: ~Copyable {
  struct StackElement {
    var rule: UnsafeMutablePointer<Rule>
    var parent: UInt32
    /// The index of the resolved end pattern; 0 if the end is not dynamic.
    var endPattern: UInt32
    /// The scopes including the rule's name.
    var nameScopes: UInt32
    /// The scopes including the rule's name and content name.
    var contentScopes: UInt32
    /// The element of the innermost begin/while rule, possibly this one; 0 if there is none.
    var nearestWhile: UInt32
    /// The number of elements below this one.
    var depth: UInt32
    /// The next element with the same hash.
    var next: UInt32
    /// Whether the begin pattern matched the line's newline. The start of the next line is then its anchor.
    var beganAtLineEnd: Bool

    // Valid only in the line with the number `line`:
    var line: UInt32
    var enterPosition: Int32
    var anchorPosition: Int32
  }

  private(set) var elements: UnsafeMutablePointer<StackElement>
  private(set) var count = 1
  private var capacity = 32
  private var buckets: UnsafeMutablePointer<UInt32>
  private var bucketMask = 63

  init() {
    elements = .allocate(capacity: capacity)
    buckets = .allocate(capacity: bucketMask + 1)
    buckets.initialize(repeating: 0, count: bucketMask + 1)
  }

  deinit {
    elements.deallocate()
    buckets.deallocate()
  }

  var byteCount: Int { capacity * MemoryLayout<StackElement>.stride + (bucketMask + 1) * 4 }

  /// Returns the element with these properties, and creates it if it is new. The caller sets the properties
  /// for the current line.
  @inline(__always)
  mutating func intern(
    parent: UInt32, rule: UnsafeMutablePointer<Rule>, nameScopes: UInt32, contentScopes: UInt32,
    endPattern: UInt32, beganAtLineEnd: Bool
  ) -> UInt32 {
    let hash = Self.hash(parent, rule.pointee.id, contentScopes, endPattern)
    var index = buckets[hash & bucketMask]
    while index != 0 {
      let element = elements + Int(index)
      if element.pointee.parent == parent, element.pointee.rule == rule,
        element.pointee.contentScopes == contentScopes, element.pointee.nameScopes == nameScopes,
        element.pointee.endPattern == endPattern, element.pointee.beganAtLineEnd == beganAtLineEnd
      {
        return index
      }
      index = element.pointee.next
    }
    return insert(
      StackElement(
        rule: rule, parent: parent, endPattern: endPattern, nameScopes: nameScopes,
        contentScopes: contentScopes, nearestWhile: 0, depth: 0, next: 0, beganAtLineEnd: beganAtLineEnd,
        line: 0,
        enterPosition: -1, anchorPosition: -1), hash: hash)
  }

  @inline(never)
  private mutating func insert(_ element: StackElement, hash: Int) -> UInt32 {
    if count == capacity { grow() }
    let index = UInt32(count)
    count += 1
    let place = elements + Int(index)
    place.initialize(to: element)
    place.pointee.nearestWhile =
      if element.rule.pointee.kind == .beginWhile {
        index
      } else if element.parent != 0 {
        elements[Int(element.parent)].nearestWhile
      } else {
        0
      }
    place.pointee.depth = element.parent == 0 ? 0 : elements[Int(element.parent)].depth + 1
    place.pointee.next = buckets[hash & bucketMask]
    buckets[hash & bucketMask] = index
    return index
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<StackElement>.allocate(capacity: capacity * 2)
    // Element 0 is never read and never initialized.
    (larger + 1).moveInitialize(from: elements + 1, count: count - 1)
    elements.deallocate()
    elements = larger
    capacity *= 2
    buckets.deallocate()
    bucketMask = capacity * 2 - 1
    buckets = .allocate(capacity: bucketMask + 1)
    buckets.initialize(repeating: 0, count: bucketMask + 1)
    for index in 1..<count {
      let element = elements + index
      let hash = Self.hash(
        element.pointee.parent, element.pointee.rule.pointee.id, element.pointee.contentScopes,
        element.pointee.endPattern)
      element.pointee.next = buckets[hash & bucketMask]
      buckets[hash & bucketMask] = UInt32(index)
    }
  }

  @inline(__always)
  private static func hash(_ parent: UInt32, _ rule: UInt32, _ scopes: UInt32, _ end: UInt32) -> Int {
    let first = (UInt64(parent) << 32 | UInt64(rule)) &* 0x9E37_79B9_7F4A_7C15
    let second = (UInt64(scopes) << 32 | UInt64(end)) &* 0xC2B2_AE3D_27D4_EB4F
    let mixed = first ^ second
    return Int(truncatingIfNeeded: (mixed ^ (mixed >> 29)) >> 3)
  }
}
