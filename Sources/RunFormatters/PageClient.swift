/// The browser client: an ES module that shows streams of HTML patches in pages, with the scripts of pages in it.
///
///     sink.append(PageClient.module)   // served as /client/ilsrender.js
public enum PageClient {
  /// The module, as UTF-8. It defines `<ils-stream>`, and the buttons of code and messages work with it.
  public static var module: [UInt8] {
    [PackageResources.document_js, PackageResources.conversation_js].flatMap {
      $0.dropLast() + Array(";\n".utf8)
    }
      + PackageResources.ilsrender_js
  }

  /// The module's TypeScript declarations, as UTF-8.
  public static var declarations: [UInt8] { PackageResources.ilsrender_d_ts }
}
