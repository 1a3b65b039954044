import * as fc from "fast-check";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { assertEquals } from "../../_support/assert.ts";
import { CliHome } from "../../_support/cli_home.ts";
import { changeJson, changeText, hostileValue, jsonChanges, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

const SESSION = { sessionId: "fuzz", project: "/home/dev/project", cwd: null };
const AT = "2026-03-01T10:00:00.000Z";

/** One record of each kind, as hooks write them. */
const RECORDS: readonly Record<string, unknown>[] = [
  { kind: "session-started", session: SESSION, at: AT, source: "startup" },
  { kind: "prompt-submitted", session: SESSION, at: AT, promptId: "p1", text: "Fix the cart" },
  {
    kind: "tool-captured",
    session: SESSION,
    at: AT,
    toolUseId: "toolu_1",
    agentId: null,
    agentType: null,
    promptId: "p1",
    toolName: "Bash",
    priority: "high",
    filesTouched: [],
    outcome: "tests:unknown",
    payload: '{"tool_input":{"command":"npm test"}}',
  },
  {
    kind: "outcome-known",
    session: SESSION,
    at: AT,
    toolUseId: "toolu_1",
    result: "fail",
    details: '{"passed":1}',
  },
  {
    kind: "prediction-met",
    session: SESSION,
    at: AT,
    entry: 1,
    suggestedAction: null,
    label: "tests:fail",
    outcome: '{"kind":"tests"}',
  },
  { kind: "question-answered", session: SESSION, at: AT, text: "The user answered “a” with “b”", weight: 3 },
  { kind: "turn-answered", session: SESSION, at: AT, text: "Answered: a — asked: “b”", weight: 2 },
  {
    kind: "event-logged",
    session: SESSION,
    at: AT,
    event: "hook.stop",
    subject: null,
    data: {},
    durationMs: 1,
  },
  { kind: "session-ended", session: SESSION, at: AT, reason: "other" },
];

const file = fc.record({
  records: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.nat({ max: RECORDS.length - 1 }), jsonChanges) },
      { weight: 1, arbitrary: fc.tuple(hostileValue) },
    ),
    { maxLength: 5 },
  ),
  texts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: textChanges }),
});

/** Foreign, torn and hostile files in the spool: every sound one beside them is drained, once, and none stays. */
export const spool = defineTarget({
  name: "spool",
  limitMs: 20_000,
  cases: fc.array(file, { minLength: 1, maxLength: 6 }),
  check(files) {
    using home = new CliHome();
    home.prepare();
    const names: string[] = [];
    for (const [i, { records, texts }] of files.entries()) {
      const lines = records.map((record) =>
        record.length === 1
          ? JSON.stringify(record[0])
          : JSON.stringify(changeJson(RECORDS[record[0]], record[1])) ?? ""
      );
      Deno.writeTextFileSync(`${home.paths.spool}/${i}-b.jsonl`, changeText(lines.join("\n"), texts));
      Deno.writeTextFileSync(`${home.paths.spool}/${i}-a.jsonl`, JSON.stringify(sound(i)) + "\n");
      names.push(`sound-${i}`);
    }
    drain(home);
    const [kept, left] = [soundRows(home), spooled(home)];
    assertEquals({ kept, left }, { kept: names.toSorted(), left: [] });
  },
});

function sound(number: number): unknown {
  return { ...RECORDS[2], session: { ...SESSION, sessionId: "sound" }, toolUseId: `sound-${number}` };
}

function drain(home: CliHome): void {
  const { store } = prepareHome(home.paths, { drainLimit: Infinity, log: () => {} });
  store.close();
}

function soundRows(home: CliHome): string[] {
  return home.withStore((store) =>
    store.all<{ id: string }>(
      "select tool_use_id as id from pending_queue where session_id = 'sound' order by 1",
    )
  ).map(({ id }) => id);
}

function spooled(home: CliHome): string[] {
  return [...Deno.readDirSync(home.paths.spool)].filter(({ isFile }) => isFile).map(({ name }) => name);
}
