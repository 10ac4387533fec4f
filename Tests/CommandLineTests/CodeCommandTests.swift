import Foundation
import Testing

/// `ilsrender code`: the code blocks of documents and conversations.
@Suite struct CodeCommandTests {
  private static let document = """
    Text.

    ```swift title="x"
    let a = "<b>"

    ```

    - item
      > ```
      > \tindented
      > ```

        plain
    """

  private func run(_ arguments: String..., input: String = document) throws -> Program.Result {
    try Program().run(["code"] + arguments, input: input)
  }

  @Test(arguments: [("1", "let a = \"<b>\"\n\n"), ("2", "\tindented\n"), ("-1", "plain\n")])
  func aBlockIsPrintedAsItStands(_ number: String, _ code: String) throws {
    let input = Self.document.replacing("\n    plain", with: "\npara\n\n    plain")
    #expect(try run(number, input: input).output == code)
  }

  @Test func blocksAreListed() throws {
    let result = try run("--list")
    #expect(result.output.hasPrefix("1  swift  2 lines  let a = \"<b>\"\n2  -      1 line   "))
  }

  @Test func theOnlyBlockNeedsNoNumber() throws {
    #expect(try run(input: "```\nx\n```\n").output == "x\n")
    let result = try run()
    #expect(result.status == 2)
    #expect(result.errors.contains("code blocks: give the number of one (--list shows them)"))
  }

  @Test func blocksOfConversationsAreFound() throws {
    let message = #"{"role":"assistant","content":[{"type":"text","text":"Run:\n\n```sh\nls\n```\n"}]}"#
    #expect(try run(input: #"{"messages":[\#(message)]}"#).output == "ls\n")
  }

  @Test(arguments: [
    (["9"], 2, "and no number 9"), (["0"], 2, "counted from 1"), (["--bogus"], 2, "no option '--bogus'"),
    (["1", "/nowhere"], 1, "cannot open /nowhere"), (["--list", "1"], 2, "--list goes neither"),
  ])
  func wrongUseIsNamed(_ arguments: [String], _ status: Int32, _ says: String) throws {
    let result = try Program().run(["code"] + arguments, input: Self.document)
    #expect(result.status == status)
    #expect(
      result.errors.contains(says) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
