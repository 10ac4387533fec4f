/// The browser client: an ES module that shows streams of HTML patches, together with the page scripts.
///
/// ```swift
/// sink.append(PageClient.module)  // served as /client/ilsrender.js
/// ```
public enum PageClient {
  /// The module in UTF-8, without the comments and the indentation of its source. It defines `<ils-stream>` and
  /// makes the buttons of code and messages work.
  public static let module: [UInt8] = {
    let scripts = [PackageResources.document_js, PackageResources.conversation_js].flatMap {
      $0.dropLast() + Array(";\n".utf8)
    }
    return Array("// Described in docs/patches.md of ilsrender; its source has comments.\n".utf8)
      + withoutComments(scripts + PackageResources.ilsrender_js)
  }()

  /// The module's TypeScript declarations in UTF-8.
  public static var declarations: [UInt8] { PackageResources.ilsrender_d_ts }

  /// Removes comment lines and the indentation of lines.
  ///
  /// Every comment of the source begins a line and ends one, and no string literal has several lines.
  private static func withoutComments(_ source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isComment = false
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      let begins = line.starts(with: "/**".utf8)
      if isComment || begins {
        isComment = !line.suffix(2).elementsEqual("*/".utf8)
        continue
      }
      guard !line.starts(with: "//".utf8) else { continue }
      result += line
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
