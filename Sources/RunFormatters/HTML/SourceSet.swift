extension LinkPolicy {
  /// Returns the `srcset` value with the images that may be loaded; nil if there are none.
  func sourceSet(in attributes: [HTMLAttribute]) -> String? {
    guard let text = attributes.first(where: { $0.name == "srcset" })?.value else { return nil }
    var sources: [String] = []
    var rest = text.utf8[...]
    while sources.count < 20 {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
      guard !rest.isEmpty else { break }
      var address = rest.prefix { $0 > 0x20 }
      rest = rest[address.endIndex...]
      var descriptor = rest[rest.startIndex..<rest.startIndex]
      if address.last == UInt8(ascii: ",") {
        while address.last == UInt8(ascii: ",") { address.removeLast() }
      } else {
        descriptor = rest.prefix { $0 != UInt8(ascii: ",") }
        rest = rest[descriptor.endIndex...]
      }
      guard let address = image(String(Substring(address))) else { continue }
      var sink = ByteSink()
      withUTF8(address) { sink.append(escapingAddress: $0, apostrophe: "'") }
      let source = String(decoding: sink.bytes, as: UTF8.self).replacing("&amp;", with: "&")
      let size = Substring(descriptor).trimmingPrefix { $0 == " " }.prefix { $0 != " " }
      let isSize = size.last.map { "wxh".contains($0) } == true && Double(size.dropLast()) != nil
      sources.append(isSize ? "\(source) \(size)" : source)
    }
    return sources.isEmpty ? nil : sources.joined(separator: ", ")
  }
}
