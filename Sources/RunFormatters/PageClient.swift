/// The browser client: an ES module that shows streams of HTML patches, together with the page scripts.
///
/// ```swift
/// sink.append(PageClient.module)  // served as /client/ilsrender.js
/// ```
public enum PageClient {
  /// The module in UTF-8. It defines `<ils-stream>` and makes the buttons of code and messages work.
  public static var module: [UInt8] {
    [PackageResources.document_js, PackageResources.conversation_js].flatMap {
      $0.dropLast() + Array(";\n".utf8)
    }
      + PackageResources.ilsrender_js
  }

  /// The module's TypeScript declarations in UTF-8.
  public static var declarations: [UInt8] { PackageResources.ilsrender_d_ts }
}
