// Compares the MathML of formulas with that of KaTeX by structure: elements and text, without attributes and spaces.
//
//     BIN=.build/debug/ilsrender node scripts/katex.js FORMULAS DIFFERENCES
//
// DIFFERENCES lists the formulas in which the two differ, each below a line with the reason. The script says which formulas
// differ that are not listed, and which are listed and do not differ.
const fs = require("fs");
const { spawnSync } = require("child_process");
const katex = require("/usr/share/nodejs/katex");

const [formulaFile, differenceFile] = process.argv.slice(2);
const lines = file => fs.readFileSync(file, "utf8").split("\n").filter(line => line && !line.startsWith("#"));
const formulas = lines(formulaFile).map(line => line.replace(/^\* /, ""));
const listed = new Set(lines(differenceFile));

// A rule stands between two formulas.
const markdown = formulas.map(tex => "$$\n" + tex + "\n$$\n").join("\n***\n\n");
const run = spawnSync(process.env.BIN || ".build/debug/ilsrender", ["--format", "html"], { input: markdown, maxBuffer: 1 << 26 });
if (run.status !== 0) throw new Error(`ilsrender: ${run.error || run.stderr}`);
const ours = run.stdout.toString().split("<hr>").map(part => (part.match(/<math.*<\/math>/s) || [""])[0]);
if (ours.length !== formulas.length) throw new Error(`${ours.length} answers for ${formulas.length} formulas`);

/** The tree of a MathML element: [name, children], or a string for text. */
function parse(source) {
  const root = ["root", []];
  const open = [root];
  for (const [, end, name, isEmpty, text] of source.matchAll(/<(\/?)([a-z-]+)[^>]*?(\/?)>|([^<]+)/g)) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent[1].push(decode(text));
    else if (end) open.pop();
    else {
      const node = [name, []];
      parent[1].push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return root;
}

function decode(text) {
  return text.replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#x27;|&#39;/g, "'")
    .replace(/&nbsp;/g, " ").replace(/&amp;/g, "&");
}

// Characters that are one thing in two forms, and elements that only change a look.
const alike = { "\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0301": "ˊ", "`": "ˋ", "\u0305": "¯", "∣": "|", "∥": "‖", "⋅": "·", "ˉ": "¯", "∗": "*", "⃗": "→", "⋆": "*" };
const looks = new Set(["mstyle", "mpadded", "mrow", "menclose", "mphantom", "semantics", "math", "root", "span"]);
// Elements with a row of their own in them.
const rows = new Set(["msqrt", "mtd"]);
const tokens = new Set(["mi", "mn", "mo", "mtext", "ms"]);

/** The nodes that a node is in its parent's row: none, one, or those of a row. */
function nodes([name, children]) {
  if (name === "annotation" || name === "mspace") return [];
  if (tokens.has(name)) {
    const flat = child => (typeof child === "string" ? child : child[1].map(flat).join(""));
    const text = [...children.map(flat).join("").normalize("NFKC").trim()].map(c => alike[c] || c).join("").replace(/[\s\u2061\u2063\u200b]/g, "");
    return text ? [text] : [];
  }
  const inner = children.filter(child => typeof child !== "string");
  if (looks.has(name)) return merge(inner.flatMap(nodes));
  if (rows.has(name)) return [[name, merge(inner.flatMap(nodes))]];
  return [[name, ...inner.map(child => merge(nodes(child)))]];
}

/** Letters and digits side by side as one: whether they are one element or several is a matter of style. */
function merge(list) {
  const out = [];
  for (const node of list) {
    if (typeof node === "string" && typeof out[out.length - 1] === "string") out[out.length - 1] += node;
    else out.push(node);
  }
  return out;
}

let unlisted = 0, same = 0, known = 0;
formulas.forEach((tex, index) => {
  let theirs;
  try {
    theirs = katex.renderToString(tex, { output: "mathml", displayMode: true, strict: false, trust: false });
  } catch (error) {
    theirs = "";
  }
  const [left, right] = [ours[index] || "", theirs].map(text => JSON.stringify(merge(nodes(parse(text)))));
  if (left === right) {
    same += 1;
    if (listed.has(tex)) { console.log(`no longer differs: ${tex}`); unlisted += 1; }
  } else if (listed.has(tex)) known += 1;
  else {
    unlisted += 1;
    console.log(`differs: ${tex}\n  ours   ${left}\n  KaTeX  ${right}`);
  }
});
console.log(`${formulas.length} formulas: ${same} like KaTeX, ${known} listed differences, ${unlisted} others`);
process.exit(unlisted ? 1 : 0);
