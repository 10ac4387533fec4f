internal import ArgumentParser
internal import Rendering
internal import TextMate

/// `ilsrender detect`: prints the languages of files.
struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Say in which language code is written: a JSON object for each file.",
    usage: "ilsrender detect [<options>] [<file> ...]",
    discussion: """
      Without FILE, or where FILE is -, standard input is read. What counts, in this
      order: the file's name, an interpreter after #!, a mode line of Vim or Emacs,
      the content. Prose, logs and what is not clear are "plain"; "second" is the
      next best guess, or null.

      EXAMPLES
        ilsrender detect main.c notes.txt
        pbpaste | ilsrender detect
        ilsrender detect --content-only *.txt      whatever the files are called

      EXIT STATUS
        0 every file was read; 1 one could not be; 2 the command line is wrong.
      """)

  @Flag(help: "Do not look at the files' names.")
  var contentOnly = false

  @Option(help: .hidden) var featuresWithModel: String?
  @Option(help: .hidden) var featuresOfWords: String?

  @Argument(help: "Files to look at; - is standard input.", completion: .file())
  var file: [String] = []

  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    if let featuresOfWords { return try printFeatures(ofWords: featuresOfWords) }
    if let featuresWithModel { return try printFeatures(model: featuresWithModel) }
    let detector = try data.catalog().detector
    guard detector.canJudgeContent else {
      throw Failure.input("cannot read grammars/detection.model of the installation; is it complete?")
    }
    var output = JSONOutput()
    var failure: Failure?
    let names = file.isEmpty ? ["-"] : file
    for name in names {
      let bytes: [UInt8]
      do {
        bytes = try Input.read(name)
      } catch let error as Failure {
        // The other files are still processed.
        StandardError.write("ilsrender: \(error.message)")
        failure = error
        continue
      }
      let isNamed = !contentOnly && name != "-"
      let detection = detector.detect(bytes, fileName: isNamed ? name : nil)
      output.append(raw: "{")
      if names.count > 1 {
        output.append(raw: #""file": "#)
        output.append(string: name)
        output.append(raw: ", ")
      }
      output.append(raw: #""language": "#)
      output.append(string: detection.language.rawValue)
      output.append(raw: #", "confidence": \#(Self.twoPlaces(detection.confidence)), "second": "#)
      if let second = detection.second {
        output.append(string: second.rawValue)
      } else {
        output.append(raw: "null")
      }
      output.append(raw: #", "evidence": "\#(detection.evidence.rawValue)"}"# + "\n")
    }
    try StandardOutput.write(output.bytes)
    if let failure { ProcessExit.exit(failure.status) }
  }

  private static func twoPlaces(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }

  /// Prints the feature of each word in the file at `path`, one per line. `scripts/detection/train.py` uses
  /// the output.
  private func printFeatures(ofWords path: String) throws {
    let words = try Input.read(path).split(separator: UInt8(ascii: "\n"))
    let output = words.map { "\(LanguageDetector.feature(ofWord: $0))\n" }.joined()
    try StandardOutput.write(Array(output.utf8))
  }

  /// Prints a line for each NUL-terminated text on standard input: `hash:count` of each feature, a bar, and
  /// `language:score` of the scores that are not learned. The model provides the vocabulary.
  /// `scripts/detection/train.py` uses the output.
  private func printFeatures(model path: String) throws {
    let detector = LanguageDetector(languages: try data.catalog().languages, modelFile: path)
    for text in try Input.read("-").split(separator: 0, omittingEmptySubsequences: false).dropLast() {
      let evidence = Array(text).withUnsafeBufferPointer { detector.evidence(in: $0) }
      let features = evidence.features.map { "\($0.hash):\($0.count)" }.joined(separator: " ")
      let offsets = evidence.offsets.map { " \($0.language.rawValue):\($0.score)" }.joined()
      try StandardOutput.write(Array("\(features) |\(offsets)\n".utf8))
    }
  }
}
