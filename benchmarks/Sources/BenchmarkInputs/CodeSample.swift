internal import Foundation

/// Code of one language: the sample that the grammar's own test has, over and over up to so many lines.
public struct CodeSample: Sendable {
  /// The language's identifier.
  public var language: String
  /// Of the sample's file, without its dot.
  public var fileExtension: String
  public var lines: [String]

  public init(language: String, fileExtension: String = "", lines: [String]) {
    self.language = language
    self.fileExtension = fileExtension
    self.lines = lines
  }

  public var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  /// A fence around it, as a chat answer has it. The fence is longer than any in the code.
  public var markdown: [UInt8] {
    Array("``````\(language)\n".utf8) + bytes + Array("``````\n".utf8)
  }

  private static let folder = Repository.path + "/Tests/GrammarTests/Samples"

  /// The samples of all languages, by name.
  public static func all(lines: Int) throws -> [CodeSample] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { try read($0, lines: lines) }
  }

  /// - Throws: Where the language has no sample.
  public static func of(_ language: String, lines: Int) throws -> CodeSample {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    guard let file = files.first(where: { $0.hasPrefix(language + ".") }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return try read(file, lines: lines)
  }

  private static func read(_ file: String, lines: Int) throws -> CodeSample {
    let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
    return CodeSample(
      language: String(file.prefix { $0 != "." }),
      fileExtension: String(file.drop { $0 != "." }.dropFirst()), lines: repeated(text, lines: lines))
  }

  private static func repeated(_ text: String, lines count: Int) -> [String] {
    var source = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if source.last == "" { source.removeLast() }
    return (0..<count).map { source[$0 % source.count] }
  }

  /// JavaScript as a minifier leaves it: one line of at least so many bytes.
  public static func minified(bytes count: Int) -> String {
    let statement =
      #"var a=function(b,c){if(b>c){return b*c+"s"+/re[a-z]/g.test(c)}else{for(var i=0;i<10;i++){d.push({x:i,y:[1,2,3]})}}};"#
    return String(repeating: statement, count: count / statement.utf8.count + 1)
  }
}
