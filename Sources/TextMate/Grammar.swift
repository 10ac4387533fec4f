internal import OnigurumaRegex
internal import Synchronization

/// A root grammar with all grammars that it includes, compiled on demand.
///
/// ```swift
/// let registry = GrammarRegistry(source: GrammarLibrary(folders: ["grammars"]))
/// if let grammar = registry.grammar(scope: "source.swift") {
///   let tokenizer = Tokenizer(grammar: grammar)
///   let (tokens, result) = tokenizer.tokenize("let x = 1", from: .initial)
/// }
/// ```
///
/// Thread-safe: any number of tokenizers can share one grammar. Rules, scanners and patterns are created
/// once, under a lock, and then read without a lock.
public final class Grammar: Sendable {
  public let scope: ScopeName
  /// The display name of the grammar.
  public let name: String?

  private let lock = Lock()
  /// Protected by `lock`, except in the initializer.
  nonisolated(unsafe) let compiler: RuleCompiler
  let rootRule: RuleReference
  let injections: [Injection]

  /// A rule that is searched for wherever its selector matches, in addition to the current rule.
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
      // A grammar that injects into itself is the root, not another instance.
      guard let file = scope == self.scope ? 0 : compiler.file(scope: scope, base: nil),
        let selector = compiler.files[file].raw.injectionSelector
      else { continue }
      add(selector, rule: compiler.rootRule(file: file))
    }
    // A stable order: of equal priorities, the first injection in the file comes first.
    self.injections = injections.enumerated()
      .sorted { ($0.element.selector.priority, $0.offset) < ($1.element.selector.priority, $1.offset) }
      .map(\.element)
  }

  // MARK: For the tokenizer

  /// Returns the scanner for the text inside a rule. The first call for a rule and anchors builds it; later
  /// calls are one atomic load.
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

  /// Returns the scanner for the while pattern of a begin/while rule.
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

  /// Returns the end or while pattern with back-references to fill in; nil if the rule's end is not dynamic.
  func endSource(of rule: UnsafeMutablePointer<Rule>) -> PatternSource? {
    let id = Int(rule.pointee.id)
    return lock.withLock { compiler.origins[id].dynamicEnd }
  }

  /// Returns a name in the grammar's table.
  func name(_ name: NameReference) -> String {
    lock.withLock { compiler.names[Int(name.rawValue)] }
  }

  // MARK: Statistics

  /// The amount of compiled data in a grammar, for benchmarks and services.
  ///
  /// ```swift
  /// print("\(grammar.footprint.rules) rules, \(grammar.footprint.bytes) bytes")
  /// ```
  public struct Footprint: Hashable, Sendable {
    public var files: Int
    public var rules: Int
    public var scanners: Int
    /// The approximate memory of rules and scanners, in bytes. Patterns are shared between grammars and not
    /// included.
    public var bytes: Int
  }

  public var footprint: Footprint { lock.withLock { compiler.footprint } }
}
