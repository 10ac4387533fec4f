internal import HTTPTypes
internal import Hummingbird

/// The route `/openapi.yaml`, which describes all routes.
struct OpenAPIRoute: Sendable {
  private let body = FixedBodies.FixedBody(PackageResources.openapi_yaml)

  var routes: [Route] {
    [
      Route(.get, "/api/v1/openapi.yaml", access: .open) { request, _ in
        body.response(to: request, type: "application/yaml; charset=utf-8")
      }
    ]
  }
}
