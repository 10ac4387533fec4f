import Testing
import TextMate

@Suite("The registry of languages")
struct LanguagesRegistryTests {
  private let registry = LanguageRegistry([
    Language(
      id: "cpp", name: "C++", aliases: ["c++", "cc"], extensions: [".cpp", ".C", ".h"], scope: "source.cpp"),
    Language(id: "c", name: "C", extensions: [".c", ".h"], scope: "source.c"),
    Language(id: "r", name: "R", extensions: [".r"]),
    Language(
      id: "python", name: "Python", aliases: ["py"], extensions: [".py"], filenames: ["SConstruct"],
      shebangs: ["python"], firstLine: "^#.*coding:"),
    Language(id: "docker", name: "Dockerfile", filenames: ["Dockerfile", "Dockerfile.*"]),
    Language(id: "blade", name: "Blade", extensions: [".blade.php"]),
    Language(id: "php", name: "PHP", extensions: [".php"]),
    Language(
      id: "shellscript", name: "Shell", aliases: ["sh", "bash"], extensions: [".sh"],
      shebangs: ["sh", "bash"]),
  ])

  @Test(
    "names in any case, aliases and extensions",
    arguments: [
      ("cpp", "cpp"), ("C++", "cpp"), ("CC", "cpp"), ("c", "c"), ("h", "c"), (".py", "python"),
      ("PYTHON", "python"), ("Shell", "shellscript"), ("bash", "shellscript"), ("R", "r"), ("nope", nil),
      ("", nil),
    ] as [(String, LanguageID?)])
  func languagesAreFoundByEveryName(name: String, id: LanguageID?) {
    #expect(registry.language(named: name)?.id == id)
  }

  @Test(
    "files",
    arguments: [
      ("a/b/x.cpp", "cpp"), ("x.C", "cpp"), ("x.c", "c"), ("x.h", "c"), ("SConstruct", "python"),
      ("dir/dockerfile", "docker"), ("Dockerfile.dev", "docker"), ("v.blade.php", "blade"),
      ("v.x.php", "php"),
      ("v.PHP", "php"), (".py", nil), ("x", nil), ("x.", nil), ("", nil),
      // Each dot of a name was looked up, with all that follows it.
      (String(repeating: ".", count: 252) + ".py", "python"),
      (String(repeating: ".", count: 253) + ".py", nil),
    ] as [(String, LanguageID?)])
  func languagesAreFoundByFileName(path: String, id: LanguageID?) {
    #expect(registry.language(forFile: path)?.id == id)
  }

  @Test(
    "first lines",
    arguments: [
      ("#!/usr/bin/python", "python"), ("#!/usr/bin/env python3.11", "python"),
      ("#! /usr/bin/env -S LANG=C python3 -u", "python"), ("#!/bin/bash -e", "shellscript"),
      ("#!/bin/unknown", nil), ("#!", nil), ("#!/usr/bin/env", nil), ("python", nil),
      ("# -*- coding: utf-8", "python"),
    ] as [(String, LanguageID?)])
  func languagesAreFoundByFirstLine(line: String, id: LanguageID?) {
    #expect(registry.language(forFirstLine: line)?.id == id)
  }

  @Test(
    "close matches", arguments: [("pyhton", "python"), ("dokcer", "docker"), ("shellscr", "shellscript")])
  func misspelledNamesHaveCloseMatches(name: String, match: String) {
    #expect(registry.closestMatches(to: name).first == match)
  }

  @Test("of each language one name is close, and short names must be closer")
  func eachLanguageIsSuggestedOnce() {
    let registry = LanguageRegistry([
      Language(id: "swift", name: "Swift", aliases: ["swift5", "swi"], scope: "source.swift"),
      Language(id: "cobol", name: "COBOL", aliases: ["cob"], scope: "source.cobol"),
    ])
    #expect(registry.closestMatches(to: "swfit") == ["swift"])
    #expect(registry.closestMatches(to: "foo").isEmpty)
    #expect(registry.closestMatches(to: "cop") == ["cob"])
  }

  @Test(
    "nothing is close to nonsense", arguments: ["qqqqqqqqqq", "", String(repeating: "x", count: 100_000)])
  func nonsenseHasNoCloseMatches(name: String) {
    #expect(registry.closestMatches(to: name).isEmpty)
  }

  @Test("contributions to one language add up, the later grammar counts")
  func contributionsToOneLanguageAreMerged() {
    let merged = LanguageRegistry([
      Language(id: "c", name: "C", aliases: ["see"], extensions: [".c"], scope: "source.c"),
      Language(id: "c", name: "c", extensions: [".c", ".i"], scope: "source.better"),
    ])
    #expect(merged.all.count == 1)
    #expect(merged["c"]?.name == "C")
    #expect(merged["c"]?.extensions == [".c", ".i"])
    #expect(merged.language(named: "see")?.scope == "source.better")
  }
}
