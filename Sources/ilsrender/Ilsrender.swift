import ArgumentParser

@main
struct Ilsrender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ilsrender", abstract: "Renders markdown to styled text or HTML.")
}
