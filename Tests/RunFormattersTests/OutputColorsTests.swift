import Foundation
import StyledRuns
import Testing

@testable import RunFormatters

/// Colours that programs ask for exactly, as pages in several themes show them.
@Suite struct OutputColorsTests {
  private static let light = SampleThemes.light()
  private static let dark = SampleThemes.dark()

  /// Corners and edges of the cube of colours, and greys.
  private static let colors: [Color] = {
    let levels: [UInt8] = [0, 95, 175, 255]
    return levels.flatMap { red in
      levels.flatMap { green in levels.map { Color(red: red, green: green, blue: $0) } }
    }
  }()

  /// The colours of a declaration in a light theme and in a dark one.
  private func shown(_ declaration: String?) throws -> (light: Color, dark: Color) {
    let declaration = try #require(declaration)
    let found = declaration.matches(of: /#[0-9a-f]{6}/).map { Color(hex: String($0.output)) }
    #expect(found.count == (declaration.contains("light-dark") ? 3 : 1))
    return (try #require(found.count == 3 ? found[1] : found[0]), try #require(found.last ?? nil))
  }

  @Test func textOfAnyColorCanBeRead() throws {
    for color in Self.colors {
      let (light, dark) = try shown(
        OutputColors([Self.light, Self.dark]).declaration(.exact(color), on: nil, isFaint: false))
      #expect(Contrast.ratio(light, Self.light.palette.color(of: .tool)) >= 4.5, "\(color.hex)")
      #expect(Contrast.ratio(dark, Self.dark.palette.color(of: .tool)) >= 4.5, "\(color.hex)")
    }
  }

  @Test func textOnAnyColorCanBeRead() throws {
    let inks: [OutputStyle.OutputInk?] = [
      nil, .palette(1), .palette(11), .exact(Color(red: 255, green: 255, blue: 0)),
    ]
    for background in Self.colors {
      for ink in inks {
        for isFaint in [false, true] {
          let (light, dark) = try shown(
            OutputColors([Self.dark, Self.light]).declaration(ink, on: .exact(background), isFaint: isFaint))
          #expect(Contrast.ratio(light, background) >= 4.5, "\(background.hex)")
          #expect(Contrast.ratio(dark, background) >= 4.5, "\(background.hex)")
        }
      }
    }
  }

  /// The sixteen colours on each other, as the stylesheet mixes them: 45 % of the colour, and 26 % behind it.
  @Test(arguments: [light, dark], [0, 0.6]) func colorsOfATerminalCanBeReadOnEachOther(
    _ sheet: StyleSheet, faded: Double
  ) {
    var palette = sheet.palette
    palette.text = Contrast.mix(palette.text, palette.background, share: faded)
    let text = OutputColors.textOnColor(in: palette)
    for index in UInt8(0)..<8 {
      let ink = Contrast.mix(text, OutputColors.color(index, in: palette), share: 0.45)
      for other in [
        palette.mutedText, palette.error, palette.success, palette.warning, palette.link, palette.important,
      ] {
        let background = Contrast.mix(palette.color(of: .tool), other, share: 0.26)
        #expect(Contrast.ratio(text, background) >= 4.5)
        #expect(Contrast.ratio(ink, background) >= 4.5, "\(index) on \(other.hex)")
      }
    }
  }

  @Test func aColorThatCanBeReadIsShownAsItIs() {
    let orange = Color(red: 255, green: 135, blue: 0)
    #expect(OutputColors([Self.dark]).declaration(.exact(orange), on: nil, isFaint: false) == "color:#ff8700")
    #expect(OutputColors([]).declaration(.exact(orange), on: nil, isFaint: false) == "color:#ff8700")
    #expect(OutputColors([]).declaration(nil, on: .exact(orange), isFaint: false) == nil)
  }

  /// A program that swaps text and background means both of its colours.
  @Test(arguments: HTMLFormatter.Styling.allCases) func inverseTextStandsOnItsColor(
    _ styling: HTMLFormatter.Styling
  ) {
    let navy = Color(red: 0, green: 0, blue: 95)
    let style = OutputStyle(foreground: .exact(navy), attributes: .inverse)
    let line = OutputLine(text: "swapped", runs: [OutputRun(length: 7, style: style)])
    let call = ToolCall(
      head: ToolCall.ToolCallHead(id: "1", name: "Bash", state: .done),
      output: ToolOutput(text: OutputText(lines: [line])))
    var message = Message(head: Message.MessageHead(role: .assistant))
    message.parts = [MessagePart(content: .toolCall(call), isFinished: true)]
    var options = HTMLOptions()
    options.styling = styling
    let html = String(
      decoding: HTMLFormatter(options: options).format(
        Conversation(messages: [message]), sheets: [Self.light, Self.dark]), as: UTF8.self)
    #expect(html.contains("background:#00005f;color:#"), "\(html)")
  }
}
