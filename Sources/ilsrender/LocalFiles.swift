internal import ArgumentParser
internal import RunFormatters
internal import CLibrary

/// The policy for links to files that a text names, from `--file-links`: `auto`, `none` or a template.
enum FileLinkChoice: ExpressibleByArgument, Equatable {
  case auto, none
  case template(String)

  init?(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "none": self = .none
    default:
      guard argument.contains("{path}"), argument.contains(":"),
        argument.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { return nil }
      self = .template(argument)
    }
  }
}

/// Finds the files that a text names in the document's folder, in the current folder, and below both.
struct LocalFiles: Sendable {
  private let folders: [String]
  private let template: String?
  private let host: String

  /// Creates a search in the folder of a document.
  ///
  /// - Parameters:
  ///   - file: The document; nil for standard input.
  ///   - template: An address with `{path}`, `{line}` and `{column}`; nil for `file:` addresses.
  init(besides file: String?, template: String?) {
    let folder = file.flatMap { name in name.lastIndex(of: "/").map { String(name[...$0]) } }
    var folders: [String] = []
    for candidate in [folder ?? ".", "."] {
      if let path = Self.resolved(candidate), !folders.contains(path) { folders.append(path) }
    }
    self.folders = folders
    self.template = template
    var name = [CChar](repeating: 0, count: 256)
    let hasName = gethostname(&name, name.count - 1) == 0
    host =
      hasName ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
  }

  /// Returns the address of a file; nil if there is no such file below the folders.
  func address(of place: FileLinks.FileReference) -> String? {
    guard let path = find(place.path) else { return nil }
    let encoded = Self.encoded(path)
    guard let template else { return "file://\(Self.encoded(host))\(encoded)" }
    var address = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      address += rest[..<start]
      rest = rest[start...]
      let values = [
        ("{path}", encoded), ("{line}", String(place.line ?? 1)), ("{column}", String(place.column ?? 1)),
      ]
      if let (name, value) = values.first(where: { rest.hasPrefix($0.0) }) {
        address += value
        rest = rest.dropFirst(name.count)
      } else {
        address.append(rest.removeFirst())
      }
    }
    return address + rest
  }

  private func find(_ name: String) -> String? {
    guard !name.isEmpty, name.utf8.count < Int(PATH_MAX), !name.utf8.contains(0) else { return nil }
    for folder in folders {
      guard let path = Self.resolved(name.hasPrefix("/") ? name : "\(folder)/\(name)") else { continue }
      if path.hasPrefix(folder == "/" ? folder : folder + "/") { return path }
    }
    return nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func encoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
