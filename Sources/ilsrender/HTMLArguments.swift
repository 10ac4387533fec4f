internal import ArgumentParser

/// The options that matter to HTML only.
struct HTMLArguments: ParsableArguments {
  @Flag(help: "A whole page with its stylesheet instead of a fragment.")
  var standalone = false

  @Flag(help: "HTML exactly as the GFM specification prints it: no classes, no highlighting.")
  var bare = false

  @Flag(help: "Let raw HTML and any link through. Only for text that you trust.")
  var unsafeHtml = false
}
