internal import RunFormatters

extension LinkPolicy {
  /// Takes what a request says of the addresses of images and links; problems stay in the reader.
  init(_ reader: inout MemberReader, ceiling: Ceiling) {
    self.init()
    self.ceiling = ceiling
    images = reader.addresses("imagesFrom")
    if let targets = reader.addresses("linksTo") { self.targets = targets }
    imageProxy = reader.string("imageProxy") {
      AddressTemplate($0) == nil ? "must be an address with {url} in its path or query" : nil
    }.flatMap(AddressTemplate.init)
    base = reader.string("baseURL") {
      BaseAddress($0) == nil ? "must be an address such as https://example.org/docs/" : nil
    }.flatMap(BaseAddress.init)
  }
}

extension MemberReader {
  /// A set of addresses: `none`, `same`, `all` or a list with commas.
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
