import { deepEqual, equal, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { cleanJson } from "../../../src/privacy/clean.ts";
import { loadCleaner } from "../../../src/privacy/cleaning.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";

const CASES: readonly (readonly [promise: string, text: string, kept: string])[] = [
  ["removes a block with its tags", "a <private>x</private> b", "a  b"],
  ["removes every block", "<private>x</private>a<private>y</private>", "a"],
  ["knows mneme-context", "a<mneme-context>x</mneme-context>b", "ab"],
  ["knows claude-mem-context", "a<claude-mem-context>x</claude-mem-context>b", "ab"],
  ["knows system-reminder", "a<system-reminder>x</system-reminder>b", "ab"],
  ["reads any case", "a<PrIvAtE>x</pRIVATE>b", "ab"],
  ["reads blanks in the tags", "a<private >x</private >b< private >y< / private >c", "abc"],
  ["reads attributes", 'a<private reason="b > c">x</private>d', "ad"],
  ["reads attributes on a new line", "a<private\n  reason='x'>x</private\n>d", "ad"],
  ["hides to the end after an open tag", "a <private>x\ny", "a "],
  ["hides to the end after half an open tag", "a <private", "a "],
  ["removes a close tag alone", "a</private>b", "ab"],
  ["removes an empty element alone", "a<private/>b<private />c", "abc"],
  ["balances tags of one name", "a<private>x<private>y</private>z</private>b", "ab"],
  ["hides to the end when an inner tag stays open", "a<private>x<private>y</private>z", "a"],
  ["keeps a block hidden over the close of another", "a<private>x</system-reminder>y</private>b", "ab"],
  [
    "hides what opens in a block until it closes",
    "a<system-reminder><private></system-reminder>x</private>b",
    "ab",
  ],
  ["reads entities", "a&lt;private&gt;x&lt;/private&gt;b", "ab"],
  ["reads numeric entities", "a&#60;private&#62;x&#60;/private&#62;b", "ab"],
  ["reads JSON escapes", '{"a":"b\\u003cprivate\\u003ex\\u003c/private\\u003ec"}', '{"a":"bc"}'],
  ["reads escaped JSON escapes", "a\\\\u003Cprivate\\\\u003Ex\\\\u003C/private\\\\u003Eb", "ab"],
  ["reads escaped slashes", "a<private>x<\\/private>b", "ab"],
  ["hides what is before the end of a block alone", "the merger\nx\n</private>\nend", "\nend"],
  ["hides what is before an end in a patch", " the merger\n-</private>\n+b", "\n+b"],
  [
    "hides what is before an end that is numbered",
    "     3\tthe merger\n     4\t</private>\n     5\tend",
    "\n     5\tend",
  ],
  ["hides what is before an end that grep prints", "a.md-3-the merger\na.md:4:</private>\n", "\n"],
  ["hides what is before an end in a comment", "merger();\n// </private>\nend();", "\nend();"],
  ["hides what is before an end in a comment of HTML", "merger\n<!-- </private> -->\nend", " -->\nend"],
  ["hides what is before an end in JSON", '{"a":"the merger\\n</private>\\nend"}', '\\nend"}'],
  ["hides what is before an end of a string of JSON", '{"a":"the merger\\n</private>"}', '"}'],
  ["hides what is before each end alone", "x\n</private>\ny\n</private>\nend", "\nend"],
  ["hides nothing before the end of a block that is whole", "a\n<private>\nx\n</private>\nb", "a\n\nb"],
  ["takes an end in quotes for a mention", "Write `</private>`\nor\n`</private>`", "Write ``\nor\n``"],
  [
    "takes an end in a sentence for a mention",
    "It ends with\n</private> as it should",
    "It ends with\n as it should",
  ],
  ["takes no end of another block for one", "words\n</system-reminder>\nend", "words\n\nend"],
  ["reads tags in colours", "a <\x1b[01;31m\x1b[Kprivate\x1b[m\x1b[K>x</\x1b[1mprivate\x1b[m>b", "a b"],
  ["keeps the colours of what is around a tag", "\x1b[1ma\x1b[m<private>x</private>b", "\x1b[1ma\x1b[mb"],
  [
    "reads tags of which one is in colours",
    "a\x1b[m\n<\x1b[1mprivate\x1b[m>\nx\n</private>\nb",
    "a\n\nb",
  ],
  [
    "hides what follows a tag in a colour that forms without another tag",
    "a <\x1b</mneme-context>[31mprivate>b",
    "a ",
  ],
  ["reads tags in colours as JSON writes them", "a <\\u001b[1mprivate\\u001b[m>x</private>b", "a b"],
  ["reads mixed notations", "a\\u003cprivate>x</private&gt;b", "ab"],
];

for (const [promise, text, kept] of CASES) {
  Deno.test(`stripPrivateTags() ${promise}`, () => equal(stripPrivateTags(text), kept));
}

for (
  const text of [
    "<privateer>x</privateer>",
    "<private-key>x</private-key>",
    "<privately>",
    "a < private && b",
    "private final int x; class A<T> {}",
    "system-reminder, mneme-context",
    "a &lt; b; private",
    "#private<T>",
  ]
) {
  Deno.test(`stripPrivateTags() leaves alone: ${text}`, () => equal(stripPrivateTags(text), text));
}

Deno.test("stripPrivateTags() hides what follows a tag that only forms by removal", () => {
  equal(stripPrivateTags("a<pri<private>x</private>vate>secret</private>b"), "a");
  equal(stripPrivateTags("a<private><private>x</private></pri<private>y</private>vate>secret"), "a");
  equal(stripPrivateTags("a<pri</private>vate>secret</private>b"), "a");
  equal(stripPrivateTags("a<private<private<private>"), "a");
  equal(stripPrivateTags("a&l<private>x</private>t;private>secret"), "a");
});

Deno.test("stripPrivateTags() leaves no tag in a text of a thousand split tags", () => {
  const text = "<pri".repeat(1000) + "<private></private>" + "vate>needle</private>".repeat(1000);
  ok(!stripPrivateTags(text).includes("needle"));
});

const FILE = "# n\n<private>\na\nb\nc\nd\nthe merger\ne\n</private>\nend\nopen words\n";
const HIDDEN = [" ", " ", " ", "-", "+", " "];

/** What a hook is told of an edit: what it was asked for, and what it answered. */
function edit(old: string, changed: string, structuredPatch: readonly unknown[] = [], originalFile = FILE) {
  return [
    { file_path: "/a/n.md", old_string: old, new_string: changed },
    {
      filePath: "/a/n.md",
      oldString: old,
      newString: changed,
      originalFile,
      structuredPatch,
      userModified: false,
    },
  ] as const;
}

/** Both are cleaned apart, as hooks do, and nothing but the file tells of the input. */
async function cleaned(kept: readonly [unknown, unknown]): Promise<Record<string, unknown>[]> {
  const cleaner = await loadCleaner(kept, DEFAULT_SETTINGS);
  return kept.map((value) => cleaner?.cleanJson(value) as Record<string, unknown>);
}

Deno.test("an edit in a private block leaves neither what was there nor what is there now", async () => {
  const lines = [" b", " c", " d", "-the merger", "+the purchase", " e"];
  const kept = edit("the merger", "the purchase", [{
    oldStart: 4,
    oldLines: 5,
    newStart: 4,
    newLines: 5,
    lines,
  }]);
  const [input, response] = await cleaned(kept);
  deepEqual(input, { file_path: "/a/n.md", old_string: "", new_string: "" });
  equal(response?.oldString, "");
  equal(response?.newString, "");
  equal(response?.originalFile, "# n\n\nend\nopen words\n");
  deepEqual(response?.structuredPatch, [{
    oldStart: 4,
    oldLines: 5,
    newStart: 4,
    newLines: 5,
    lines: HIDDEN,
  }]);
});

Deno.test("a patch that begins in a private block is kept from its end on", () => {
  const lines = [" d", "-the merger", "+the purchase", " e", " </private>", " end"];
  const [, response] = edit("the merger", "the purchase", [{ oldStart: 6, lines }]);
  const { structuredPatch } = cleanJson(response, { redactSecrets: false }) as typeof response;
  deepEqual(structuredPatch, [{ oldStart: 6, lines: [" ", "-", "+", " ", " ", " end"] }]);
});

Deno.test("an edit is dropped that may be in a private block, and one beside it is kept", async () => {
  equal((await cleaned(edit("not there", "x")))[0]?.old_string, "");
  equal((await cleaned(edit("e", "x")))[0]?.old_string, "");
  const kept = edit("open words", "other words", [{
    oldStart: 10,
    lines: [" end", "-open words", "+other words"],
  }]);
  const [input, response] = await cleaned(kept);
  strictEqual(input, kept[0]);
  equal(response?.newString, "other words");
  strictEqual(response?.structuredPatch, kept[1].structuredPatch);
});

Deno.test("each of several edits is looked at for itself", async () => {
  const edits = [{ old_string: "the merger", new_string: "x" }, {
    old_string: "open words",
    new_string: "y",
  }];
  const [input] = await cleaned([{ edits }, { originalFileContents: FILE }]);
  deepEqual(input, { edits: [{ old_string: "", new_string: "" }, edits[1]] });
});

Deno.test("an edit of a file without a private block stays as it is", async () => {
  const [, response] = edit("open words", "other words", [], "open words\n");
  strictEqual((await loadCleaner([response], DEFAULT_SETTINGS)).cleanJson(response), response);
  strictEqual(cleanJson(response, { redactSecrets: true }), response);
});
