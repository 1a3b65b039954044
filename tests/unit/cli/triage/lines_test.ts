import { triageLines } from "../../../../src/cli/triage_command.ts";
import type { Candidate } from "../../../../src/base/triage_types.ts";
import { assertEquals } from "../../../_support/assert.ts";

const CANDIDATE: Candidate = {
  category: "DECISION",
  score: 0.834,
  text: "We use pnpm.",
  evidence: { uuid: "u", offset: 42, quote: "let us use\npnpm\u001b[1m" },
  cues: [{ name: "chose", weight: 0.9 }, { name: "question", weight: -0.25 }],
};

const NONE = { due: false, reasons: [] };

Deno.test("triageLines() shows each candidate with its words and cues, and nothing that a terminal obeys", () => {
  assertEquals(
    triageLines({ file: "a\u001b.jsonl", candidates: [CANDIDATE], summary: null, nudge: NONE }, () => true),
    [
      "a\\x1b.jsonl",
      "  DECISION 0.83  We use pnpm.",
      "    said at byte 42: “let us use pnpm”",
      "    because: chose +0.90, question −0.25",
    ],
  );
});

Deno.test("triageLines() says what is below the threshold, and what has no words of its own", () => {
  const summary: Candidate = { ...CANDIDATE, evidence: { uuid: "", offset: 0, quote: "" }, cues: [] };
  assertEquals(triageLines({ file: "a", candidates: [summary], summary: null, nudge: NONE }, () => false), [
    "a",
    "  DECISION 0.83 (not asked about)  We use pnpm.",
  ]);
});

Deno.test("triageLines() says that there is nothing", () => {
  assertEquals(triageLines({ file: "a", candidates: [], summary: null, nudge: NONE }, () => true), [
    "a",
    "  nothing worth asking about",
  ]);
});

Deno.test("triageLines() says why a note is due", () => {
  const nudge = { due: true, reasons: ["`npm test` failed, then passed", "a long search ended"] };
  assertEquals(triageLines({ file: "a", candidates: [], summary: "Changed 3 files.", nudge }, () => true), [
    "a",
    "  nothing worth asking about",
    "  summary  Changed 3 files.",
    "  a note with the next prompt: `npm test` failed, then passed; a long search ended",
  ]);
});
