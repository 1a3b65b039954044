import type { SessionKey, ToolCaptured, Write } from "../../src/base/writes.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { spoolWrites } from "../../src/machine/spool.ts";
import { prepareHome } from "../../src/hook/prepare_home.ts";
import { applyWrites } from "../../src/store/apply_writes.ts";
import type { Store } from "../../src/store/store.ts";
import { recordedCaptures } from "./recorded.ts";
import type { TestHome } from "./test_home.ts";
import { insertRow } from "./insert_row.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const STEP_MS = 20_000;
const STEPS_PER_PROMPT = 12;

interface BusyOptions {
  readonly sessions: number;
  readonly capturesPerSession: number;
  /** Captures that wait in the spool. */
  readonly spooled?: number;
}

/**
 * Fills a home with what sessions of a few days leave: recorded calls of every tool, two sessions at a time, prompts,
 * outcomes, a helper's scratchpad, what waits in the spool, and what retention is due to take.
 */
export async function fillHome(home: TestHome, options: BusyOptions): Promise<void> {
  const paths = pathsBelow(home.data);
  const recorded = await recordedCaptures(home.project);
  const { store } = prepareHome(paths, { drainLimit: 0, log: () => {} });
  const now = Date.now();
  store.transaction(() => {
    for (let i = 0; i < options.sessions; i++) {
      // Two at a time, the first pair so long ago that their captures are over.
      const began = now - (i < 2 ? 40 : 6) * DAY_MS + Math.floor(i / 2) * 0.2 * DAY_MS + (i % 2) * 7000;
      const plan = { number: i, began, captures: options.capturesPerSession };
      for (const write of sessionWrites(home, recorded, plan)) applyWrites(store, [write]);
    }
    addOldRows(store, now);
    addBroughtBack(store);
  });
  store.close();
  for (let i = 0; i < (options.spooled ?? 0); i++) {
    const ids = { toolUseId: `toolu_spooled_${i}`, promptId: "prompt-spooled" };
    const at = timeText(now - DAY_MS + i * STEP_MS);
    const session = keyOf(home, "spooled");
    spoolWrites(paths, [{ ...recorded[i % recorded.length]!, ...ids, at, session }]);
  }
  home.write(
    "project/src/cart.py",
    "def total(xs):\n    return sum(xs)\n\n\ndef tax(x):\n    return x * 0.2\n",
  );
  const pad = "# Notes\n\n## What I did\nRounded the totals of the cart\n\n## Unresolved\nThe currency\n";
  home.write("project/.claude/scratchpad/coordinator/2026-03-01.md", pad);
  home.write("project/.claude/scratchpad/reviewer/2026-03-01.md", `${pad}Ask about the tax\n`);
}

/** What was told in each session of what had mended a failure: one repair that its calls then follow, one that they do not. */
function addBroughtBack(store: Store): void {
  for (const [i, command] of ["echo here; pwd", "make deploy-key"].entries()) {
    const worked = JSON.stringify({ commands: [command], files: [], text: `\`${command}\`` });
    store.run(
      `insert into repairs (session_id, capture_id, command, error, tried, worked, marks, worked_at, created_at)
       values ('long-ago', ?, 'make', '', '[]', ?, '[]', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z')`,
      i,
      worked,
    );
  }
  store.run(
    `insert into injections (session_id, item, hook, tokens, prompt_number, created_at)
     select sessions.session_id, 'r' || repairs.id, 'failure', 20, 1, started_at from sessions, repairs`,
  );
}

function* sessionWrites(
  home: TestHome,
  recorded: readonly ToolCaptured[],
  { number, began, captures }: Readonly<Record<"number" | "began" | "captures", number>>,
): Generator<Write> {
  const session = keyOf(home, `busy-${number}`);
  yield { kind: "session-started", session, at: timeText(began), source: "startup" };
  for (let i = 0; i < captures; i++) {
    const at = timeText(began + i * STEP_MS);
    const promptId = `prompt-${number}-${Math.floor(i / STEPS_PER_PROMPT)}`;
    if (i % STEPS_PER_PROMPT === 0) {
      const text = `Look into step ${i} of the cart and make its totals right (${number})`;
      yield { kind: "prompt-submitted", session, at, promptId, text };
    }
    // A step of 7 through all recorded calls mixes tools as real work does.
    const capture = recorded[(number * 31 + i * 7) % recorded.length]!;
    yield { ...capture, session, at, toolUseId: `toolu_${number}_${i}`, promptId };
  }
  const last = timeText(began + captures * STEP_MS);
  yield { kind: "session-ended", session, at: last, reason: "prompt_input_exit" };
}

/** What retention takes, and what it must leave. */
function addOldRows(store: Store, now: number): void {
  const old = timeText(now - 100 * DAY_MS);
  const row = { session_id: "long-ago", created_at: old };
  for (let i = 0; i < 40; i++) {
    const call = { tool_use_id: `toolu_old_${i}`, tool_name: "Edit", priority: "high", status: "processed" };
    insertRow(store, "pending_queue", { ...row, ...call, payload: '{"tool_input":{"file_path":"/a"}}' });
    insertRow(store, "event_log", { ...row, event: EVENTS[i % 2]! });
  }
  insertRow(store, "asks", { ...row, category: "DECISION", key: "k", prompt_count: 1 });
  insertRow(store, "tool_callers", { ...row, tool_use_id: "toolu_old" });
  insertRow(store, "drained_spool", { name: "gone.jsonl", drained_at: old });
}

const EVENTS = ["hook.post_tool_use", "context.injected"]; // retention takes only the first

function keyOf(home: TestHome, sessionId: string): SessionKey {
  return { sessionId, project: home.project, cwd: null };
}

function timeText(moment: number): string {
  return new Date(moment).toISOString();
}
