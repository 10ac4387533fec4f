extension GrowingText {
  /// Texts whose cost grew too fast once, in the mode in the comment or in all.
  static let known: [GrowingText] = [
    // Links in images deactivated every bracket around them, one by one.
    GrowingText(fragments: ["![[]()"]),
    GrowingText(fragments: ["![[](a)"]),
    GrowingText(fragments: ["![[a]()"]),
    GrowingText(fragments: ["![a[]()"]),
    // Each line looked for a line feed to the end of the text.
    GrowingText(fragments: ["\r"]),
    GrowingText(head: "1. ", fragments: ["\0-->;\r"]),
    // unfinished: instructions and sections without an end were read to the end of the text.
    GrowingText(fragments: [".<?"]),
    GrowingText(fragments: ["<![CDATA["]),
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["[!NOTE]]]><![CDATA[+ "], tail: "\n|-"),
    GrowingText(fragments: ["<?", "]"]),
    GrowingText(fragments: ["<![CDATA[x", "]]"]),
    GrowingText(fragments: [" ````\n```\n "]),
    // ansi: the end of a word was looked for at each of its characters.
    GrowingText(fragments: ["$$![$"]),
    GrowingText(fragments: ["``a``$$http://a-->"]),
    GrowingText(head: "# ", fragments: ["}中", "#A"]),
    // Formulas without an end were each read up to their limit.
    GrowingText(fragments: ["\\["]),
    GrowingText(fragments: ["\\("]),
    GrowingText(head: "[", fragments: ["a \\["], tail: "[^a]"),
    // unfinished: closing quotes stayed on the stack, and openers between were passed over each time.
    GrowingText(fragments: ["\""]),
    GrowingText(fragments: ["'_a"]),
    // unfinished: the number of a footnote was looked for among all.
    GrowingText(fragments: ["[^a]: \n"]),
    // unfinished: labels were looked for behind every escaped bracket.
    GrowingText(head: "- ", fragments: ["\\["], tail: "\n\na"),
    GrowingText(fragments: ["中[^", "^=="]),
    // Emphasis within nested footnote references was settled once for each of them.
    GrowingText(fragments: ["***", "-->[^~;", "]]>\n!# "], tail: "\n\na"),
    // A run of backticks at the end was measured for each of them.
    GrowingText(head: "---\na: b\n---\n", fragments: ["1www.a\u{3000}\n    ", "1```", "``"]),
    // text: every row of a table was as wide as its widest cell.
    GrowingText(head: "|a|\n|-|\n|", fragments: [" a\r", "$$"]),
    // A long definition, referred to by many short references.
    GrowingText(head: "[a]: ", fragments: ["--</div>]mailto:", "\"[a]:\n\n- "], tail: "\n\na"),
    // code: a run of words was passed over by each search of a line, and matches were not counted.
    GrowingText(head: "- ", fragments: [" a a", " </div>"], tail: "[^a]"),
    GrowingText(head: "<!--", fragments: ["$$$$"]),
    GrowingText(head: "```latex\n", fragments: ["#"]),
    // streams: sections that ended with a piece were each searched on their own.
    GrowingText(fragments: ["|-<![CDATA["]),
    // streams: a paragraph that began with a definition was sent anew at each dash that might begin a table.
    GrowingText(head: "[a]: ", fragments: ["\n-->w"]),
    GrowingText(head: "[a]: ", fragments: ["\\\n---"]),
    // streams: a word was parsed and sent again as long as a mail address, a reference or a name could go on in it.
    GrowingText(fragments: ["."]),
    GrowingText(fragments: ["$---h"]),
    GrowingText(fragments: ["a@bA:"]),
    GrowingText(fragments: ["``a``$$http://a-->"], tail: "a"),
    // streams: nothing was committed while a link's target, or an address in pointed brackets, was open.
    GrowingText(head: "![](", fragments: ["{***~~"], tail: "\n|-"),
    GrowingText(fragments: ["<a:b"]),
    GrowingText(head: "*", fragments: ["~"], tail: "]"),
    // streams: runs of delimiters and of hyphens changed as a whole.
    GrowingText(head: "[a]: b\n\n", fragments: ["_a__"], tail: "\n="),
    GrowingText(head: "a", fragments: ["*"]),
    // streams: a closing delimiter at the end changed all that had been shown.
    GrowingText(head: "`", fragments: ["_a"]),
    GrowingText(fragments: ["</a>*a", "<li>#", "\\]a*a/>"]),
    GrowingText(fragments: ["```$$````", "|</"], tail: ")"),
    // streams: a line without an end was scanned from its beginning.
    GrowingText(head: "<div>\n\n", fragments: ["  "], tail: "\n"),
    GrowingText(head: "- ", fragments: ["}", "    "], tail: "[^a]"),
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["="], tail: "`"),
    GrowingText(head: "<details>\n\n", fragments: ["***"], tail: "\n="),
    GrowingText(fragments: ["~~"]),
    GrowingText(fragments: ["`"], tail: "\n"),
    GrowingText(head: "- ", fragments: ["  "]),
    GrowingText(head: "# ", fragments: ["\t"], tail: "\n\n[^a]: b"),
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["|-"]),
    GrowingText(head: "|a|\n|-|\n|", fragments: ["[^", "     "], tail: ")"),
    GrowingText(head: "$$\n", fragments: ["\u{3000}</div>$$"]),
    GrowingText(head: "a[^a]\n\n[^a]: ", fragments: ["~~~a]]>"], tail: "\n"),
    // streams: so were definitions.
    GrowingText(fragments: ["[a]:~"], tail: "\n="),
    GrowingText(head: "[a]: ", fragments: ["a.b", "--[a]:"]),
    GrowingText(head: "[a]: ", fragments: ["^|a*````", "    "]),
    GrowingText(head: "[^a]: ", fragments: ["    "]),
    // streams: a leaf with references to footnotes was made anew, and footnotes sent anew with each reference.
    GrowingText(head: "[^a]: b\n\n", fragments: ["[]<img src=a>!", "[^a]\n  ", "\\]  ?>"], tail: "`"),
    GrowingText(head: "[^a]: ", fragments: ["(a)w[^a]"], tail: "[^a]"),
    // streams: a paragraph became a heading with each half of an underline.
    GrowingText(head: "<details>\n\n", fragments: ["/>\\\n="]),
    // streams: a paragraph that lost its last line for a while was parsed anew.
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["w  \n|-"]),
    GrowingText(head: "[a](b \"", fragments: ["\\(\n{-", "> \n    |-1"], tail: "a"),
    GrowingText(head: "- ", fragments: ["a \n|---=="]),
    GrowingText(head: "![", fragments: ["a@b\\\n---"], tail: "]"),
    // streams: all of many nested footnotes were looked up again with each piece.
    GrowingText(fragments: ["[^a]: "]),
    // Each byte of a definition's address changed all links to it.
    GrowingText(head: "<div>\n\n", fragments: ["\n\n[a]:", "&#x"], tail: "\n\n[a]: b"),
    GrowingText(fragments: ["[a]\n\n", "[a]: b \"", "\\\""]),
    // What was a definition until its line went on changed all links to it, twice.
    GrowingText(fragments: ["# \\\n\r[a]:"]),
    GrowingText(fragments: ["\u{0301}\n```\n[a]:- "], tail: "a"),
    // streams: each piece changed most of what was shown, or had most of it read again.
    GrowingText(fragments: ["[^* ", "]]("]),
    GrowingText(head: "[a](b \"", fragments: ["```[^a_<a ", "*a](__"]),
    GrowingText(head: "[^a]: [^a] \n- ", fragments: ["\\[[^a]</div>"]),
    GrowingText(head: "[a]: ", fragments: ["|a[a]|-", "[a]:\n"]),
    GrowingText(head: "|a|b|\n|-|-|\n", fragments: ["\\)", "|==\\"]),
    GrowingText(head: "![](", fragments: ["[^\\[\\(---", "](wwmailto:[]", "\u{0301}'```"]),
    GrowingText(head: "# ", fragments: ["#"]),
    GrowingText(fragments: [";](@!["]),
    // streams: all numbers of footnotes were compared with each new definition.
    GrowingText(fragments: ["+ - \r\n[^a]: "], tail: "]"),
    // stream to a pipe: all blocks of an open alert were copied with each frame.
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["# [a]|\n> ", "\0.<table>"], tail: "\n"),
    // streams: all runs of a paragraph were checked with each update.
    GrowingText(fragments: ["a *b* `c` [d](e)\n"]),
    // streams: a tag that does not end was read from its start with each piece.
    GrowingText(fragments: ["\n> \n  <", "ha"]),
    GrowingText(head: "<a b=\"", fragments: ["x "]),
    // stream: leaves with references that were parsed again counted as less work than they are.
    GrowingText(head: "[", fragments: ["[^a]www.a\n\n- ", "* ^ww\r\n", "    [^a]: "]),
    // code (R): a loop without a choice to come back to read the rest of the line, which counted as no work.
    GrowingText(head: "<details>\n\n", fragments: ["\\`", "w"]),
    // code (Prisma): patterns that begin with a word were tried at each letter of a word outside ASCII.
    GrowingText(head: "[a](<", fragments: ["\u{0301}a_", "<![CDATA[http://a]"]),
    // code (diff): each dot of a file's name was looked up, with all that follows it.
    GrowingText(head: "~~~ diff\n--- ", fragments: ["b."]),
    // code (SCSS, Less): a loop with more choices than our matcher kept was left to the library at each position.
    GrowingText(
      head: "~~~ scss\n@use 'config' with ($primary: blue, $space: 2px);", fragments: ["s:math,a "]),
    GrowingText(head: "~~~ less\n@page :left { margin: 1in; }", fragments: ["? a:", "a b ", "pfilt{"]),
    // code (Python): the end of a string was searched for to the end of the line after each inner string.
    GrowingText(head: "~~~ python\n    multi = f\"\"\"", fragments: [" = a=r] = field(d{'>'}{10}}"]),
    // code (Twig, ERB, Handlebars): selectors of injections read all scopes of each new stack.
    GrowingText(
      head: "~~~ twig\n<script{% if nonce %} nonce=\"{{ nonce }}\"{% endif %}>\n",
      fragments: ["{ c %- end | default({%- endfor %}lue =", "st a = {{ x"]),
    GrowingText(head: "~~~ erb\n", fragments: ["<style>a { c"]),
    // code (Handlebars): searches passed the rest of the line, which counted as no work.
    GrowingText(
      head: "~~~ handlebars\n<script id=\"t\" type=\"text/x-handlebars-template\"><b>{{x}}</b></script>",
      fragments: ["part- }}x}}' {{bin"]),
    // code (C#): our matcher went back 4,000 times, and each time to the end of the line.
    GrowingText(
      head: "~~~ csharp\n(a,", fragments: ["cted inter} T, out TRe: what C# 1", "em.Collecswitch < "]),
    // highlighted fences: each block of code made a tokenizer of its own.
    GrowingText(head: "![](", fragments: ["\\[\n\n- "]),
    // highlighted fences: the library tried hundreds of keywords in any case beside text beyond ASCII.
    GrowingText(fragments: ["~~~ css\n\n }\t\0->\0siba {{\n~~~\n"]),
    // highlighted fences: the library tried the lists of keywords behind which `[\w-]` looks, in any case.
    GrowingText(fragments: ["~~~ cobol\n\0OL.\n~~~\n"]),
    // html: each link looked up its address up to the colon, of thousands of bytes, in a set of schemes.
    GrowingText(head: "[a]: ", fragments: ["\\]\u{0301}[a]", "![http://a  \n[a]"]),
    // markdown: each line that may be a delimiter row read all definitions at the start of its paragraph.
    GrowingText(fragments: ["[a]: b\n", "-\n"]),
    GrowingText(head: "[a]: ", fragments: ["[^a]<b", "-\r"], tail: "`"),
    // markdown: each line that may open a formula searched 4 KB of its paragraph for one that is open.
    GrowingText(head: "`", fragments: ["\\[\n"], tail: ")"),
    // stream: each update went through all checkpoints of a paragraph.
    GrowingText(fragments: ["[^a]\n|\\)"]),
    // html sanitize: each block looked up the names of all open elements in a set.
    GrowingText(head: "a[^a]\n\n[^a]: ", fragments: ["<details>h\n\n", "\n- \n> * </a>"]),
    // stream optimistic: what could become a delimiter row was read from its start with each piece.
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["\n|", "|-"], tail: "]"),
    // stream to a pipe: asterisks that looked like a rule so far ended the marker of an alert. Its text was copied with
    // each piece, and lost.
    GrowingText(head: "> [!NOTE]\n> ", fragments: ["**", "mailto:  \n\0"], tail: "\n|-"),
    // stream: a long footnote was sent whenever its only reference came, and that went with the next piece.
    GrowingText(head: "[^a]: ", fragments: ["`a\n|a\n", "[^a]:\n|-|-|\n"], tail: "\n|-"),
    GrowingText(head: "[^a]: ", fragments: ["a\n", "\n\n`[^a]`\n"]),
    // stream to a pipe: all references of an open leaf in a footnote were numbered again, and have no text that counts.
    GrowingText(head: "---\na: b\n---\n", fragments: ["[^a]\n</a>\n", "[^a]: [^a]"], tail: ")"),
    // stream to a page: each patch wrote all of the leaf that changed: a paragraph, a line of code, raw HTML.
    GrowingText(fragments: ["[]"], tail: "a"),
    GrowingText(head: "~~~ ini\nkey = value ; inline", fragments: ["s; int"]),
    GrowingText(head: "<!--", fragments: ["<a b='\n", "</div>+ ``a_", "]]>^[]</div>"], tail: "\n"),
    GrowingText(head: "<div>\n\n", fragments: ["<li>", "<a b='\n>\n"]),
    // stream to a page: each tag searched all open elements, and compared their names as strings.
    GrowingText(head: "<div>\n\n", fragments: ["<div>\n</a>\n"], tail: ")"),
    // stream to a page: the end of a group of raw HTML was counted in bytes, although it had hundreds of short blocks.
    GrowingText(head: "<div>\n\n", fragments: ["* * *\n"], tail: "]"),
    GrowingText(head: "<details>\n\n", fragments: ["2)\n> a\n", "a|b\n**a\n"], tail: "\n="),
    // stream to a page: a formula that ended and went on was parsed with each piece.
    GrowingText(head: "|a|b|\n|-|-|\n", fragments: ["\\[\n", "\\]\u{5D0}*a", "&<!--~~("]),
    // stream to a page: a heading in a footnote copied the table of all identifiers.
    GrowingText(head: "a[^a]\n\n[^a]: ", fragments: ["# a\n-\n"]),
    // stream to a page: each heading that a late definition changed numbered all headings after it again.
    GrowingText(head: "[a](<", fragments: ["-\n[^a]\n"], tail: "\n\n[^a]: b"),
    // stream: each definition put all footnotes into their order again.
    GrowingText(fragments: ["[^\u{E000}]\n\n", "[^\u{E000}]: b\n"]),
    // stream to a page: each block in a footnote was sought in all footnotes.
    GrowingText(fragments: ["[^\u{E000}]\n\n[^\u{E000}]: [a]\n\n"], tail: "\n\n[a]: b"),
    // stream to a pipe: a leaf with many runs was parsed again with each definition, which counted as its bytes alone.
    GrowingText(fragments: ["[^a][^\u{E000}]: ", "[^\u{E000}]: b\n"], tail: "\n\n[^a]: b"),
    // stream: each definition numbered all leaves again, which counted as much as to compare their numbers.
    GrowingText(head: "[^00000]\n\n", fragments: ["[^\u{E000}]: [^\u{E001}]\n\n"]),
    // stream to a page: blocks that a patch edits in place counted as the bytes that changed, and each edit as nothing.
    GrowingText(fragments: ["- [^\u{E000}]\n", "\n[^\u{E002}]: b\n"]),
    GrowingText(fragments: ["|[^\u{E000}]|\n|-|\n|[^\u{E002}]|\n\n", "[^\u{E000}]: b\n\n"]),
    // stream to a page: the formulas of a leaf were parsed with each patch, and only their HTML counted.
    GrowingText(head: "|a|\n|-|\n|", fragments: ["$<details>[^a]a_"], tail: "\n"),
    // stream to a page: the identifier of a heading was made with each patch, of characters beyond ASCII slowly.
    GrowingText(head: "# ", fragments: ["\u{A0}"], tail: "\n"),
    // stream optimistic: each update copied the numbers of all references of an open leaf.
    GrowingText(fragments: ["    a\n", "[^a]: \n  __", "> a\na**\n"], tail: ")"),
    // html: 32 times the text was written of definitions, and each of their ampersands takes five bytes.
    GrowingText(head: "[a]: ", fragments: ["&", "a  \n", "![a](\na\n"], tail: "a"),
  ]
}
