internal import Synchronization

/// Compiles the rules of one root grammar and of all grammars that it includes, on demand.
///
/// Not thread-safe: it belongs to the ``Grammar``, which calls it under a lock. Rules and scanners keep their
/// addresses until the compiler is deallocated.
///
/// Lazy compilation must give the same result as VS Code, which compiles everything at once. In VS Code, the
/// nested repository that a rule sees depends on the first path to the rule. A grammar file with nested
/// repositories is therefore compiled completely, in VS Code's order, when it is first reached. In any other
/// file the order does not matter.
final class RuleCompiler {
  let source: any GrammarSource
  let root: RawGrammar
  private(set) var files: [GrammarInstance] = []
  private(set) var filesByScope: [ScopeName: Int] = [:]
  private(set) var rules: [RuleReference] = []
  // Unchecked: a scanner needs thousands of accesses, none of which runs code that has access, too.
  @exclusivity(unchecked) var origins: [RuleOrigin] = []
  private var rulesByOrigin: [RuleKey: Int] = [:]
  private(set) var names: [String] = []
  private var nameIndexes: [String: Int32] = [:]
  private var rawGrammars: [ScopeName: RawGrammar?] = [:]
  private var dependencies: GrammarDependencies
  private(set) var scanners: [UnsafeMutablePointer<Scanner>] = []
  /// The number of walks through the children of rules, of which each visits a rule once.
  var visits = 0
  /// Cached results of ``isEmptied(_:context:depth:)``.
  var emptied: [RuleKey: Bool] = [:]

  /// The identity of a raw rule in one instance of a grammar.
  struct RuleKey: Hashable {
    let file: Int
    let rule: ObjectIdentifier
  }

  init(root: RawGrammar, source: any GrammarSource) {
    self.root = root
    self.source = source
    dependencies = GrammarDependencies(root: root)
    // Most grammars have that many, and each step of growth hashes all names again.
    nameIndexes.reserveCapacity(200)
    rulesByOrigin.reserveCapacity(400)
    _ = addFile(root, base: nil)
  }

  deinit {
    for scanner in scanners {
      scanner.deinitialize(count: 1)
      scanner.deallocate()
    }
    for rule in rules {
      rule.pointer.pointee.captures.start?.deallocate()
      rule.pointer.pointee.endCaptures.start?.deallocate()
      rule.pointer.pointee.scanners.deinitialize(count: Anchors.count)
      rule.pointer.pointee.scanners.deallocate()
      rule.pointer.pointee.whileScanners?.deinitialize(count: Anchors.count)
      rule.pointer.pointee.whileScanners?.deallocate()
      rule.pointer.deallocate()
    }
  }

  // MARK: Files

  /// Adds an instance of a grammar.
  ///
  /// - Parameter base: The file to which `$base` refers; nil for the new instance itself.
  func addFile(_ raw: RawGrammar, base: Int?) -> Int {
    let index = files.count
    let itself = RawRule(name: raw.scopeName, patterns: raw.patterns)
    files.append(
      GrammarInstance(
        raw: raw, rootRule: itself, base: base ?? index,
        context: RepositoryContext(file: index, rules: raw.repository)))
    return index
  }

  /// Returns the grammar with a scope, loaded on demand.
  ///
  /// - Parameter base: The `$base` of the including rule.
  func file(scope: ScopeName, base: Int?) -> Int? {
    if let known = filesByScope[scope] { return known }
    guard let raw = rawGrammar(scope) else { return nil }
    let index = addFile(raw, base: base)
    filesByScope[scope] = index
    return index
  }

  private func rawGrammar(_ scope: ScopeName) -> RawGrammar? {
    if let known = rawGrammars[scope] { return known }
    let raw = source.rawGrammar(scope: scope)
    rawGrammars[scope] = .some(raw)
    return raw
  }

  /// Whether an included grammar exists. Avoids loading the grammar if possible.
  func hasGrammar(_ scope: ScopeName, isInCapture: Bool) -> Bool {
    guard filesByScope[scope] != nil || source.hasGrammar(scope: scope) else { return false }
    guard isInCapture else { return true }
    return dependencies.contain(scope, raw: rawGrammar, injections: source.injections(for:))
  }

  // MARK: Rules

  func rootRule(file: Int) -> RuleReference {
    rules[reach(files[file].rootRule, context: files[file].context)]
  }

