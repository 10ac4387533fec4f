internal import CLibrary
internal import TextMate

/// The folder with the `grammars` and `themes` of the program.
///
/// An installed binary finds the folder at `../share/ilsrender`. A binary in a build folder finds the
/// checkout around it.
///
/// ```swift
/// let catalog = Catalog(data: DataFolder(path: "/usr/share/ilsrender"))
/// ```
public struct DataFolder: Hashable, Sendable {
  public var path: String

  public init(path: String) {
    self.path = path
  }

  public var grammars: String { path + "/grammars" }
  public var themes: String { path + "/themes" }

  /// The model for language detection; nil if it is missing.
  var detectionModel: [UInt8]? { try? FileBytes.read(grammars + "/detection.model") }

  /// Finds the folder for this process: the path in `ILSRENDER_DATA`, or a folder near the executable.
  ///
  /// - Returns: nil if there is no such folder.
  public static func find() -> DataFolder? {
    if let stated = getenv("ILSRENDER_DATA"), stated.pointee != 0 {
      return DataFolder(path: String(cString: stated))
    }
    guard let executable = executablePath() else { return nil }
    return find(fromExecutable: executable)
  }

  /// Finds the folder for an executable.
  ///
  /// - Parameter path: An absolute path without symbolic links.
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

  /// The path of this process's executable, as the system reports it.
  static var executable: String? {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments.first
    #endif
  }

  private static func executablePath() -> String? {
    guard let name = executable else { return nil }
    guard let resolved = realpath(name, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
