internal import CLibrary

/// The folder that holds the `grammars` and `themes` which come with the program.
///
/// An installed binary has it at `../share/ilsrender`; a binary in a build folder finds the checkout around it.
public struct DataFolder: Hashable, Sendable {
  public var path: String

  public init(path: String) {
    self.path = path
  }

  public var grammars: String { path + "/grammars" }
  public var themes: String { path + "/themes" }

  /// The folder for this process: `ILSRENDER_DATA` where it is set, else found from the executable's own place;
  /// nil where there is none.
  public static func find() -> DataFolder? {
    if let stated = getenv("ILSRENDER_DATA"), stated.pointee != 0 {
      return DataFolder(path: String(cString: stated))
    }
    guard let executable = executablePath() else { return nil }
    return find(fromExecutable: executable)
  }

  /// The folder for an executable at `path`, an absolute path without symbolic links.
  static func find(fromExecutable path: String) -> DataFolder? {
    var folder = parent(of: path)
    let shared = parent(of: folder) + "/share/ilsrender"
    if isComplete(shared) { return DataFolder(path: shared) }
    while !folder.isEmpty {
      if isComplete(folder) { return DataFolder(path: folder) }
      folder = parent(of: folder)
    }
    return nil
  }

  private static func isComplete(_ folder: String) -> Bool {
    access(folder + "/grammars/index.json", R_OK) == 0 && access(folder + "/themes", R_OK) == 0
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func executablePath() -> String? {
    #if os(Linux)
      let name = "/proc/self/exe"
    #else
      guard let name = CommandLine.arguments.first else { return nil }
    #endif
    guard let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
