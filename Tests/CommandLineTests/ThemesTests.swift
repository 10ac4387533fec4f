import Foundation
import Testing

@Suite("What the filter prints of its themes")
struct ThemesTests {
  /// Classes that a stylesheet names.
  private func classes(in stylesheet: String) -> Set<String> {
    Set(stylesheet.matches(of: /\.(ils-[a-z0-9-]+)/).map { String($0.1) })
  }

  /// Classes of the elements of HTML.
  private func classes(of html: String) -> Set<String> {
    Set(
      html.matches(of: /class="([^"]*)"/).flatMap { $0.1.split(separator: " ").map(String.init) }
        .filter { $0.hasPrefix("ils-") })
  }

  /// A conversation with a question, thinking, calls of tools that succeed and fail, and an answer.
  private let conversation = """
    {"messages":[{"role":"user","content":"Why?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."},
    {"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls"}}]},{"role":"user","content":[
    {"type":"tool_result","tool_use_id":"a","content":"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9"}]},
    {"role":"assistant","content":"Because."}]}
    """

  /// A fragment of a conversation needs no rule that the printed stylesheet lacks.
  @Test(arguments: ["paper", "paper,obsidian"]) func theStylesheetIsForConversationsToo(_ themes: String)
    throws
  {
    let sheet = try Program().run(["themes", "--css", themes])
    #expect(sheet.status == 0, "\(sheet.errors)")
    let fragment = try Program().run(
      ["--input", "messages", "--format", "html", "--theme", themes], input: conversation)
    #expect(fragment.status == 0, "\(fragment.errors)")
    for name in ["ils-chat", "ils-user", "ils-bubble", "ils-tool", "ils-thinking", "ils-rest", "ils-output"] {
      #expect(classes(of: fragment.output).contains(name))
    }
    // Names that are there for scripts and for people who write rules of their own.
    let unstyled: Set = ["ils-copy", "ils-md", "ils-all", "ils-open-all", "ils-assistant", "ils-text"]
    let missing = classes(of: fragment.output).subtracting(classes(in: sheet.output)).subtracting(unstyled)
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// The printed script shows the buttons of code and those of messages.
  @Test func theClientIsAModuleWithTheScriptInIt() throws {
    let script = try Program().run(["themes", "--script"]).output
    let client = try Program().run(["themes", "--client"]).output
    #expect(client.contains("customElements.define(\"ils-stream\""))
    #expect(client.contains(script))
  }

  @Test func theScriptIsForConversationsToo() throws {
    let script = try Program().run(["themes", "--script"])
    #expect(script.status == 0, "\(script.errors)")
    for name in [".ils-copy", ".ils-theme", ".ils-md", ".ils-all"] { #expect(script.output.contains(name)) }
    // Two functions called one behind the other: the first must not get the second as its argument.
    #expect(script.output.matches(of: /\}\)\(\);\n/).count == 2)
  }
}
