internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response
  {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
