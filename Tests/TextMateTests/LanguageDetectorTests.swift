import Foundation
import Testing

@testable import TextMate

@Suite struct LanguageDetectorTests {
  static let grammars = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "grammars").path()
  static let languages = GrammarLibrary(folders: [grammars]).languages
  static let detector = LanguageDetector(
    languages: languages, modelFile: grammars + "/detection.model")

  static func detect(_ text: String, file: String? = nil) -> LanguageDetector.Detection {
    detector.detect(Array(text.utf8), fileName: file)
  }

  // MARK: What texts and files say of themselves

  @Test(arguments: [
    ("main.c", "c"), ("a/b/Makefile", "make"), ("Dockerfile", "docker"), ("x.test.ts", "typescript"),
    ("CMakeLists.txt", "cmake"), ("style.SCSS", "scss"), (".htaccess", "apache"), ("lib.rs", "rust"),
  ])
  func theNameOfAFileDecides(name: String, language: String) {
    let found = Self.detect("#!/usr/bin/env python3\nprint('x')\n", file: name)
    #expect(found.language.rawValue == language)
    #expect(found.evidence == .fileName)
    #expect(found.confidence == 1)
  }

  @Test(arguments: [
    ("#!/bin/sh\nls", "shellscript"), ("#!/usr/bin/env python3\nx", "python"),
    ("#!/usr/bin/perl -w\n1;", "perl"),
    ("#!/usr/bin/env -S ruby -w\nx", "ruby"), ("#!/usr/bin/env node\nx", "javascript"),
    ("#!/usr/bin/env fish\nx", "fish"),
  ])
  func shebangDecidesTheLanguage(text: String, language: String) {
    let found = Self.detect(text, file: "script")
    #expect(found.language.rawValue == language)
    #expect(found.evidence == .shebang)
  }

  @Test(arguments: [
    ("# vim: set ft=ruby:\nx", "ruby"), ("// vi: syntax=cpp ts=4\nx", "cpp"),
    ("/* -*- mode: C++; tab-width: 2 -*- */\nx", "cpp"), (";; -*- emacs-lisp -*-\nx", "emacs-lisp"),
    ("a\nb\nc\nd\ne\nf\ng\n# vim:filetype=yaml\n", "yaml"),
    ("# -*- coding: utf-8; mode: python -*-\n", "python"),
  ])
  func modeLineDecidesTheLanguage(text: String, language: String) {
    let found = Self.detect(text)
    #expect(found.language.rawValue == language)
    #expect(found.evidence == .modeline)
  }

  @Test(arguments: [
    "vim: is an editor", "see ex: one", "-*- -*-", "-*-", "# vim: ft=", "# vim: ft=nosuchlanguage",
    "my vim:ft", "-*- mode: -*-", "nvim:ft=c is glued to a word",
  ])
  func whatOnlyLooksLikeAModeLineIsNone(text: String) {
    #expect(Self.detect(text).evidence == .content)
  }

  @Test func aModeLineInTheMiddleOfALongTextIsNotLookedFor() {
    let lines = Array(repeating: "Nobody in the house had heard of it, and nobody asked.", count: 200)
    let text = (lines + ["# vim: ft=ruby"] + lines).joined(separator: "\n")
    #expect(Self.detect(text).language == LanguageDetector.plain)
  }

  // MARK: Content

  @Test func snippetsAreWhatTheyAre() {
    var wrong: [String] = []
    for (language, text) in DetectionSnippets.all {
      let found = Self.detect(text)
      if found.language.rawValue != language { wrong.append("\(language): \(found)") }
    }
    #expect(wrong.count <= DetectionSnippets.all.count / 20, "\(wrong.joined(separator: "\n"))")
  }

  @Test func proseAndLogsAreNeverALanguage() {
    for (language, text) in DetectionSnippets.all where language == "plain" {
      #expect(Self.detect(text).language == LanguageDetector.plain, "\(text)")
    }
  }

  @Test func beginningsOfFilesAreWhatTheyAre() {
    for (language, text) in DetectionFiles.all {
      let found = Self.detect(text)
      #expect(found.language.rawValue == language, "\(found)")
    }
  }

  @Test func commandOutputAndLettersAreNeverALanguage() {
    for text in DetectionFiles.plain {
      let found = Self.detect(text)
      #expect(found.language == LanguageDetector.plain, "\(found): \(text)")
    }
  }

  @Test(arguments: [
    ("/*", " * ", " */"), ("/**", "   ", "*/"), ("//", "// ", "//"), ("/*", "", "*/"),
  ])
  func whatALongHeaderSaysIsNoCode(opening: String, before: String, closing: String) {
    let words = [
      "This file is part of the tables; see the handbook, section 4 (tides).",
      "def, end and begin are words like others, and so is import: nothing here is code;",
      "class of ships = the size that a berth is made for.",
    ]
    let lines = (0..<20).map { before + words[$0 % words.count] }
    let header = ([opening] + lines + [closing]).joined(separator: "\n") + "\n"
    let code = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n"
    #expect(Self.detect(header + code).language == "go")
    // Cut off inside the header there is nothing that could say more than that it is a comment.
    let cutOff = ([opening] + lines).joined(separator: "\n")
    #expect(Self.detect(cutOff).language == LanguageDetector.plain)
  }

  @Test func aProductInLispBeginsNoComment() {
    let code =
      "(define (area r)\n  (* 3 r r))\n\n(define (double f)\n  (lambda (x) (f (f x))))\n(* 2 (area 4))\n"
    #expect(Self.detect(code).language == "scheme")
  }

  @Test(arguments: [("", "json"), (",", "jsonc"), (", // the last one", "jsonc")])
  func aCommaBeforeAClosingBracketIsNotJSON(after: String, language: String) {
    let data = """
      {
        "name": "tides",
        "files": [
          "north.csv",
          "south.csv"\(after)
        ],
        "strict": true,
        "columns": { "height": 2, "time": 1 }\(after)
      }

      """
    #expect(Self.detect(data).language.rawValue == language)
  }

  @Test(arguments: [
    ("# app.py", "python"), ("# src/app.py", "python"), ("# app.zip", "plain"),
    ("# see app.py there", "plain"),
  ])
  func aFirstCommentThatIsAFilesNameSpeaksForItsLanguage(comment: String, language: String) {
    let code = "result = load(path)\nshow(result)\n"
    #expect(Self.detect(code).language == LanguageDetector.plain)
    #expect(Self.detect(comment + "\n" + code).language.rawValue == language)
  }

  @Test func aFilesNameBeforeProseMakesNoCodeOfIt() {
    let prose =
      "// notes.py\nThank you for the tables. Two of the columns seem to be swapped, as far as we can see.\n"
    #expect(Self.detect(prose).language == LanguageDetector.plain)
  }

  @Test(arguments: ["", " \n\t\n", "x", "42", "???", "\u{0}\u{1}\u{2}", "ok", "yes, thank you"])
  func whatSaysNothingIsPlain(text: String) {
    let found = Self.detect(text)
    #expect(found.language == LanguageDetector.plain)
    #expect(found.evidence == .content)
  }

  @Test func confidenceIsAProbabilityAndTheSecondAnotherLanguage() {
    for (_, text) in DetectionSnippets.all {
      let found = Self.detect(text)
      #expect((0...1).contains(found.confidence))
      #expect(found.second != found.language)
    }
  }

  @Test func theSameTextIsTheSameLanguageAfterAnyOther() {
    let fresh = DetectionSnippets.all.map { _, text in
      LanguageDetector(languages: Self.languages, modelFile: Self.grammars + "/detection.model")
        .detect(Array(text.utf8))
    }
    for (index, snippet) in DetectionSnippets.all.enumerated().reversed() {
      #expect(Self.detect(snippet.text) == fresh[index])
    }
  }

  @Test func bytesThatAreNoTextDoNoHarm() {
    var state: UInt64 = 1
    for length in [1, 2, 3, 7, 64, 300, 9000] {
      for _ in 0..<20 {
        let bytes = (0..<length).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(truncatingIfNeeded: state >> 33)
        }
        #expect((0...1).contains(Self.detector.detect(bytes).confidence))
      }
    }
    for (_, text) in DetectionSnippets.all {
      let bytes = Array(text.utf8)
      for end in stride(from: 0, to: bytes.count, by: 7) { _ = Self.detector.detect(Array(bytes[..<end])) }
    }
  }

  @Test func onlyABoundedPrefixIsLookedAt() {
    let code = "def f(x):\n    return x + 1\n\nprint(f(2))\n"
    let long = Array(String(repeating: code, count: 5000).utf8)
    let prefix = Array(long.prefix(SourceFeatures.maximumBytes))
    #expect(Self.detector.detect(long) == Self.detector.detect(prefix))
  }

  @Test func withoutItsFileContentIsPlain() {
    let detector = LanguageDetector(languages: Self.languages, modelFile: "/nowhere/detection.model")
    #expect(!detector.canJudgeContent)
    #expect(detector.detect(Array("package main\nfunc main() {}\n".utf8)).language == LanguageDetector.plain)
    #expect(detector.detect([], fileName: "x.go").language == "go")
  }

  @Test func aFileThatIsCutOffIsNoModel() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.grammars + "/detection.model")))
    #expect(bytes.count < 300_000)
    #expect(DetectionModel(bytes) != nil)
    for end in [0, 5, 11, 12, 40, 3000, bytes.count / 2, bytes.count - 1] {
      #expect(DetectionModel(Array(bytes[..<end])) == nil)
    }
  }

  @Test func everyLanguageOfTheModelHasAGrammar() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.grammars + "/detection.model")))
    let model = try #require(DetectionModel(bytes))
    for label in model.labels { #expect(Self.languages[label.language] != nil, "\(label.language)") }
  }
}