  /// Compiles a raw rule. A rule keeps the context in which it is first reached.
  ///
  /// - Parameter isInCapture: Whether the path to the rule leads through a capture.
  func reach(
    _ raw: RawRule, context: RepositoryContext, isInCapture: Bool = false, depth: Int = 0
  ) -> Int {
    let key = RuleKey(file: context.file, rule: ObjectIdentifier(raw))
    if let known = rulesByOrigin[key] { return known }
    let id = rules.count
    // Allocate the rule before compiling it, because rules refer to each other in cycles.
    let place = UnsafeMutablePointer<Rule>.allocate(capacity: 1)
    rulesByOrigin[key] = id
    rules.append(RuleReference(pointer: place))
    let origin = RuleOrigin(raw: raw, context: context, isInCapture: isInCapture)
    origins.append(origin)

    let kind = raw.kind
    let (captures, endCaptures) =
      switch kind {
      case .match: (compile(raw.captures, context: context, depth: depth), CaptureList.empty)
      case .beginEnd, .beginWhile:
        (
          compile(raw.beginCaptures ?? raw.captures, context: context, depth: depth),
          compile(
            (kind == .beginWhile ? raw.whileCaptures : raw.endCaptures) ?? raw.captures, context: context,
            depth: depth)
        )
      case .include: (CaptureList.empty, CaptureList.empty)
      }
    let name = self.name(raw.name)
    let contentName = self.name(raw.contentName)
    let dynamicGroups = origin.dynamicEnd?.highestBackReference ?? -1
    place.initialize(
      to: Rule(
        id: UInt32(id), kind: kind, hasDynamicEnd: dynamicGroups >= 0,
        appliesEndLast: raw.applyEndPatternLast, name: name, contentName: contentName,
        captures: captures, endCaptures: endCaptures,
        groupsNeeded: groupsNeeded(
          captures, max(highestGroup(name), highestGroup(contentName), dynamicGroups)),
        endGroupsNeeded: groupsNeeded(endCaptures, -1), scanners: Self.emptyScanners(),
        whileScanners: kind == .beginWhile ? Self.emptyScanners() : nil))
    if files[context.file].hasNestedRepositories, depth < Self.deepestWalk {
      _ = children(of: id, depth: depth + 1)
    }
    return id
  }

  /// The recursion limit. No real grammar nests this deep.
  static let deepestWalk = 256
  /// The maximum number of groups that VS Code's regex library reports.
  private static let mostGroups = 1000

  private static func emptyScanners() -> UnsafeMutablePointer<Atomic<UInt>> {
    let places = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Anchors.count)
    for index in 0..<Anchors.count { (places + index).initialize(to: Atomic(0)) }
    return places
  }

  private func compile(
    _ raw: [Int: RawRule]?, context: RepositoryContext, depth: Int
  ) -> CaptureList {
    guard let raw, let highest = raw.keys.lazy.filter({ (0..<Self.mostGroups).contains($0) }).max()
    else { return .empty }
    let start = UnsafeMutablePointer<Capture>.allocate(capacity: highest + 1)
    start.initialize(repeating: .absent, count: highest + 1)
    for group in 0...highest {
      guard let capture = raw[group] else { continue }
      let retokenizing: UnsafeMutablePointer<Rule>? =
        if capture.patterns != nil, depth < Self.deepestWalk {
          rules[reach(capture, context: context, isInCapture: true, depth: depth + 1)].pointer
        } else {
          nil
        }
      start[group] = Capture(
        isAbsent: false, name: name(capture.name), contentName: name(capture.contentName),
        retokenizing: retokenizing)
    }
    return CaptureList(start: start, count: highest + 1)
  }

  private func groupsNeeded(_ captures: CaptureList, _ highest: Int) -> Int32 {
    var highest = max(highest, captures.count - 1)
    for index in 0..<captures.count {
      guard let capture = captures.start?[index], !capture.isAbsent else { continue }
      highest = max(highest, highestGroup(capture.name), highestGroup(capture.contentName))
    }
    return Int32(min(max(highest, 0), Self.mostGroups) + 1)
  }

  // MARK: Names

  private func name(_ name: String?) -> NameReference {
    guard let name, !name.isEmpty else { return .none }
    let isTemplate = NameTemplate(name) != nil
    if let known = nameIndexes[name] { return NameReference(rawValue: known, isTemplate: isTemplate) }
    let index = Int32(names.count)
    names.append(name)
    nameIndexes[name] = index
    return NameReference(rawValue: index, isTemplate: isTemplate)
  }

  private func highestGroup(_ name: NameReference) -> Int {
    name.isTemplate ? NameTemplate(names[Int(name.rawValue)])?.highestGroup ?? -1 : -1
  }

  // MARK: Scanners

  var scannerCount: Int { scanners.count }
  var scannerBytes: Int { scanners.reduce(0) { $0 + $1.pointee.byteCount } }

  func keep(_ scanner: consuming Scanner) -> UnsafeMutablePointer<Scanner> {
    let place = UnsafeMutablePointer<Scanner>.allocate(capacity: 1)
    place.initialize(to: scanner)
    scanners.append(place)
    return place
  }
}
