import ArgumentParser

/// What people ask first of a renderer's speed: a table, plots, how cost grows, what memory it takes.
@main
struct Report: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Measures ilsrender and says what it found.",
    discussion: """
      Examples:
        swift run -c release report headline                   500 lines of each language, cold and warm
        swift run -c release report headline --passes 5 --check   the same in short; fails past 200 ms
        swift run -c release report growth --check             how cost grows with size
        swift run -c release report leaks                      what sessions and grammars leave behind
        swift run -c release report session-memory             what sessions keep, as a multiple of their text
        swift run -c release report sessions                   a thousand sessions side by side, in real time
        swift run -c release report formats                    how fast each formatter writes
        swift run -c release report service                    requests and streams of ilsrenderd
        swift run -c release report write results/local        all of it as Markdown, JSON and SVG
      """,
    subcommands: [
      Headline.self, Growth.self, Formats.self, Service.self, Memory.self, Leaks.self, SessionMemory.self,
      SideBySide.self,
      Write.self,
      Redraw.self, Inputs.self,
      Cold.self,
    ],
    defaultSubcommand: Headline.self)
}
