/// The version of the command line tool.
enum Version {
  static let current = "0.1.0"
}
