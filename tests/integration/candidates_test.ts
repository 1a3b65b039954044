import { assertEquals, assertMatch } from "../_support/assert.ts";
import { LIMIT, RULE, StopSession, TALK, type Turn } from "../_support/stop_session.ts";

// A candidate's life, with the programs themselves: asked about, settled, kept, dropped, expired, left by a session's end.

const LIMIT_KEPT = `CONSTRAINT ${LIMIT.answer}`;
const RULE_KEPT = `PREFERENCE ${RULE.prompt}`;

const OF_SESSION = { env: { CLAUDE_CODE_SESSION_ID: "session-1" } };

async function mneme(session: StopSession, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await session.home.mneme(args, OF_SESSION);
  assertEquals([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

/** What the user reads at the start of the next session. */
async function nextStart({ home }: StopSession): Promise<string> {
  const start = { source: "startup", session_id: "session-2" };
  return JSON.parse((await home.fire("SessionStart", start)).stdout).systemMessage;
}

/** The turn without its stop. */
async function unfinished(session: StopSession, { prompt, answer }: Turn): Promise<void> {
  await session.prompt(prompt);
  session.append([session.row("user", prompt), session.row("assistant", answer)]);
}

/** The same reason again within moments would be taken for the report of a second install. */
async function end(session: StopSession, env: Record<string, string> = {}, reason = "other"): Promise<void> {
  await session.home.fire("SessionEnd", { reason }, { env });
  await session.home.settle();
}

/** Something that is asked about, and less than nearly certain. */
const DEBT: Turn = {
  prompt: "Is there more?",
  answer: "Tech debt: the retry loop is written by hand, a workaround until the gateway is mended.",
};
const DEBT_KEPT = `TECH_DEBT ${DEBT.answer}`;

Deno.test("what the agent leaves out waits as ignored, until a person keeps it or drops it; a rule is saved", async () => {
  using session = await StopSession.start("triage: { min_turns_between_asks: 1 }\n");
  await session.turn(LIMIT);
  await session.turn(DEBT);
  await session.turn(RULE);
  await end(session);
  const stats = () => session.home.json(["stats"]);
  const waiting = await stats();
  assertEquals([waiting.candidates, waiting.asks.ignored], [2, 2]);
  const [project] = await session.home.json(["projects", "list"]);
  assertEquals([project.memories, project.candidates], [1, 2]);
  assertMatch(await nextStart(session), /memory forget m3/);
  assertEquals(await mneme(session, "memory", "keep", "m1"), "Kept m1\n");
  assertEquals(await mneme(session, "memory", "drop", "m1-m9"), "Dropped m2\n");
  const { candidates, asks: { saved, dropped, ignored } } = await stats();
  assertEquals([candidates, saved, dropped, ignored], [0, 1, 1, 0]);
});

Deno.test("a session whose last stop waited for a shell or came too soon leaves what it held as candidates, but saves a rule and says so", async () => {
  using session = await StopSession.start("triage: { min_turns_between_asks: 3 }\n");
  await session.turn(LIMIT);
  assertEquals(await session.turn(DEBT), "", "too soon after the last ask");
  const shell = [{ id: "b1", type: "shell", status: "running", description: "dev server" }];
  await session.turn(RULE, { background_tasks: shell });
  await end(session);
  assertEquals(session.memories(), [
    `m1 candidate ${LIMIT_KEPT}`,
    `m2 candidate ${DEBT_KEPT}`,
    `m3 active ${RULE_KEPT}`,
  ]);
  const { asks } = await session.home.json(["stats"]);
  assertEquals([asks.asked, asks.saved], [1, 0], "nobody was asked about the rule");
  assertMatch(await nextStart(session), /saved a memory/);
});

Deno.test("a rule that a later prompt may take back waits as a candidate, and the newer one is saved", async () => {
  for (
    const [prompt, saved] of [
      ["Never mind the pnpm thing.", []],
      ["I changed my mind: always use npm here, never pnpm.", [2]],
    ] as const
  ) {
    using session = await StopSession.start();
    await session.turn(RULE);
    await session.turn(TALK);
    await session.turn({ prompt, answer: "OK." });
    await end(session);
    const kept = session.memories().map((line) => line.split(" ").slice(0, 3).join(" "));
    assertEquals(kept, ["m1 candidate PREFERENCE", ...saved.map((row) => `m${row} active PREFERENCE`)]);
  }
});

Deno.test("a session's end leaves nothing where stops are off, nor of small talk or what the agent has saved", async () => {
  for (
    const [config, env] of [
      ["hooks: { stop: { enabled: false } }\n", {}],
      ["triage: { unattended: off }\n", { CLAUDE_CODE_SESSION_ATTENDED: "0" }],
    ] as const
  ) {
    using session = await StopSession.start(config);
    await unfinished(session, LIMIT);
    await end(session, env);
    assertEquals(session.memories(), []);
  }
  using session = await StopSession.start();
  await unfinished(session, TALK);
  await unfinished(session, LIMIT);
  const body =
    "The API rejects uploads of larger files than 5 MB with status 413, as they are not supported.";
  await mneme(session, "memory", "add", "--category", "CONSTRAINT", body);
  await end(session);
  assertEquals(session.memories(), [`m1 active CONSTRAINT ${body}`]);
});
