extension ServiceConfiguration {
  /// The text that `ilsrenderd --help` prints.
  public static var help: String {
    var text = """
      Renders markdown and code over HTTP, with streams that survive a lost connection.

      USAGE: ilsrenderd [--config FILE] [--NAME VALUE ...]

      Each setting is a flag, a variable of the environment (--max-body-bytes is ILSRENDERD_MAX_BODY_BYTES)
      or a member of the JSON file that --config names; the first of these that has it counts.

      EXAMPLES
        ilsrenderd                                       on 127.0.0.1:9090
        ilsrenderd --port 8080 --log-level debug
        ILSRENDERD_API_KEYS=s3cret ilsrenderd --host 0.0.0.0
        curl -d '# Hello' -H 'Content-Type: text/markdown' localhost:9090/api/v1/render

      SETTINGS

      """
    text += row("--config", "A JSON file with settings.", "")
    for setting in Setting.all { text += row("--" + setting.name, setting.help, setting.defaultValue) }
    text += row("--version", "Print the version.", "")
    text += row("--help", "Print this.", "")
    text += """

      SIGTERM and SIGINT end it once readers have what is there, and after drain-seconds and grace-seconds in any
      case. SIGHUP has it read keys and certificates anew. Exit status: 0 ended in order; 1 it could not start, or
      something had to be broken off; 2 a setting is wrong.

      """
    return text
  }

  private static func row(_ name: String, _ help: String, _ defaultValue: String) -> String {
    let padding = String(repeating: " ", count: max(1, 28 - name.count))
    return "  \(name)\(padding)\(help)\(defaultValue.isEmpty ? "" : " [\(defaultValue)]")\n"
  }
}
