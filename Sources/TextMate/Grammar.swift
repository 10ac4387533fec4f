internal import OnigurumaRegex
internal import Synchronization

/// A root grammar with all that it includes, compiled as far as anybody has needed it.
///
/// Shared: any number of tokenizers on any threads use one grammar at once. Rules, scanners and patterns are made
/// under a lock when first reached, each once, and read without one from then on.
public final class Grammar: Sendable {
  public let scope: ScopeName
  /// The name that the grammar's file gives, for people.
  public let name: String?

  private let lock = Lock()
  /// Only touched while `lock` is held, or before anybody else has the grammar.
  nonisolated(unsafe) let compiler: RuleCompiler
  let rootRule: RuleReference
  let injections: [Injection]

  /// A rule that is searched for wherever its selector matches, whatever rule the tokenizer stands in.
  struct Injection: Sendable {
    let selector: ScopeSelector
    let rule: RuleReference
  }

  init(_ raw: RawGrammar, source: any GrammarSource) {
    scope = ScopeName(raw.scopeName)
    name = raw.name
    compiler = RuleCompiler(root: raw, source: source)
    rootRule = compiler.rootRule(file: 0)
    var injections: [Injection] = []
    func add(_ selector: String, rule: RuleReference) {
      for selector in ScopeSelector.parse(selector) {
        injections.append(Injection(selector: selector, rule: rule))
      }
    }
    for (selector, rule) in raw.injections {
      let id = compiler.reach(rule, context: compiler.files[0].context)
      add(selector, rule: compiler.rules[id])
    }
    for scope in source.injections(for: scope) {
      // A grammar that names itself is the root, not another instance of it.
      guard let file = scope == self.scope ? 0 : compiler.file(scope: scope, base: nil),
        let selector = compiler.files[file].raw.injectionSelector
      else { continue }
      add(selector, rule: compiler.rootRule(file: file))
    }
    // Stable: of equal priorities the first stated goes first.
    self.injections = injections.enumerated()
      .sorted { ($0.element.selector.priority, $0.offset) < ($1.element.selector.priority, $1.offset) }
      .map(\.element)
  }

  // MARK: For the tokenizer

  /// What to search in a rule. The first call for a rule and anchors builds it; later ones are a load.
  @inline(__always)
  func scanner(
    for rule: UnsafeMutablePointer<Rule>, anchors: Anchors
  ) -> UnsafeMutablePointer<Scanner> {
    let address = rule.pointee.scanners[anchors.rawValue].load(ordering: .acquiring)
    return UnsafeMutablePointer(bitPattern: address) ?? buildScanner(for: rule, anchors: anchors)
  }

  @inline(never)
  private func buildScanner(
    for rule: UnsafeMutablePointer<Rule>, anchors: Anchors
  ) -> UnsafeMutablePointer<Scanner> {
    let rule = RuleReference(pointer: rule)
    let address = lock.withLock {
      let place = rule.pointer.pointee.scanners + anchors.rawValue
      let known = place.pointee.load(ordering: .acquiring)
      if known != 0 { return known }
      let built = UInt(bitPattern: compiler.buildScanner(for: rule, anchors: anchors))
      place.pointee.store(built, ordering: .releasing)
      return built
    }
    return UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// The same for the while pattern of a begin/while rule.
  func whileScanner(
    for rule: UnsafeMutablePointer<Rule>, places: UnsafeMutablePointer<Atomic<UInt>>, anchors: Anchors
  ) -> UnsafeMutablePointer<Scanner> {
    let place = places + anchors.rawValue
    if let known = UnsafeMutablePointer<Scanner>(bitPattern: place.pointee.load(ordering: .acquiring)) {
      return known
    }
    let rule = RuleReference(pointer: rule)
    let address = lock.withLock {
      guard let places = rule.pointer.pointee.whileScanners else { return UInt(0) }
      let place = places + anchors.rawValue
      let known = place.pointee.load(ordering: .acquiring)
      if known != 0 { return known }
      let built = UInt(bitPattern: compiler.buildWhileScanner(for: rule, anchors: anchors))
      place.pointee.store(built, ordering: .releasing)
      return built
    }
    return UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// The end or while pattern of a rule whose end is dynamic, for back-references to be filled in.
  func endSource(of rule: UnsafeMutablePointer<Rule>) -> PatternSource? {
    let id = Int(rule.pointee.id)
    return lock.withLock { compiler.origins[id].dynamicEnd }
  }

  /// A name of the grammar's table.
  func name(_ name: NameReference) -> String {
    lock.withLock { compiler.names[Int(name.rawValue)] }
  }

  // MARK: Reports

  /// How much the grammar has compiled so far, for benchmarks and services.
  public struct Footprint: Hashable, Sendable {
    public var files: Int
    public var rules: Int
    public var scanners: Int
    /// What rules and scanners occupy, about; patterns are shared between grammars and not counted.
    public var bytes: Int
  }

  public var footprint: Footprint { lock.withLock { compiler.footprint } }
}
