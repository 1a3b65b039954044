import { equal, ok } from "node:assert/strict";
import { stripPrivateTags } from "../../../../src/core/privacy/private_tags.ts";

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
