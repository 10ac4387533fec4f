internal import HTTPTypes
internal import Hummingbird
internal import RunFormatters

/// The routes `/`, a page for writing and watching streams, and `/client/`, a module that shows streams in
/// any page.
struct ViewerRoutes: Sendable {
  let core: ServiceCore
  private let bodies = FixedBodies()

  init(core: ServiceCore) { self.core = core }

  private struct ViewerFile: Sendable {
    var path: String
    var type: String
    var bytes: @Sendable () -> [UInt8]
  }

  /// The files that pages of any site can load.
  private static let client = [
    ViewerFile(path: "/client/ilsrender.js", type: "text/javascript; charset=utf-8") { PageClient.module },
    ViewerFile(path: "/client/ilsrender.d.ts", type: "text/plain; charset=utf-8") { PageClient.declarations },
  ]

  private static let viewer = [
    ViewerFile(path: "/", type: "text/html; charset=utf-8") { PackageResources.viewer_html },
    ViewerFile(path: "/viewer.css", type: "text/css; charset=utf-8") { PackageResources.viewer_css },
    ViewerFile(path: "/viewer.js", type: "text/javascript; charset=utf-8") { PackageResources.viewer_js },
  ]

  /// The content security policy: scripts, styles, requests and images come only from the service. Style
  /// attributes are allowed, because the formatter writes them for line numbers and for the colours of tool
  /// output. The formatter removes the style attributes of raw HTML.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; "
    + "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  var routes: [Route] {
    (Self.client + (core.configuration.hasViewer ? Self.viewer : [])).map { file in
      Route(.get, file.path, access: .open) { request, _ in
        let body = try await bodies.body(file.path) { file.bytes() }
        var response = body.response(to: request, type: file.type)
        if file.path == "/" { response.headers[.contentSecurityPolicy] = Self.policy }
        return response
      }
    }
  }
}
