import { assert, assertEquals } from "../../_support/assert.ts";
import { contextOn } from "./hook_context.ts";
import { ContextStore } from "../store/context/context_store.ts";
import { type Message, QUESTION_TOOL } from "../../../src/base/conversation.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/base/settings.ts";
import type { Candidate } from "../../../src/base/triage_types.ts";
import type { KeptFields } from "../../../src/hook/call_record.ts";
import { onUncaptured } from "../../../src/hook/outcome.ts";
import { onStop, type StopServices } from "../../../src/hook/stop_turn.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { triage } from "../../../src/triage/triage.ts";
import { MAX_ASKED } from "../../../src/triage/ask.ts";
import { decodeStop, decodeToolUse } from "../../../src/wire/events.ts";
import type { Reply } from "../../../src/wire/reply.ts";

const RULE = "From now on always use pnpm instead of npm in this repository.";
const ANSWER = { session_id: "session-1", prompt_id: "p1", last_assistant_message: "Understood." };
const MODEL = { ...DEFAULT_SETTINGS, llm: { ...DEFAULT_SETTINGS.llm, provider: "haiku" } } as const;

interface Situation {
  /** Nothing of the database can be used. */
  readonly isLocked?: boolean;
  readonly isSecondInstall?: boolean;
  readonly settings?: Settings;
  readonly refine?: StopServices["refineWithModel"];
  /** How often such a rule was saved before when the agent was asked for it. */
  readonly saved?: number;
}

/** What a stop answers in a session in which one rule was stated, and what it leaves. */
async function stopped(payload: Record<string, unknown>, situation: Situation = {}) {
  using home = new ContextStore();
  for (let i = situation.saved ?? 0; i > 0; i--) {
    home.store.run(
      `insert into asks (session_id, category, key, prompt_count, created_at, memory_id, outcome)
       values ('other', 'PREFERENCE', 'k', 1, '2026-01-01T00:00:00.000Z', 1, 'saved')`,
    );
  }
  const events: string[] = [];
  const refined: (readonly Candidate[])[] = [];
  const services: StopServices = {
    readMessages: () => ({ messages: [said(RULE, 0)], isPrivate: false }),
    refineWithModel: (candidates, messages, context) => {
      refined.push(candidates);
      return (situation.refine ?? (() => Promise.resolve(undefined)))(candidates, messages, context);
    },
  };
  const context = contextOn(home, {
    session: home.session("session-1"),
    settings: situation.settings ?? DEFAULT_SETTINGS,
    record: (event) => {
      events.push(event.name);
      return situation.isSecondInstall !== true;
    },
    withStore: (work, fallback) => situation.isLocked ? fallback! : work(home.store),
  });
  const reply = await onStop(decodeStop(payload), context, services);
  const memories = home.store.all<{ status: string; body: string }>(
    "select status, body from memories order by id",
  );
  return { asked: linesOf(reply), events, refined, memories: memories.map((row) => ({ ...row })) };
}

function said(text: string, offset: number): Message {
  return { uuid: `u${offset}`, offset, role: "user", text, toolUses: [], toolResults: [] };
}

function linesOf(reply: Reply | undefined): string[] {
  return (reply?.context?.text ?? "").split("\n").filter((line) => line.startsWith("- ["));
}

Deno.test("onStop() asks a little sooner for what was saved again and again", async () => {
  const [{ score = 0 } = {}] = triage([said(RULE, 0)]);
  const triaged = { ...DEFAULT_SETTINGS.triage, heuristic_threshold: score + 0.03 };
  const settings = { ...DEFAULT_SETTINGS, triage: triaged };
  assertEquals((await stopped(ANSWER, { settings })).asked, []);
  assertEquals((await stopped(ANSWER, { settings, saved: 9 })).asked, [`- [PREFERENCE] ${RULE}`]);
});

Deno.test("onStop() is silent where another install was first, or nothing can be written down", async () => {
  assertEquals((await stopped(ANSWER, { isSecondInstall: true })).asked, []);
  const { asked, events } = await stopped(ANSWER, { isLocked: true });
  assertEquals([asked, events], [[], ["hook.stop"]]);
});

Deno.test("onStop() notes each stop that waits for a shell, and none that waits for a helper", async () => {
  const running = (type: string) => ({ ...ANSWER, background_tasks: [{ type, status: "running" }] });
  assertEquals((await stopped(running("shell"))).events, ["hook.stop", "triage.waited_for_shell"]);
  assertEquals((await stopped(running("subagent"))).events, ["hook.stop"]);
  assertEquals((await stopped(running("subagent"))).memories, []);
});

Deno.test("onStop() keeps what is more than it asks about at once", async () => {
  const subjects = ["queue", "cache", "parser", "router", "logger", "linter", "mailer", "billing"];
  const many = subjects.map((subject, i): Candidate => ({
    category: "CONSTRAINT",
    score: 1,
    text: `The ${subject} takes no more than ${i + 2} megabytes.`,
    evidence: { uuid: `m${i}`, offset: i, quote: subject },
    cues: [],
  }));
  const { asked, memories } = await stopped(ANSWER, { settings: MODEL, refine: () => Promise.resolve(many) });
  assertEquals(asked.length, MAX_ASKED);
  assertEquals(memories.map(({ body }) => body), many.map(({ text }) => text));
  assert(memories.every(({ status }) => status === "candidate"));
});

/** The answers that are kept of a session of one prompt, or of two: the user's to a question, and the ends of turns. */
async function answersTo(prompts: readonly (string | null)[], ...answers: readonly (string | KeptFields)[]) {
  using t = new ContextStore();
  t.start("startup", "session-1");
  for (const prompt of prompts) t.prompt(prompt, "session-1");
  for (const answer of answers) {
    const services = {
      readMessages: () => ({ messages: [], isPrivate: false }),
      refineWithModel: () => Promise.resolve(undefined),
    };
    const context = contextOn(t, {
      session: t.session("session-1"),
      record: (_, writes = []) => t.store.transaction(() => applyWrites(t.store, writes)) || true,
      isLate: () => true,
    });
    if (typeof answer === "string") {
      await onStop(decodeStop({ ...ANSWER, last_assistant_message: answer }), context, services);
    } else onUncaptured(decodeToolUse({ tool_name: QUESTION_TOOL }), answer, context);
  }
  return t.store.column<string>("select text from observations order by created_at");
}

Deno.test("onStop() keeps what was answered with what had been asked, as a replay does, and the last of a turn alone", async () => {
  const kept = ["Answered: The proxy drops them. — asked: “Why do they fail?”"];
  assertEquals(await answersTo(["Hello", "Why do they fail?"], "Looking.", "The proxy drops them."), kept);
});

Deno.test("onStop() keeps no secret that was answered, and nothing that was answered to a private prompt", async () => {
  const told = `export TOKEN=ghp_${"a1B2".repeat(9)}`;
  const [kept = ""] = await answersTo(["Which one?"], told);
  assertEquals(kept.includes("a1B2"), false);
  assertEquals(await answersTo(["Which one?", null], "The one of the payments."), []);
  const asked = { tool_response: { answers: { "That of the payments?": "Yes" } } };
  assertEquals(await answersTo(["Which one?"], asked), [
    "The user answered “That of the payments?” with “Yes”",
  ]);
  assertEquals(await answersTo(["Which one?", null], asked), []);
});
