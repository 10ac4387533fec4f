internal import ArgumentParser
internal import SystemPackage
internal import CLibrary

/// The user's own settings: the options in the configuration file and in `ILSRENDER_OPTS`, and the folders
/// with themes and grammars next to the file.
///
/// The file contains options as on the command line, usually one per line:
///
/// ```
/// # ~/.config/ilsrender/config
/// --theme snow,slate
/// --line-numbers
/// ```
///
/// The settings apply only if standard output is a terminal or `--config` requests them, so that scripts do
/// not depend on the settings of their users. Options in `ILSRENDER_OPTS` override the file, and the command
/// line overrides both.
enum UserConfiguration {
  /// The maximum size of a configuration file in bytes.
  private static let maximumBytes = 1 << 20
  /// Separates the words of the configuration from those of the command line during parsing. No process
  /// argument can contain a NUL.
  private static let boundary = "\0"

  /// Whether the settings apply to this process.
  // Unsafe: written once, before a second thread exists.
  nonisolated(unsafe) private(set) static var isActive = false

  /// Parses the command line, preceded by the user's options if they apply.
  static func parse(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
    isActive = isUsed(by: arguments)
    var arguments = Array(arguments)
    var isFilter = true
    if let first = arguments.first, Ilsrender.isCommandName(first) {
      // The options are those of the filter, whose name may precede them.
      isFilter = first == RenderCommand._commandName
      if isFilter { arguments.removeFirst() }
    }
    let words = isActive && isFilter ? try words() : []
    if let usual = QuickArguments.command(for: words, followedBy: arguments) { return usual }
    guard !words.isEmpty else { return try Ilsrender.parseAsRoot(arguments) }
    do {
      let command = try Ilsrender.parseAsRoot(words + [boundary] + arguments)
      guard var filter = command as? RenderCommand else { return command }
      guard let end = filter.file.firstIndex(of: boundary) else { throw missingValue }
      guard end == 0 else { throw mistake("'\(filter.file[0])' is no option") }
      filter.file.removeFirst()
      return filter
    } catch let failure as Failure {
      throw failure
    } catch {
      // If the command line alone is valid, the error is in the configuration. A request for help is not an
      // error.
      if Ilsrender.exitCode(for: error).isSuccess || (try? Ilsrender.parseAsRoot(arguments)) == nil {
        throw error
      }
      let message = Ilsrender.message(for: error)
      throw message.contains(boundary) ? missingValue : mistake(Ilsrender.oneLine(message))
    }
  }

  /// Whether the settings apply to a command line: `--config` requests them, or the output goes to a
  /// terminal. `--no-config` disables them.
  private static func isUsed(by arguments: ArraySlice<String>) -> Bool {
    var isUsed = isatty(STDOUT_FILENO) == 1
    for argument in arguments.prefix(while: { $0 != "--" }) {
      switch argument {
      case "--config": return true
      case "--no-config": return false
      case "-o", "--output": isUsed = false
      default: if argument.hasPrefix("--output=") { isUsed = false }
      }
    }
    return isUsed
  }

  /// Returns the option words of the file and of the environment.
  private static func words() throws -> [String] {
    var words: [String] = []
    if let file, let text = try read(file) { words += try split(text, from: file) }
    if let stated = Terminal.environment("ILSRENDER_OPTS") {
      words += try split(stated, from: "ILSRENDER_OPTS")
    }
    return words
  }

  private static func split(_ text: String, from source: String) throws -> [String] {
    do throws(ShellWords.UnclosedQuote) {
      return try ShellWords.split(text)
    } catch {
      throw Failure.usage("\(source): the quotation in line \(error.line) has no end")
    }
  }

  private static func read(_ name: String) throws -> String? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(FilePath(name), .readOnly, options: [.nonBlocking, .closeOnExec])
    } catch let error as Errno {
      // A file that was named explicitly must exist.
      let isOptional = Terminal.environment("ILSRENDER_CONFIG") == nil
      if isOptional, error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
      throw Failure.usage("cannot open \(name): \(error)")
    }
    defer { try? file.close() }
    do {
      let bytes = try [UInt8](unsafeUninitializedCapacity: maximumBytes) { buffer, count in
        var read = 0
        repeat {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          read = rest.isEmpty ? 0 : try file.read(into: rest)
          count += read
        } while read > 0
      }
      if bytes.count == maximumBytes { throw Failure.usage("\(name) is no configuration: it is too large") }
      return String(decoding: bytes, as: UTF8.self)
    } catch let error as Errno {
      throw Failure.usage("cannot read \(name): \(error)")
    }
  }

  private static func mistake(_ message: String) -> Failure {
    var sources: [String] = []
    if let existingFile { sources.append(existingFile) }
    if Terminal.environment("ILSRENDER_OPTS") != nil { sources.append("ILSRENDER_OPTS") }
    return .usage("\(sources.joined(separator: " or ")): \(message) (--no-config leaves it out)")
  }

  private static var missingValue: Failure { mistake("the last option has no value") }

  // MARK: Files

  /// The path of the configuration file, which need not exist; nil without a home folder.
  static var file: String? {
    Terminal.environment("ILSRENDER_CONFIG") ?? folder.map { $0 + "/config" }
  }

  /// The path of the configuration file; nil if it does not exist.
  static var existingFile: String? { file.flatMap { access($0, R_OK) == 0 ? $0 : nil } }

  private static var folder: String? {
    if let file = Terminal.environment("ILSRENDER_CONFIG") {
      return file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    }
    if let base = Terminal.environment("XDG_CONFIG_HOME"), base.hasPrefix("/") { return base + "/ilsrender" }
    return Terminal.environment("HOME").map { $0 + "/.config/ilsrender" }
  }

  /// Returns the folder with the user's themes or grammars; nil if it is missing or the settings do not
  /// apply.
  static func dataFolder(_ name: String) -> String? { isActive ? existingFolder(name) : nil }

  /// Returns the folder with the user's themes or grammars, regardless of the settings; nil if it is missing.
  static func existingFolder(_ name: String) -> String? {
    guard let path = folder.map({ "\($0)/\(name)" }), access(path, R_OK | X_OK) == 0 else { return nil }
    return path
  }
}
