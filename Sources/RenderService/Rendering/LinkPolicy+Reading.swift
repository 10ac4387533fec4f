internal import RunFormatters

extension LinkPolicy {
  /// Decodes the options for the addresses of images and links. Errors are collected in the decoder.
  init(_ decoder: inout RequestDecoder, ceiling: Ceiling) {
    self.init()
    self.ceiling = ceiling
    images = decoder.addresses("imagesFrom")
    if let targets = decoder.addresses("linksTo") { self.targets = targets }
    imageProxy = decoder.string("imageProxy") {
      AddressTemplate($0) == nil ? "must be an address with {url} in its path or query" : nil
    }.flatMap(AddressTemplate.init)
    base = decoder.string("baseURL") {
      BaseAddress($0) == nil ? "must be an address such as https://example.org/docs/" : nil
    }.flatMap(BaseAddress.init)
  }
}

extension RequestDecoder {
  /// Decodes a set of addresses: `none`, `same`, `all` or a comma-separated list.
  fileprivate mutating func addresses(_ name: String) -> AddressSet? {
    let text = string(name) { text in
      do throws(InvalidAddresses) {
        _ = try AddressSet(text)
        return nil
      } catch {
        return error.description
      }
    }
    return text.flatMap { try? AddressSet($0) }
  }
}
