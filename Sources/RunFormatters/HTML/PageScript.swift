/// A script for pages, embedded from `Pages`. All content is readable without it.
struct PageScript: Sendable {
  /// The file without its last line end.
  let source: ArraySlice<UInt8>
  /// The SHA-256 digest of the source for a content security policy. A test verifies it.
  let digest: String

  /// The script of every page.
  static let document = PageScript(
    source: PackageResources.document_js.dropLast(),
    digest: "sha256-03JuD/IqMFpEtefphq7rtW7k50fq/aktftgDLpa83sc=")

  /// The additional script of pages with conversations.
  static let conversation = PageScript(
    source: PackageResources.conversation_js.dropLast(),
    digest: "sha256-oMxYmDp8BbaLlbQ5E8mW8Mn0syI25r+9+jbp9XD20NI=")
}
