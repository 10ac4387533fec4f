/// The rule stacks that a tokenizer has met, each stored once as its parent and its top.
///
/// Interned, so that comparing two states is comparing two integers and that a line that comes back to a known
/// stack allocates nothing. What only matters within a line (where a rule was entered) is kept beside, and counts
/// only while its line is the current one.
struct RuleStacks: ~Copyable {
  struct Element {
    var rule: UnsafeMutablePointer<Rule>
    var parent: UInt32
    /// Index of the resolved end pattern, 0 where it is not dynamic.
    var endPattern: UInt32
    /// With the rule's name.
    var nameScopes: UInt32
    /// With the rule's name and content name.
    var contentScopes: UInt32
    /// The innermost begin/while rule's element, this one included; 0 where there is none.
    var nearestWhile: UInt32
    /// How many elements lie below it.
    var depth: UInt32
    /// The next element of the same hash.
    var next: UInt32
    /// Whether the begin pattern took the line's newline: the next line's start is then its anchor.
    var beganAtLineEnd: Bool

    // Within the line numbered `line` only:
    var line: UInt32
    var enterPosition: Int32
    var anchorPosition: Int32
  }

  private(set) var elements: UnsafeMutablePointer<Element>
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

  var byteCount: Int { capacity * MemoryLayout<Element>.stride + (bucketMask + 1) * 4 }

  /// The element with these parts, made if it is new. The parts for the current line are left to the caller.
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
      Element(
        rule: rule, parent: parent, endPattern: endPattern, nameScopes: nameScopes,
        contentScopes: contentScopes, nearestWhile: 0, depth: 0, next: 0, beganAtLineEnd: beganAtLineEnd,
        line: 0,
        enterPosition: -1, anchorPosition: -1), hash: hash)
  }

  @inline(never)
  private mutating func insert(_ element: Element, hash: Int) -> UInt32 {
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
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    // Element 0 is never read, and never was initialised.
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
