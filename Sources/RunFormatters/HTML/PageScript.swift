/// A script of pages, embedded from `Pages` and kept small: everything can be read without it.
struct PageScript: Sendable {
  /// The file without its last line end.
  let source: ArraySlice<UInt8>
  /// The SHA-256 of the source, as a content security policy names it; a test computes it anew.
  let digest: String

  /// The script of every page.
  static let document = PageScript(
    source: PackageResources.document_js.dropLast(),
    digest: "sha256-Dym8Mn8iaA8apXjOBmbKh2umUz5UniiqSHkvzisF9W4=")

  /// The functions that a page with a conversation has besides.
  static let conversation = PageScript(
    source: PackageResources.conversation_js.dropLast(),
    digest: "sha256-oMxYmDp8BbaLlbQ5E8mW8Mn0syI25r+9+jbp9XD20NI=")
}
