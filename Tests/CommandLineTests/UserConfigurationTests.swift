import Foundation
import Testing

/// The user's options, when the output is no terminal: they are used only where that is asked for.
@Suite struct UserConfigurationTests {
  private static let code = "let x = 1\n"

  private func run(
    _ arguments: [String], config: String? = nil, options: String? = nil
  ) throws -> Program.Result {
    var result: Program.Result?
    try withFiles(["a.swift": Self.code]) { folder in
      var variables = ["ILSRENDER_OPTS": options ?? "", "XDG_CONFIG_HOME": folder]
      if let config {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/ilsrender", withIntermediateDirectories: true)
        try Data(config.utf8).write(to: URL(filePath: "\(folder)/ilsrender/config"))
      }
      if arguments.contains("$CONFIG") { variables["ILSRENDER_CONFIG"] = "\(folder)/nowhere" }
      let words = arguments.filter { $0 != "$CONFIG" }.map { $0.replacing("$FOLDER", with: folder) }
      result = try Program().run(words, variables: variables)
    }
    return try #require(result)
  }

  @Test func scriptsDoNotChange() throws {
    let plain = try run(["$FOLDER/a.swift"])
    let configured = try run(["$FOLDER/a.swift"], config: "--line-numbers\n", options: "--width 40")
    #expect(plain.output == configured.output)
    // A broken file is not even read.
    #expect(try run(["$FOLDER/a.swift"], config: "--nonsense").status == 0)
  }

  @Test(
    arguments: [
      ("--line-numbers", nil, "  1  let x = 1"), ("-n", nil, "  1  let x = 1"), (nil, "-n", "  1  let x = 1"),
      ("# comment\n\n  -n # more\n", nil, "  1  let x = 1"), ("--title 'a b'\n-n", nil, "  1  let x = 1"),
      ("-n", "--no-line-numbers", "\u{2502} let x = 1"), ("--plain-code", "--line-numbers", "  1  let x = 1"),
      ("-p \\\n-n", nil, "\n  1  let x = 1"),
    ] as [(String?, String?, String)])
  func configurationIsUsedWhereItIsAskedFor(_ config: String?, _ options: String?, _ shown: String) throws {
    let result = try run(["--config", "$FOLDER/a.swift"], config: config, options: options)
    #expect(result.errors.isEmpty)
    #expect(result.output.contains(shown), "\(result.output)")
  }

  @Test(
    arguments: [
      ("--nonsense", nil, "/ilsrender/config: Unknown option '--nonsense'"),
      ("a.swift", nil, "/ilsrender/config: 'a.swift' is no option"),
      ("--theme", nil, "the last option has no value"), ("--width", nil, "the last option has no value"),
      (nil, "--width 3", "ILSRENDER_OPTS: --width takes a number"),
      ("-n\n'x", nil, "/ilsrender/config: the quotation in line 2 has no end"),
    ] as [(String?, String?, String)])
  func mistakesNameTheirSource(_ config: String?, _ options: String?, _ says: String) throws {
    let result = try run(["--config", "$FOLDER/a.swift"], config: config, options: options)
    #expect(result.status == 2)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    // A mistake on the command line is not blamed on the configuration.
    let other = try run(["--config", "--bogus", "$FOLDER/a.swift"], config: "-n")
    #expect(!other.errors.contains("config:"))
  }

  /// The options are those of the filter: `help code` asks for help, and names no files for it.
  @Test func helpIsNoFileForTheFilter() throws {
    let result = try run(["help", "code", "--config"], config: "-n")
    #expect(result.status == 2)
    #expect(result.errors.contains("Unknown option '--config'"), "\(result.errors)")
  }

  @Test func aFileThatWasNamedMustExist() throws {
    let result = try run(["--config", "$CONFIG", "$FOLDER/a.swift"])
    #expect(result.status == 2)
    #expect(result.errors.contains("/nowhere: No such file"))
  }

  @Test func themesBesideTheFileAreFound() throws {
    try withFiles([:]) { folder in
      let themes = "\(folder)/ilsrender/themes"
      try FileManager.default.createDirectory(atPath: themes, withIntermediateDirectories: true)
      let theme =
        ##"{"name": "Mine", "type": "dark", "colors": {"editor.background": "#010203"}, "tokenColors": []}"##
      try Data(theme.utf8).write(to: URL(filePath: "\(themes)/mine.json"))
      let variables = ["XDG_CONFIG_HOME": folder]
      // A theme that is named is asked for.
      let named = try Program().run(
        ["--theme", "mine", "--format", "svg"], input: "x", variables: variables)
      #expect(named.output.contains("#010203"), "\(named.errors)")
      #expect(!(try Program().run(["themes"], variables: variables).output.contains("mine")))
    }
  }
}