/// Short code of another project's detection tests, where the conformance data is there.
@Suite(
  .enabled(if: ConformanceData.root != nil, "skipped: no conformance data (ILSRENDER_CONFORMANCE)"))
struct LanguageDetectorConformanceTests {
  /// Folders there whose name stands for several of our languages.
  static let accepted: [String: Set<String>] = [
    "xml": ["xml", "html"], "ini": ["ini", "toml"], "verilog": ["verilog", "system-verilog"],
    "latex": ["latex", "tex"],
  ]

  @Test func nineteenOfTwentyAreRightAtFirstGuess() throws {
    var count = 0
    var mislabelled = 0
    var wrong: [String] = []
    for language in ConformanceData.files(in: "detect") {
      for file in ConformanceData.files(in: "detect/" + language) {
        let found = LanguageDetectorTests.detector.detect(
          try ConformanceData.bytes("detect/\(language)/\(file)"))
        count += 1
        if !(Self.accepted[language] ?? [language]).contains(found.language.rawValue) {
          wrong.append("\(language)/\(file): \(found)")
          if found.language != LanguageDetector.plain { mislabelled += 1 }
        }
      }
    }
    #expect(count > 50)
    #expect(mislabelled * 25 < count, "\(wrong.joined(separator: "\n"))")
    #expect(wrong.count * 20 <= count, "\(wrong.joined(separator: "\n"))")
  }
}
