import process from "node:process";
import * as fc from "fast-check";
import { hostileText } from "../mutation.ts";
import { defineTarget } from "../target.ts";
import { quoteLine } from "../../../src/base/frame.ts";
import { detectOutcome } from "../../../src/outcome/judge.ts";
import { cleanText } from "../../../src/privacy/clean.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";
import { termsOf } from "../../../src/search/terms.ts";
import { missingSections } from "../../../src/session/scratchpad.ts";
import { isReadOnlyCommand } from "../../../src/shell/command_words.ts";
import { splitShell } from "../../../src/shell/shell_split.ts";
import { prepareText } from "../../../src/triage/blocks.ts";
import { saidByAssistant, saidByUser } from "../../../src/wire/said_text.ts";

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  splitShell,
  isReadOnlyCommand,
  command: (command) => detectOutcome({ command, output: "", exitCode: 1, state: "ended" }),
  output: (output) => detectOutcome({ command: "npm test", output, exitCode: 1, state: "ended" }),
  build: (output) => detectOutcome({ command: "cargo build", output, exitCode: 1, state: "ended" }),
  cleanText: (text) => cleanText(text, { redactSecrets: true }),
  stripPrivateTags,
  termsOf,
  quoteLine: (text) => quoteLine(text, 300),
  saidByUser,
  saidByAssistant,
  prepareText: (text) => prepareText(text, "assistant"),
  missingSections: (text) => missingSections(text, ["What I did"]),
};
const SMALL = 16_000;
const TIMES = 8;
/** Eight times the text may take so many times as long; what is quadratic takes 64 times. */
const MAX_RATIO = 26;
const NOTICEABLE_MS = 150; // less than this is noise

/** What reads long foreign text takes time in line with its length, whatever piece it repeats. */
export const growth = defineTarget({
  name: "growth",
  limitMs: 30_000,
  cases: fc.record({
    reader: fc.constantFrom(...Object.keys(READERS)),
    start: fc.constantFrom("", "# ", "npm test ", "<private>", "'", "```\n", "password="),
    piece: fc.array(
      fc.oneof(
        hostileText.filter((text) => text.length < 50),
        fc.constantFrom(
          ..."a,1,-, ,\n,.,:,/,=,@,<,>,&lt;,\\u003c,(,$(,),{,},[,](,`,',\",|,;,<<A\n,A\n,#,*,**,_,eyJ,sk-,ghp_,://,password"
            .split(","),
          ..."-----BEGIN PRIVATE KEY-----,1 failed,2 passed,FAILED,Tests:,not ok,error,---,===,bash -c ,if ,for "
            .split(","),
        ),
      ),
      { minLength: 1, maxLength: 5 },
    ).map((parts) => parts.join("")).filter((piece) => piece !== ""),
  }),
  check({ reader, start, piece }) {
    const read = READERS[reader]!;
    const small = start + piece.repeat(Math.ceil(SMALL / piece.length));
    const large = start + piece.repeat(Math.ceil(SMALL * TIMES / piece.length));
    const [quick, slow] = [[Infinity], [Infinity]];
    for (let attempt = 0; attempt < 5; attempt++) {
      quick.push(timeOf(() => read(small)));
      slow.push(timeOf(() => read(large)));
      if (Math.min(...slow) < NOTICEABLE_MS || Math.min(...slow) / Math.min(...quick) < MAX_RATIO) return;
    }
    throw new Error(
      `${reader} takes ${Math.min(...quick)} ms, and ${Math.min(...slow)} ms for ${TIMES} times the text`,
    );
  },
});

/** Of the processor: what others do on a busy machine stretches a long reading more than a short one. */
function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return Math.max(1, (user + system) / 1000);
}
